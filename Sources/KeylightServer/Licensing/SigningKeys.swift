/// The keys that the service publishes; one of them signs.
struct SigningKeys: Sendable {
    /// What signs now.
    private(set) var primary: ReplySigner
    /// What signed before and is still published, newest first.
    private(set) var earlier: [ReplySigner] = []

    init(_ primary: ReplySigner) {
        self.primary = primary
    }

    /// Everything that is published, the one that signs first.
    var published: [ReplySigner] { [primary] + earlier }

    /// Has another key sign from now on; the one before stays published.
    mutating func rotate(to signer: ReplySigner) throws(LocalLicenseServerError) {
        guard !published.contains(where: { $0.kid == signer.kid }) else {
            throw .keyIdentifierTaken(signer.kid)
        }
        earlier.insert(primary, at: 0)
        primary = signer
    }

    /// Publishes a key no longer.
    mutating func retire(_ kid: String) throws(LocalLicenseServerError) {
        guard kid != primary.kid else { throw .keyInUse(kid) }
        guard let index = earlier.firstIndex(where: { $0.kid == kid }) else {
            throw .unknownKeyIdentifier(kid)
        }
        earlier.remove(at: index)
    }
}
