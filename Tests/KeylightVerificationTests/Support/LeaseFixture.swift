import KeylightCore
import KeylightCrypto
import KeylightVerification
import Testing

/// Leases that are signed here and now, so that the tests need no file.
struct LeaseFixture {
    static let issuedAt: Int64 = 1_772_323_200
    static let expiresAt: Int64 = 1_772_928_000
    static let keyHash = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"

    let key: Ed25519PrivateKey
    let otherKey: Ed25519PrivateKey
    let keys: TrustedKeys
    let verifier: LeaseVerifier

    init() throws {
        key = try Ed25519PrivateKey(seed: Array(1...32))
        otherKey = try Ed25519PrivateKey(seed: Array(2...33))
        keys = try TrustedKeys(rawKeys: ["k1": key.publicKey.rawRepresentation])
        verifier = LeaseVerifier(trustedKeys: keys)
    }

    /// A lease with a signature over its canonical payload; the change is made before signing.
    func lease(
        signer: Ed25519PrivateKey? = nil,
        _ change: (inout Lease) -> Void = { _ in }
    ) throws -> Lease {
        var lease = Lease(
            kid: "k1",
            licenseKeyHash: Self.keyHash,
            instanceID: try #require(InstanceID("inst-1")),
            issuedAt: Timestamp(Self.issuedAt),
            expiresAt: Timestamp(Self.expiresAt),
            status: .active,
            entitlements: ["pro", "export"],
            signature: LeaseSignature([])
        )
        change(&lease)
        let payload = try #require(CanonicalPayload.lease(lease))
        lease.signature = LeaseSignature(try (signer ?? key).signature(for: payload))
        return lease
    }
}

extension Lease {
    /// The lease as the server writes it.
    var json: String {
        let names = entitlements.map { $0.rawValue.quoted }.joined(separator: ",")
        return """
            {"kid":\(kid.quoted),"licenseKeyHash":\(licenseKeyHash.quoted),\
            "instanceId":\(instanceID.rawValue.quoted),"issuedAt":\(issuedAt.secondsSince1970),\
            "expiresAt":\(expiresAt.secondsSince1970),"status":\(status.rawValue.quoted),\
            "entitlements":[\(names)],"signature":\(StrictBase64.encode(signature.bytes).quoted)}
            """
    }
}

extension String {
    /// The text as a JSON string.
    var quoted: String {
        "\"" + replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    /// The text, parsed by the parser under test.
    var parsed: JSONValue {
        get throws { try StrictJSONParser.parse(Array(utf8)) }
    }
}
