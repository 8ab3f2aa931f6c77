#if canImport(FoundationNetworking)
    import Foundation
    import FoundationNetworking

    extension SessionDelegate {
        /// A request for a password is a reply like any other: there is none to give, and the rules want to
        /// see the 401.
        ///
        /// Elsewhere the session does that by itself. Here the challenge comes after the whole reply, and
        /// every way on but a password loses it: the default handling never ends, and the rejection ends in
        /// "cancelled".
        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            didReceive challenge: URLAuthenticationChallenge,
            completionHandler:
                @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            waiter(for: task)?.finishReply(fallbackHead: Self.head(of: challenge.failureResponse))
            completionHandler(.rejectProtectionSpace, nil)
        }
    }
#endif
