public import KeylightCore

/// Why a transport has no reply to give.
public struct TransportError: Error, Sendable {
    /// What went wrong.
    public var kind: Kind
    /// The transport's own text, without secrets; empty when there is none.
    public var message: String
    /// The error beneath; nil when there is none.
    public var underlying: (any Error)?

    /// Makes an error.
    public init(_ kind: Kind, message: String = "", underlying: (any Error)? = nil) {
        self.kind = kind
        self.message = message
        self.underlying = underlying
    }

    /// What went wrong, as far as the SDK treats it differently.
    @nonexhaustive
    public enum Kind: Sendable, Hashable {
        /// The machine has no network; the request was not sent.
        case notConnected
        /// The name was not found or the connection was refused; the request was not sent.
        case cannotConnect
        /// No complete reply in time; the request may have arrived.
        case timedOut
        /// The connection broke; the request may have arrived.
        case connectionLost
        /// The certificate was refused; the request was not sent.
        case tlsFailed
        /// The reply was longer than allowed and was cut off.
        case oversizeReply
        /// Anything else; the request may have arrived.
        case other
    }

    /// Whether the server may have received and carried out the request.
    public var mayHaveArrived: Bool {
        switch kind {
        case .notConnected, .cannotConnect, .tlsFailed: false
        case .timedOut, .connectionLost, .oversizeReply, .other: true
        }
    }

    /// The same in the SDK's one vocabulary.
    public var cause: FailureCause {
        switch kind {
        case .notConnected: .notConnected
        case .cannotConnect: .cannotConnect
        case .timedOut: .timedOut
        case .connectionLost: .connectionLost
        case .tlsFailed: .tlsFailed
        case .oversizeReply: .oversizeReply
        case .other: .transport(message)
        }
    }
}

extension TransportError: CustomStringConvertible {
    /// A short phrase for people.
    public var description: String {
        message.isEmpty || kind == .other ? cause.description : "\(cause) (\(message))"
    }
}
