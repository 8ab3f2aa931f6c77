/// The one public error: what was tried, what went wrong, and all that was known then.
///
/// Its texts hold no secret and are safe to show and to paste.
///
/// ```swift
/// do { try await manager.activate(key: typed) } catch let error {
///     show(error.description)                  // "activate: all seats are taken [3f9a01bc]"
///     if error.seatMayBeTaken { offerRetry() }
/// }
/// ```
public struct KeylightError: Error, Sendable {
    /// What was being done.
    public var operation: Operation
    /// What went wrong.
    public var kind: Kind
    /// Our id of the call; nil when no request was made.
    public var requestID: RequestID?
    /// The id that came back, when one did; different from ours when somebody else answered.
    public var echoedRequestID: String?
    /// The server's own id of the call, for its vendor's support; nil when it sent none.
    public var serverRequestID: String?
    /// The reply's HTTP status; nil when there was no reply.
    public var status: Int?
    /// Whether the server may hold a seat for this machine although the call failed; trying again is safe.
    public var seatMayBeTaken: Bool
    /// The error beneath, as it was thrown; nil when there is none.
    public var underlying: (any Error)?

    /// Makes an error.
    public init(
        operation: Operation,
        kind: Kind,
        requestID: RequestID? = nil,
        echoedRequestID: String? = nil,
        serverRequestID: String? = nil,
        status: Int? = nil,
        seatMayBeTaken: Bool = false,
        underlying: (any Error)? = nil
    ) {
        self.operation = operation
        self.kind = kind
        self.requestID = requestID
        self.echoedRequestID = echoedRequestID
        self.serverRequestID = serverRequestID
        self.status = status
        self.seatMayBeTaken = seatMayBeTaken
        self.underlying = underlying
    }

    /// What was being done when the error arose.
    public enum Operation: String, Sendable, Hashable {
        /// Reading the configuration.
        case configure
        /// Activating a license key.
        case activate
        /// Asking whether the license is still valid.
        case validate
        /// Giving the seat back.
        case deactivate
        /// Reporting an install without a license.
        case reportKeyless
        /// Asking for the product's settings.
        case fetchConfig
        /// Asking for the keys that the tenant publishes.
        case fetchKeySet
        /// Reading or writing the store.
        case storage
    }

    /// What went wrong.
    @nonexhaustive
    public enum Kind: Sendable, Hashable {
        /// A value of the configuration is unusable; names the field.
        case invalidConfiguration(field: String, problem: String)
        /// The text is not a license key; no request was made.
        case invalidLicenseKey(LicenseKeyError)
        /// There is no license key to act on; no request was made.
        case noLicenseKey
        /// The license was activated on another machine; its key can be activated here. No request was made.
        case movedDevice
        /// Another process on the same store asks the server; what it learns is seen here as well.
        case askedElsewhere
        /// The server refused, with a text for people: one line of at most 200 characters, in which the
        /// license key and the seat stand in their redacted form.
        case refused(String)
        /// All seats of the license, or of the vendor's plan, are taken (402).
        case seatLimitReached
        /// The key is not known (404); one bought within the last minutes may not have arrived yet.
        case licenseNotFound
        /// The call told us nothing.
        case noAnswer(FailureCause)
        /// The server asked for patience until this moment; no request was made.
        case notBefore(Timestamp)
        /// The license changed while the call was under way, and its answer was dropped.
        case superseded
        /// The store could not be read or written; the text says why.
        case storage(String)
    }
}

extension KeylightError: CustomStringConvertible {
    /// One line for people, with the request id.
    public var description: String {
        var text = "\(operation.rawValue): \(kind)"
        if let status, !kind.namesStatus { text += " (status \(status))" }
        if seatMayBeTaken { text += "; a seat may have been taken, and trying again is safe" }
        if let requestID {
            text += " [\(requestID)\(serverRequestID.map { ", server \($0)" } ?? "")]"
        }
        return text
    }
}

extension KeylightError: CustomReflectable {
    /// The parts that are safe to dump.
    public var customMirror: Mirror {
        Mirror(self, children: ["description": description], displayStyle: .struct)
    }
}

extension KeylightError.Kind: CustomStringConvertible {
    /// A short phrase for people.
    public var description: String {
        switch self {
        case .invalidConfiguration(let field, let problem): "\(field): \(problem)"
        case .invalidLicenseKey(let error): error.description
        case .noLicenseKey: "no license key is stored"
        case .movedDevice: "the license was activated on another machine; activate it here"
        case .askedElsewhere: "another process is asking the server"
        case .refused(let text): "the server refused: \(text)"
        case .seatLimitReached: "all seats are taken"
        case .licenseNotFound: "the key was not found; a new key can take a few minutes to arrive"
        case .noAnswer(let cause): cause.description
        case .notBefore(let date): "the server asked not to be called before \(date)"
        case .superseded: "the license changed meanwhile"
        case .storage(let text): "storage: \(text)"
        }
    }

    fileprivate var namesStatus: Bool {
        switch self {
        case .noAnswer(.unexpectedReply), .noAnswer(.serverFault), .noAnswer(.requestRefused): true
        default: false
        }
    }
}
