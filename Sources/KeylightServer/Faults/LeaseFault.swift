/// One thing that is wrong with the lease of an otherwise good reply.
public enum LeaseFault: String, Sendable, Hashable, CaseIterable {
    /// One bit of the signature is turned.
    case badSignature
    /// The lease names a key that no app trusts, `unknown-kid`, and is signed by the server's own.
    case unknownKid
    /// Well signed, for another activation.
    case otherInstance
    /// Well signed, for another license key.
    case otherKey
    /// Well signed, with the status `suspended`, which no version of the protocol has.
    case unknownStatus
    /// Well signed, issued and ended one day earlier than it should be.
    case replayed
    /// The reply carries null instead of a lease.
    case missing
}
