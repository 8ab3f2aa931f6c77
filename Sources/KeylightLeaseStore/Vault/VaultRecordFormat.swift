import KeylightCore

/// A record as text for a vault, which does the sealing itself: a first line with the schema, then JSON.
///
/// Text, since some vaults keep nothing else.
enum VaultRecordFormat {
    private static let introduction = "keylight record, schema "

    static func bytes(_ record: LicenseRecord) throws(RecordSealError) -> [UInt8] {
        let json = try RecordCoding.encode(record)
        return Array("\(introduction)\(LicenseRecord.currentSchema)\n".utf8) + json
    }

    static func read(_ bytes: [UInt8]) -> StoredRecord {
        guard bytes.count <= RecordSeal.sizeLimit else { return .corrupt("the entry is too large") }
        guard let schema = schema(of: bytes), let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else {
            return .corrupt("the entry does not begin as a record does")
        }
        if schema > LicenseRecord.currentSchema { return .newerSchema(Int(clamping: schema)) }
        do throws(RecordSealError) {
            return .record(try RecordCoding.decode(Array(bytes[(end + 1)...]), schema: schema))
        } catch {
            return .corrupt("the entry is no record: \(error)")
        }
    }

    private static func schema(of bytes: [UInt8]) -> UInt32? {
        guard bytes.starts(with: introduction.utf8) else { return nil }
        let digits = bytes.dropFirst(introduction.utf8.count).prefix { $0 != UInt8(ascii: "\n") }
        guard (1...10).contains(digits.count) else { return nil }
        return UInt32(String(decoding: digits, as: UTF8.self))
    }
}
