/// A lease before it is signed.
struct LeaseTerms: Sendable, Equatable {
    var kid: String
    /// Lowercase hexadecimal SHA-256 of the key without its dashes.
    var licenseKeyHash: String
    var instanceID: String
    var issuedAt: Int64
    var expiresAt: Int64
    /// `active`, `fallback` or `expired`; a fault can put anything here.
    var status: String
    var entitlements: [String]

    func json(signature: String) -> JSONValue {
        [
            "kid": .string(kid), "licenseKeyHash": .string(licenseKeyHash), "instanceId": .string(instanceID),
            "issuedAt": .integer(issuedAt), "expiresAt": .integer(expiresAt), "status": .string(status),
            "entitlements": JSONValue(entitlements), "signature": .string(signature),
        ]
    }
}
