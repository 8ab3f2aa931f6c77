import Foundation
import KeylightTransport

extension URLErrorMapping {
    /// The same failure as the SDK's error, with the session's error beneath.
    static func transportError(for error: any Error) -> TransportError {
        let error = error as NSError
        var message = "\(error.domain) \(error.code)"
        if isProxyFailure(domain: error.domain, code: error.code) { message = "proxy failure, " + message }
        return TransportError(
            kind(domain: error.domain, code: error.code),
            message: message,
            underlying: error
        )
    }
}
