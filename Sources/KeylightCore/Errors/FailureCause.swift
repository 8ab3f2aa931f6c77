/// Why a call to the server told us nothing, or was refused: one vocabulary for errors, warnings and logs.
@nonexhaustive
public enum FailureCause: Sendable, Hashable {
    /// The machine has no network.
    case notConnected
    /// The server's name was not found or no connection came about.
    case cannotConnect
    /// No answer within the time limit.
    case timedOut
    /// The connection broke before the answer was complete.
    case connectionLost
    /// The server's certificate was refused: often a proxy or a virus scanner that reads along.
    case tlsFailed
    /// A reply longer than 64 KiB was cut off.
    case oversizeReply
    /// The transport failed in another way; the text is the transport's own.
    case transport(String)
    /// The reply was a redirect, a web page or something else that the service never sends: often a
    /// captive portal, a VPN or a firewall.
    case unexpectedReply(status: Int)
    /// The reply carried the id of another request: a cache or a proxy answered.
    case foreignReply
    /// The server has a passing fault (408 or 5xx).
    case serverFault(status: Int)
    /// The server asked for patience (429, or 503 with a date).
    case rateLimited
    /// The server refused the request itself (4xx): the app's configuration, or a firewall in between.
    case requestRefused(status: Int)
    /// The lease was signed by a key that this version of the app does not know: the app may be too old. The
    /// name is cut at 64 characters.
    case unknownKeyID(String)
    /// The lease's signature does not hold.
    case badSignature
    /// The lease was issued to another instance or another license key.
    case foreignLease
    /// The lease is older than the one that is stored.
    case replayedLease
    /// The lease has a status that this version does not know: the app may be too old. The name is cut at 64
    /// characters.
    case unknownLeaseStatus(String)
    /// The lease is malformed or its dates make no sense.
    case malformedLease
    /// The signature could not be checked at all, since the cryptography library is missing or broken.
    case cryptographyUnavailable(String)
    /// The reply contradicts itself, such as status 422 with `valid: true`.
    case contradictoryReply
    /// The product's settings are not believed; with the verifier's reason.
    case refusedSettings(String)
}

extension FailureCause: CustomStringConvertible {
    /// A short phrase for people, safe to paste.
    public var description: String {
        switch self {
        case .notConnected: "no network connection"
        case .cannotConnect: "could not connect to the licensing server"
        case .timedOut: "the licensing server did not answer in time"
        case .connectionLost: "the connection broke before the answer was complete"
        case .tlsFailed: "the server's certificate was refused; a proxy may be reading along"
        case .oversizeReply: "the reply was too large"
        case .transport(let text): "the transport failed: \(text)"
        case .unexpectedReply(let status):
            "unexpected reply with status \(status); a captive portal, VPN or firewall may be in the way"
        case .foreignReply: "the reply belongs to another request; a cache or proxy answered"
        case .serverFault(let status): "the licensing server has a passing fault (\(status))"
        case .rateLimited: "the licensing server asked for patience"
        case .requestRefused(let status):
            "the server refused the request (\(status)); check the configuration, VPN and firewall"
        case .unknownKeyID(let kid):
            "lease signed by unknown key \(kid.debugDescription); the app may be too old"
        case .badSignature: "the lease's signature does not hold"
        case .foreignLease: "the lease was issued to another activation"
        case .replayedLease: "the lease is older than the stored one"
        case .unknownLeaseStatus(let status):
            "lease status \(status.debugDescription) is unknown; the app may be too old"
        case .malformedLease: "the lease is malformed"
        case .cryptographyUnavailable(let text): "signatures cannot be checked: \(text)"
        case .contradictoryReply: "the reply contradicts itself"
        case .refusedSettings(let reason): reason
        }
    }
}
