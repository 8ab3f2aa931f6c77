/// The first sixteen bytes of a record's file, in clear and the same in every schema, for good.
///
/// ```
/// 0    8   magic, "KEYLIGHT"
/// 8    4   schema, big-endian
/// 12   4   the schema's bitwise complement, so that a damaged number is not taken for a newer schema
/// ```
enum SealedHeader {
    static let count = 16
    private static let magic = Array("KEYLIGHT".utf8)

    /// The header for a schema.
    static func bytes(schema: UInt32) -> [UInt8] {
        magic + bigEndian(schema) + bigEndian(~schema)
    }

    /// The schema that a file's first bytes name; nil when they are no header.
    static func schema(of bytes: [UInt8]) -> UInt32? {
        guard bytes.count >= count, bytes.starts(with: magic) else { return nil }
        let schema = number(bytes[8..<12])
        return number(bytes[12..<16]) == ~schema ? schema : nil
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }
}
