import KeylightCrypto

/// Random UUIDs without Foundation.
enum RandomUUID {
    /// A UUID of version 4 in lowercase.
    static func version4() throws -> String {
        var bytes = try SecureRandom.bytes(count: 16)
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        var rest = Hexadecimal.encode(bytes)[...]
        let groups = [8, 4, 4, 4, 12].map { count in
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
        return groups.joined(separator: "-")
    }
}
