import KeylightCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The record as JSON.
enum RecordCoding {
    static func encode(_ record: LicenseRecord) throws(RecordSealError) -> [UInt8] {
        if let bytes = plainBytes(record) { return bytes }
        let encoder = JSONEncoder()
        // The same record gives the same bytes.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return try Array(encoder.encode(record))
        } catch {
            throw .cannotTell("the record cannot be encoded")
        }
    }

    /// Reads the JSON of a schema that this version knows.
    static func decode(_ bytes: [UInt8], schema: UInt32) throws(RecordSealError) -> LicenseRecord {
        switch schema {
        // Schema 1 did not say where a license was activated.
        case 1, 2:
            if let record = plainRecord(bytes) { return record }
            do {
                return try JSONDecoder().decode(LicenseRecord.self, from: Data(bytes))
            } catch {
                throw .damaged("it opens, but is no record of schema \(schema) (\(place(of: error)))")
            }
        default: throw .damaged("there never was a schema \(schema)")
        }
    }

    /// The record's bytes when all its texts are plain; nil when `JSONEncoder` has to write them.
    static func plainBytes(_ record: LicenseRecord) -> [UInt8]? {
        PlainJSONWriter.bytes { (writer) throws(PlainJSONWriter.NotPlain) in try writer.record(record) }
    }

    /// The record when it stands there just as it was written; nil when `JSONDecoder` has to look.
    static func plainRecord(_ bytes: [UInt8]) -> LicenseRecord? {
        PlainJSONReader.read(bytes) { (reader) throws(PlainJSONReader.NotPlain) in try reader.record() }
    }

    /// Where decoding failed. The decoder's own text is left out: it may repeat what stands there.
    private static func place(of error: any Error) -> String {
        let path: [any CodingKey] =
            switch error {
            case DecodingError.keyNotFound(let key, let context): context.codingPath + [key]
            case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
                DecodingError.dataCorrupted(let context):
                context.codingPath
            default: []
            }
        return path.isEmpty ? "as a whole" : "at " + path.map(\.stringValue).joined(separator: ".")
    }
}
