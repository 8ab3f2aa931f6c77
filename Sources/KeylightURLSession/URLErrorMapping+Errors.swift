import Foundation
import KeylightTransport

extension URLErrorMapping {
    /// The same failure as the SDK's error, with the session's error beneath.
    ///
    /// Its message is domain, code and the error's own text, which may name hosts and URLs; none of ours
    /// holds a secret.
    static func transportError(for error: any Error) -> TransportError {
        let known = error as NSError
        let text = known.localizedDescription
        var message = "\(known.domain) \(known.code)"
        if !text.isEmpty { message += ": \(text)" }
        if isProxyFailure(domain: known.domain, code: known.code, text: text) {
            message = "proxy failure, " + message
        }
        let kind = kind(domain: known.domain, code: known.code, text: text)
        return TransportError(kind, message: message, underlying: error)
    }
}
