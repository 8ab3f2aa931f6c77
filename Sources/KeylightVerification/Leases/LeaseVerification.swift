/// What the check of a lease found, each part for itself.
public struct LeaseVerification: Sendable, Hashable {
    /// Whether the key that is said to have signed it is trusted.
    public var kidKnown: Bool
    /// Whether that key has signed exactly these fields; false when the key is not known.
    public var signatureValid: Bool
    /// Whether it is past its end and the skew; found out in every case, also for a bad signature.
    public var expired: Bool

    /// Makes a finding.
    public init(kidKnown: Bool, signatureValid: Bool, expired: Bool) {
        self.kidKnown = kidKnown
        self.signatureValid = signatureValid
        self.expired = expired
    }
}
