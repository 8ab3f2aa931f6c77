public import KeylightCrypto

/// Which of the configured keys cannot be used, and why.
public struct TrustedKeyError: Error, Sendable, Equatable {
    /// The id of the key in question.
    public var kid: String
    /// What is wrong with it.
    public var problem: Problem

    /// Makes an error.
    public init(kid: String, problem: Problem) {
        self.kid = kid
        self.problem = problem
    }

    /// What is wrong with a key.
    @nonexhaustive
    public enum Problem: Error, Sendable, Equatable {
        /// The id is empty.
        case emptyKeyID
        /// The id holds `|`, which separates the fields of the signed text.
        case ambiguousKeyID
        /// Another key has the same id.
        case duplicateKeyID
        /// The key is not Base64.
        case notBase64
        /// The key has not the 32 bytes of an Ed25519 key.
        case wrongLength(bytes: Int)
        /// The key is one that anybody can sign for, such as 32 zero bytes left as a placeholder.
        case weakKey
        /// The key may be good, but the cryptography library is missing or broken.
        case cryptographyUnavailable(CryptoError)
    }
}

extension TrustedKeyError: CustomStringConvertible {
    /// A sentence for the developer.
    public var description: String { "trusted key \(kid.debugDescription): \(problem)" }
}

extension TrustedKeyError.Problem: CustomStringConvertible {
    /// A phrase for the developer.
    public var description: String {
        switch self {
        case .emptyKeyID: "the key id is empty"
        case .ambiguousKeyID: "the key id holds a \"|\""
        case .duplicateKeyID: "the key id occurs twice"
        case .notBase64: "the key is not Base64"
        case .wrongLength(let bytes): "the key has \(bytes) bytes, an Ed25519 key has 32"
        case .weakKey: "the key is one that anybody can sign for; is it a placeholder?"
        case .cryptographyUnavailable(let error): "\(error)"
        }
    }
}
