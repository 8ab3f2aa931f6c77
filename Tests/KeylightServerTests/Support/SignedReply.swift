#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import KeylightCrypto
import Testing

/// The signed parts of a reply, put together as protocol.md says and by none of the server's code.
enum SignedReply {
    /// Whether the signature of a lease object holds.
    static func isLeaseSigned(_ lease: Node, by publicKeyBase64: String) throws -> Bool {
        let entitlements = try #require(lease["entitlements"]).elements.compactMap(\.text)
            .sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
        let payload =
            "v3|\(try text(lease, "kid"))|\(try text(lease, "licenseKeyHash"))|\(try text(lease, "instanceId"))"
            + "|\(try integer(lease, "issuedAt"))|\(try integer(lease, "expiresAt"))"
            + "|\(try text(lease, "status"))|\(entitlements.joined(separator: ","))"
        return try verify(payload, signature: try text(lease, "signature"), publicKeyBase64)
    }

    /// Whether the signature of the settings in a reply of the product acme/app holds.
    static func areSettingsSigned(_ reply: Node, by publicKeyBase64: String) throws -> Bool {
        let payload =
            "cfg1|\(try text(reply, "kid"))|acme|app|\(try integer(reply, "issued_at"))"
            + "|\(try integer(reply, "expires_at"))|\(try integer(reply, "trial_duration_days"))"
            + "|\(reply["free_tier_enabled"] == true ? "true" : "false")"
        return try verify(payload, signature: try text(reply, "signature"), publicKeyBase64)
    }

    static func verify(
        _ payload: String,
        signature: String,
        _ publicKeyBase64: String
    ) throws -> Bool {
        let keyBytes = [UInt8](try #require(Data(base64Encoded: publicKeyBase64)))
        let signatureBytes = [UInt8](try #require(Data(base64Encoded: signature)))
        return try Ed25519PublicKey(rawRepresentation: keyBytes)
            .isValidSignature(signatureBytes, for: Array(payload.utf8))
    }

    private static func text(_ node: Node, _ name: String) throws -> String {
        try #require(node[name]?.text)
    }

    private static func integer(_ node: Node, _ name: String) throws -> Int64 {
        try #require(node[name]?.integer)
    }
}
