import Foundation
import KeylightCore
import Testing

@testable import KeylightLeaseStore

/// The short way to a record: the same answer as `JSONDecoder`'s, or none.
@Suite struct PlainJSONReaderTests {
    /// Every field set, all of it ASCII.
    private static func record() throws -> LicenseRecord {
        var record = try Samples.record()
        record.lease?.entitlements = ["pro", "export/pdf"]
        record.denial?.requestID = RequestID(randomBits: 7)
        return record
    }

    private func decoded(_ bytes: [UInt8]) -> LicenseRecord? {
        try? JSONDecoder().decode(LicenseRecord.self, from: Data(bytes))
    }

    /// When a field is added to the record, this tells that it has to be added to the short way as well.
    @Test func recordsAreReadTheShortWay() throws {
        var lifetime = try Self.record()
        lifetime.licenseEnd = .lifetime
        lifetime.denial = nil
        lifetime.pendingReleases = []
        lifetime.settings = ProductSettings()
        for record in [try Self.record(), lifetime, LicenseRecord()] {
            #expect(try RecordCoding.plainRecord(RecordCoding.encode(record)) == record)
        }
    }

    @Test func everyFieldOfTheSampleIsSet() throws {
        for child in Mirror(reflecting: try Self.record()).children {
            let mirror = Mirror(reflecting: child.value)
            #expect(mirror.displayStyle != .optional || !mirror.children.isEmpty, "\(child.label ?? "")")
        }
    }

    @Test func extremeNumbersAreReadTheShortWay() throws {
        var record = try Self.record()
        for number in [Int64.min, -1, 0, 9, 10, .max] {
            record.timeFloor = Timestamp(number)
            #expect(try RecordCoding.plainRecord(RecordCoding.encode(record)) == record)
        }
    }

    @Test func whatIsNotPlainIsLeftToTheDecoder() throws {
        var record = try Self.record()
        record.denial?.text = "größer"
        #expect(try RecordCoding.plainRecord(RecordCoding.encode(record)) == nil)
        #expect(try RecordCoding.decode(RecordCoding.encode(record), schema: 1) == record)
        record.denial?.text = "a \"quoted\" text"
        #expect(try RecordCoding.plainRecord(RecordCoding.encode(record)) == nil)
        #expect(try RecordCoding.decode(RecordCoding.encode(record), schema: 1) == record)
    }

    @Test(arguments: [
        "", "{}", "[]", "null", #"{"pendingReleases":[]}"#, #"{"pendingReleases":[],"settings":{}} "#,
        #" {"pendingReleases":[],"settings":{}}"#, #"{"pendingReleases":[],"settings":{}}{"#,
        #"{"settings":{},"pendingReleases":[]}"#, #"{"pendingReleases":[],"settings":{},"settings":{}}"#,
        #"{"newField":1,"pendingReleases":[],"settings":{}}"#, #"{"pendingReleases":[,],"settings":{}}"#,
        #"{"pendingReleases":[],"settings":{"trialDurationDays":01}}"#,
        #"{"pendingReleases":[],"settings":{"trialDurationDays":1.0}}"#,
        #"{"pendingReleases":[],"settings":{"trialDurationDays":1e1}}"#,
        #"{"pendingReleases":[],"settings":{"trialDurationDays":9223372036854775808}}"#,
        #"{"pendingReleases":[],"settings":{"trialDurationDays":"1"}}"#,
        #"{"pendingReleases":[],"settings":{"trialDurationDays":null}}"#,
        #"{"pendingReleases":[],"settings":{"trialDurationDays":-}}"#,
        #"{"pendingReleases":[],"settings":{"freeTierEnabled":1}}"#,
        #"{"pendingReleases":[],"settings":{"freeTierEnabled":tru}}"#,
        #"{"pendingReleases":[],"settings":{"freeTierEnabled":true"#,
        #"{"licenseEnd":{},"pendingReleases":[],"settings":{}}"#,
        #"{"licenseEnd":{"at":{"_0":1},"lifetime":{}},"pendingReleases":[],"settings":{}}"#,
    ])
    func otherFormsAreNotPlain(_ text: String) {
        #expect(RecordCoding.plainRecord(Array(text.utf8)) == nil)
    }

    /// Every text that differs in one byte from a record's: the two readers never contradict each other.
    @Test func theShortWayNeverContradictsTheDecoder() throws {
        let bytes = try RecordCoding.encode(Self.record())
        var answers = 0
        for index in bytes.indices {
            var shortened = bytes
            shortened.remove(at: index)
            let replacements: [UInt8] = [0x00, 0x20, 0x22, 0x2C, 0x2D, 0x30, 0x39, 0x5C, 0x61, 0x7D, 0xC3]
            let variants = replacements.map { replacement in
                var changed = bytes
                changed[index] = replacement
                return changed
            }
            for variant in variants + [shortened, Array(bytes.prefix(index))] {
                guard let record = RecordCoding.plainRecord(variant) else { continue }
                answers += 1
                #expect(record == decoded(variant))
            }
        }
        #expect(answers > 1_000)
    }
}
