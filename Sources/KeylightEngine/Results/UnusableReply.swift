public import KeylightCore

/// A kind of reply that told nothing, as ``LicenseExplanation/unusableReplies`` counts them.
///
/// Calls that brought no reply at all are none: a machine without a network is no riddle. A number beside
/// ``badSignature`` or ``foreignLease`` is: somebody answers in the server's place, or the app trusts another key.
@nonexhaustive
public enum UnusableReply: String, Sendable, Hashable, CaseIterable {
    /// The signature of a lease does not hold.
    case badSignature
    /// A lease was issued to another activation.
    case foreignLease
    /// A lease is older than the stored one.
    case replayedLease
    /// A lease was signed by a key that the app does not know.
    case unknownKeyID
    /// A lease has a status that this version does not know.
    case unknownLeaseStatus
    /// A lease is malformed, or missing where there must be one.
    case malformedLease
    /// Signatures cannot be checked on this machine.
    case cryptographyUnavailable
    /// A reply contradicts itself.
    case contradictoryReply
    /// The product's settings are not believed.
    case refusedSettings
    /// A web page, a redirect or something else that the service never sends.
    case unexpectedReply
    /// The reply to another request.
    case foreignReply
    /// A reply that was too long.
    case oversizeReply
    /// The server refused the request itself.
    case requestRefused
    /// The server has a passing fault.
    case serverFault
    /// The server asked for patience.
    case rateLimited

    /// The kind that a failure is.
    ///
    /// - Returns: nil when there was no reply.
    public init?(_ cause: FailureCause) {
        switch cause {
        case .badSignature: self = .badSignature
        case .foreignLease: self = .foreignLease
        case .replayedLease: self = .replayedLease
        case .unknownKeyID: self = .unknownKeyID
        case .unknownLeaseStatus: self = .unknownLeaseStatus
        case .malformedLease: self = .malformedLease
        case .cryptographyUnavailable: self = .cryptographyUnavailable
        case .contradictoryReply: self = .contradictoryReply
        case .refusedSettings: self = .refusedSettings
        case .unexpectedReply: self = .unexpectedReply
        case .foreignReply: self = .foreignReply
        case .oversizeReply: self = .oversizeReply
        case .requestRefused: self = .requestRefused
        case .serverFault: self = .serverFault
        case .rateLimited: self = .rateLimited
        case .notConnected, .cannotConnect, .timedOut, .connectionLost, .tlsFailed, .transport: return nil
        }
    }
}
