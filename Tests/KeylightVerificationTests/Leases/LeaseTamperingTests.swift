import KeylightCore
import KeylightCrypto
import KeylightVerification
import Testing

@Suite("Tampering with a lease", .timeLimit(.minutes(5)))
struct LeaseTamperingTests {
    private let fixture: LeaseFixture
    private let lease: Lease

    init() throws {
        fixture = try LeaseFixture()
        lease = try fixture.lease()
    }

    private func isTrusted(_ lease: Lease) -> Bool {
        fixture.verifier.evidence(for: lease) == .trusted(lease)
    }

    /// Every text that differs in one byte, in three ways, or lacks one, or has one more.
    private func variants(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        var variants: [[UInt8]] = [bytes + [UInt8(ascii: "0")]]
        for index in bytes.indices {
            for change: UInt8 in [0x01, 0x02, 0x20] {
                var changed = bytes
                changed[index] ^= change
                variants.append(changed)
            }
            var shorter = bytes
            shorter.remove(at: index)
            variants.append(shorter)
        }
        return variants.filter { $0 != bytes }.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("every change of one byte in any field of the payload is refused")
    func everyByte() throws {
        #expect(isTrusted(lease))
        var changed: [Lease] = []
        func add(_ change: (inout Lease) -> Void) {
            var copy = lease
            change(&copy)
            changed.append(copy)
        }
        for text in variants(lease.kid) { add { $0.kid = text } }
        for text in variants(lease.licenseKeyHash) { add { $0.licenseKeyHash = text } }
        for text in variants(lease.instanceID.rawValue) {
            if let id = InstanceID(text) { add { $0.instanceID = id } }
        }
        for text in variants(lease.status.rawValue) { add { $0.status = LeaseStatus(rawValue: text) } }
        for index in lease.entitlements.indices {
            for text in variants(lease.entitlements[index].rawValue) {
                add { $0.entitlements[index] = Entitlement(rawValue: text) }
            }
            add { $0.entitlements.remove(at: index) }
            add { $0.entitlements.append($0.entitlements[index]) }
        }
        add { $0.entitlements.append("") }
        add { $0.entitlements = ["export,pro"] }
        for bit in 0..<63 {
            add { $0.issuedAt = Timestamp($0.issuedAt.secondsSince1970 ^ 1 << bit) }
            add { $0.expiresAt = Timestamp($0.expiresAt.secondsSince1970 ^ 1 << bit) }
        }
        for bit in 0..<512 {
            var bytes = lease.signature.bytes
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            add { $0.signature = LeaseSignature(bytes) }
        }
        #expect(changed.count > 900)
        for copy in changed { #expect(!isTrusted(copy)) }
    }

    @Test("every change of one byte of the signed text is refused")
    func everyPayloadByte() throws {
        let key = fixture.key.publicKey
        let payload = try #require(CanonicalPayload.lease(lease))
        #expect(try key.isValidSignature(lease.signature.bytes, for: payload))
        for index in payload.indices {
            for bit in 0..<8 {
                var changed = payload
                changed[index] ^= 1 << UInt8(bit)
                #expect(try !key.isValidSignature(lease.signature.bytes, for: changed))
            }
        }
    }

    @Test("a text moved from one field to its neighbour is refused")
    func movedBoundaries() throws {
        var moved = lease
        moved.kid = "k"
        moved.licenseKeyHash = "1" + lease.licenseKeyHash
        #expect(!isTrusted(moved))
        moved = lease
        moved.entitlements = ["expor", "t,pro"]
        #expect(!isTrusted(moved))
    }

    @Test("every change of one byte of the JSON leaves the same lease or none that is trusted")
    func everyJSONByte() throws {
        let json = Array(lease.json.utf8)
        var harmless = 0
        for index in json.indices {
            for replacement in [
                json[index] ^ 0x01, json[index] ^ 0x20, json[index] &+ 1, UInt8(ascii: " "), 0x22,
            ] {
                guard replacement != json[index] else { continue }
                var changed = json
                changed[index] = replacement
                let parsed = try? StrictJSONParser.parse(changed)
                guard case .trusted(let found) = fixture.verifier.evidence(for: parsed) else { continue }
                #expect(found == lease)
                harmless += 1
            }
        }
        #expect(harmless == 0)
    }
}
