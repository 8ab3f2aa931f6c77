/// What was found where a reply or a record may hold a lease, after its signature was checked.
public enum LeaseEvidence: Sendable, Hashable {
    /// There is none.
    case absent
    /// Something is there, but it is no lease; the text says what is wrong.
    case malformed(String)
    /// It was signed by a key that this app does not trust.
    case unknownKeyID(Lease)
    /// Its key is known, but the signature does not hold.
    case badSignature(Lease)
    /// No signature could be checked, since the cryptography library is missing or broken.
    case unverifiable(Lease, String)
    /// Its signature holds and its dates make sense; whether it is ours is for the rules to say.
    case trusted(Lease)
}
