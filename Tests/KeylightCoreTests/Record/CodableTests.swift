import KeylightCore
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What is stored comes back as it was, and what is not a value is refused instead of believed.
@Suite("Codable")
struct CodableTests {
    private func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }

    private func json(_ value: some Encodable) throws -> String {
        String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }

    private func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }

    @Test("timestamps keep every second, also the extremes", arguments: [.min, -1, 0, 1_772_323_200, .max])
    func timestamps(seconds: Int64) throws {
        #expect(try roundTrip(Timestamp(seconds)) == Timestamp(seconds))
        #expect(try json(Timestamp(seconds)) == "\(seconds)")
    }

    @Test("single values are stored bare")
    func bare() throws {
        #expect(try json(LicenseKey(parsing: "ACME-1")) == "\"ACME-1\"")
        #expect(try json(#require(InstanceID("inst-1"))) == "\"inst-1\"")
        #expect(try json(#require(RequestID("3f9a01bc"))) == "\"3f9a01bc\"")
        #expect(try json(Entitlement(rawValue: "pro")) == "\"pro\"")
        #expect(try json(LeaseStatus.active) == "\"active\"")
    }

    @Test("what is no value is refused when read")
    func refusals() {
        #expect(throws: DecodingError.self) { try decode(LicenseKey.self, "\"\"") }
        #expect(throws: DecodingError.self) { try decode(LicenseKey.self, "\"A_B\"") }
        #expect(throws: DecodingError.self) { try decode(LicenseKey.self, "1") }
        #expect(throws: DecodingError.self) { try decode(InstanceID.self, "\"\"") }
        #expect(throws: DecodingError.self) { try decode(RequestID.self, "\"3F9A01BC\"") }
        #expect(throws: DecodingError.self) { try decode(Timestamp.self, "\"1\"") }
        #expect(throws: DecodingError.self) { try decode(Timestamp.self, "9223372036854775808") }
        #expect(throws: DecodingError.self) { try decode(LicenseEnd.self, "{}") }
    }

    @Test("the error of a refused license key does not repeat the key")
    func secretInError() throws {
        let error = try #require(throws: DecodingError.self) { try decode(LicenseKey.self, "\"SECRET_KEY\"") }
        #expect(!"\(error)".contains("SECRET"))
    }

    @Test("an empty record comes back empty")
    func emptyRecord() throws {
        let record = try roundTrip(LicenseRecord())
        #expect(record == LicenseRecord())
        #expect(record.isEmpty)
    }

    @Test("a full record comes back whole")
    func fullRecord() throws {
        let key = try LicenseKey(parsing: "ACME-TEST-0000-0001")
        let id = try #require(InstanceID("inst-1"))
        var record = LicenseRecord()
        record.activation = Activation(licenseKey: key, instanceID: id, pinnedKeyHash: "aa")
        record.lease = Lease(
            kid: "k1",
            licenseKeyHash: "aa",
            instanceID: id,
            issuedAt: Timestamp(1_772_323_200),
            expiresAt: Timestamp(1_772_928_000),
            status: LeaseStatus(rawValue: "paused"),
            entitlements: ["pro", "é", "pro"],
            signature: LeaseSignature(Array(0..<64))
        )
        record.licenseEnd = .at(Timestamp(1_800_000_000))
        record.lastValidated = Timestamp(1)
        record.lastAttempt = Timestamp(2)
        record.notBefore = Timestamp(3)
        record.denial = Denial(date: Timestamp(4), text: "revoked", requestID: RequestID("3f9a01bc"))
        record.timeFloor = Timestamp(.max)
        record.trialStart = Timestamp(.min)
        record.settings = ProductSettings(trialDurationDays: 0, freeTierEnabled: false)
        record.pendingReleases = [PendingRelease(licenseKey: key, instanceID: id)]
        #expect(try roundTrip(record) == record)
        #expect(!record.isEmpty)
    }

    @Test("0, false and lifetime are values and not absence")
    func valuesAndAbsence() throws {
        let zero = try roundTrip(ProductSettings(trialDurationDays: 0, freeTierEnabled: false))
        #expect(zero.trialDurationDays == 0)
        #expect(zero.freeTierEnabled == false)
        let none = try roundTrip(ProductSettings())
        #expect(none.trialDurationDays == nil)
        #expect(none.freeTierEnabled == nil)
        #expect(try roundTrip(LicenseEnd.lifetime) == .lifetime)
        #expect(try roundTrip(LicenseEnd.at(Timestamp(0))) == .at(Timestamp(0)))
    }
}
