import Foundation
import KeylightCore
import Testing

@testable import KeylightLeaseStore

/// The short way to a record's bytes: the same as `JSONEncoder`'s, or none.
@Suite struct PlainJSONWriterTests {
    private func encoded(_ record: LicenseRecord) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try Array(encoder.encode(record))
    }

    /// Every field set, all of it ASCII.
    private func plain() throws -> LicenseRecord {
        var record = try Samples.record()
        record.lease?.entitlements = ["pro", "export/pdf", ""]
        record.denial?.requestID = RequestID(randomBits: 7)
        return record
    }

    /// When a field is added to the record, this tells that it has to be added to the short way as well.
    @Test func theBytesAreThoseOfTheEncoder() throws {
        var records = [LicenseRecord(), try plain()]
        // Without each of its parts.
        for remove: (inout LicenseRecord) -> Void in [
            { $0.activation = nil }, { $0.activation?.origin = nil }, { $0.activation?.origin?.place = nil },
            { $0.lease = nil }, { $0.lease?.entitlements = [] }, { $0.lease?.signature = LeaseSignature([]) },
            { $0.licenseEnd = .lifetime }, { $0.licenseEnd = nil }, { $0.denial = nil },
            { $0.denial?.requestID = nil }, { $0.denial?.text = nil }, { $0.keylessReport = nil },
            { $0.anonymousID = nil }, { $0.settings = ProductSettings() },
            { $0.settings.freeTierEnabled = true }, { $0.pendingReleases = [] },
            { $0.pendingReleases += $0.pendingReleases }, { $0.trialRun = nil }, { $0.timeFloor = nil },
        ] {
            var record = try plain()
            remove(&record)
            records.append(record)
        }
        for number in [Int64.min, -1, 0, 9, 10, .max] {
            var record = try plain()
            record.timeFloor = Timestamp(number)
            record.settings.trialDurationDays = number
            records.append(record)
        }
        for record in records {
            let bytes = try #require(RecordCoding.plainBytes(record))
            #expect(bytes == (try encoded(record)))
            #expect(RecordCoding.plainRecord(bytes) == record)
        }
    }

    @Test(arguments: ["größer", "a \"quoted\" text", #"back\slash"#, "line\nend", "\u{7F}", "\u{0}", "🗝️"])
    func whatIsNotPlainIsLeftToTheEncoder(_ text: String) throws {
        for change: (inout LicenseRecord) -> Void in [
            { $0.denial?.text = text }, { $0.lease?.kid = text }, { $0.activation?.pinnedKeyHash = text },
            { $0.lease?.entitlements = [Entitlement(rawValue: text)] },
            { $0.keylessReport?.state = KeylessState(rawValue: text) },
        ] {
            var record = try plain()
            change(&record)
            #expect(RecordCoding.plainBytes(record) == nil)
            let bytes = try RecordCoding.encode(record)
            #expect(bytes == (try encoded(record)))
            #expect(try RecordCoding.decode(bytes, schema: 2) == record)
        }
    }
}
