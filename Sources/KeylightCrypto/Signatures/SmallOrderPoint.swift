/// The points of edwards25519 whose order divides 8.
///
/// With such a public key the equation of RFC 8032, section 5.1.7 holds for signatures that anybody can make. An
/// application that was shipped with a placeholder of zeros would trust everybody, and no test would show it.
enum SmallOrderPoint {
    /// The y coordinates, without the sign bit: of order 4, 1 and 2, and the two of order 8; then the encodings of
    /// 0 and 1 that are not reduced. They are the solutions of 8P = 0 on the curve of RFC 8032, section 5.1.
    private static let yCoordinates: [[UInt8]] = [
        [0] + zeros + [0],
        [1] + zeros + [0],
        [0xec] + ones + [0x7f],
        [
            0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0,
            0xd5, 0xdf, 0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05,
        ],
        [
            0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f,
            0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a,
        ],
        [0xed] + ones + [0x7f],
        [0xee] + ones + [0x7f],
    ]

    private static let zeros = [UInt8](repeating: 0, count: 30)
    private static let ones = [UInt8](repeating: 0xff, count: 30)

    /// Whether the bytes encode such a point, with either sign.
    static func isEncoded(by publicKey: [UInt8]) -> Bool {
        guard let last = publicKey.last else {
            return false
        }
        let yCoordinate = publicKey.dropLast() + [last & 0x7f]
        return yCoordinates.contains { yCoordinate.elementsEqual($0) }
    }
}
