import KeylightCore
import Testing

/// Every way in which Swift turns a value into text shows the fingerprint and never the value.
@Suite("Secret")
struct SecretTests {
    private struct Enclosing<Value> {
        var name = "enclosing"
        var value: Value
        var optional: Value?
        var list: [Value]
        var dictionary: [String: Value]
    }

    private enum Case<Value> {
        case holding(Value)
    }

    private final class Reference<Value> {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    /// Texts of a value by every route there is.
    private func texts<Value: Secret>(of value: Value) -> [String] {
        var dumped = ""
        dump(value, to: &dumped)
        let enclosing = Enclosing(value: value, optional: value, list: [value], dictionary: ["key": value])
        var dumpedEnclosing = ""
        dump(enclosing, to: &dumpedEnclosing)
        var dumpedReference = ""
        dump(Reference(value), to: &dumpedReference)
        var printed = ""
        print(value, enclosing, to: &printed)
        debugPrint(value, enclosing, to: &printed)
        let mirror = Mirror(reflecting: value)
        return [
            "\(value)", value.description, value.debugDescription, String(describing: value),
            String(reflecting: value), "\(Optional(value) as Any)", "\([value])", "\(["key": value])",
            "\(enclosing)", String(reflecting: enclosing), "\(Case.holding(value))", "\((value, 1))",
            "\(Result<Value, any Error>.success(value))", "\(value as Any)",
            dumped, dumpedEnclosing, dumpedReference, printed,
            "\(mirror)", mirror.description, "\(mirror.children.map { "\($0)" })",
            "\(Mirror(reflecting: enclosing).children.map { "\($0)" })",
        ]
    }

    private func expectHidden<Value: Secret>(_ value: Value, parts: [String]) {
        for text in texts(of: value) {
            for part in parts {
                #expect(!text.contains(part), "\(Value.self) shows \(part) in a text")
            }
        }
        #expect("\(value)" == value.redactedDescription)
        #expect(String(reflecting: value) == value.redactedDescription)
        #expect(Mirror(reflecting: value).children.isEmpty)
    }

    @Test("a license key hides its inner groups")
    func licenseKey() throws {
        let key = try LicenseKey(parsing: "ACME-QQQQ-WWWW-0001")
        expectHidden(key, parts: ["QQQQ", "WWWW", "rawValue"])
        expectHidden(try LicenseKey(parsing: "LONGSECRETWITHOUTGROUPS"), parts: ["LONGSECRET", "GROUPS"])
    }

    @Test("an SDK key hides its digits")
    func sdkKey() throws {
        let digits = String(repeating: "0123456789abcdef", count: 4)
        let key = try #require(SDKKey("sdk_live_" + digits))
        expectHidden(key, parts: ["0123456789", "cdef0123", "rawValue"])
        #expect("\(key)".hasPrefix("sdk_live_#"))
    }

    @Test("an instance id is a fingerprint")
    func instanceID() throws {
        let id = try #require(InstanceID("7b1d6f0a-3c52-4c1b-9a7e-2f8e6d5c4b3a"))
        expectHidden(id, parts: ["7b1d6f0a", "3c52", "4b3a", "rawValue"])
        #expect("\(id)".hasPrefix("instance#"))
    }

    @Test("a signature is a fingerprint")
    func signature() {
        let signature = LeaseSignature([171, 205, 171, 205, 171, 205])
        expectHidden(signature, parts: ["171", "205", "bytes"])
        #expect("\(signature)".hasPrefix("signature#"))
    }

    @Test("a record and a lease that hold secrets show none of them")
    func compounds() throws {
        let key = try LicenseKey(parsing: "ACME-QQQQ-WWWW-0001")
        let id = try #require(InstanceID("7b1d6f0a-3c52-4c1b-9a7e-2f8e6d5c4b3a"))
        var record = LicenseRecord()
        record.activation = Activation(licenseKey: key, instanceID: id, pinnedKeyHash: "hash")
        record.pendingReleases = [PendingRelease(licenseKey: key, instanceID: id)]
        record.lease = Lease(
            kid: "k1",
            licenseKeyHash: "hash",
            instanceID: id,
            issuedAt: Timestamp(1),
            expiresAt: Timestamp(2),
            status: .active,
            entitlements: ["pro"],
            signature: LeaseSignature([171, 205, 171, 205])
        )
        let reply = ServerReply(
            status: 200,
            body: ReplyBody(instanceID: id, lease: record.lease.map { .trusted($0) } ?? .absent),
            requestID: RequestID(randomBits: 1)
        )
        var text = "\(record) \(reply)"
        dump(record, to: &text)
        dump(reply, to: &text)
        debugPrint(record, reply, to: &text)
        for secret in ["QQQQ", "WWWW", "7b1d6f0a", "171, 205", "- 171"] {
            #expect(!text.contains(secret))
        }
    }

    @Test("equal secrets have equal fingerprints, and others have others")
    func fingerprints() {
        #expect(
            InstanceID("inst-1").map(String.init(describing:))
                == InstanceID("inst-1").map(String.init(describing:))
        )
        #expect(
            InstanceID("inst-1").map(String.init(describing:))
                != InstanceID("inst-2").map(String.init(describing:))
        )
    }
}
