extension CryptoError: CustomStringConvertible {
    /// A sentence for a log or a bug report; it never holds key material.
    public var description: String {
        switch self {
        case .libraryUnavailable(let message):
            message
        case .selfTestFailed(let message):
            "cryptographic self-test failed, nothing will be verified or sealed: \(message)"
        case .invalidKeyLength(let expected, let actual):
            "the key has \(actual) bytes, \(expected) are needed"
        case .invalidLength(let input, let allowed, let actual):
            "the \(input) has \(actual) bytes, allowed are \(allowed.lowerBound) to \(allowed.upperBound)"
        case .weakPublicKey:
            "the public key is a point of small order, for which anybody can make signatures"
        case .authenticationFailed:
            "the sealed data is not authentic: altered, incomplete, or sealed with another key"
        case .operationFailed(let message):
            "cryptographic operation failed: \(message)"
        }
    }
}
