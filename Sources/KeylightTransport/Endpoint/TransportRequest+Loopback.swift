extension TransportRequest {
    /// Whether the server is this machine, where no proxy has any business.
    ///
    /// It is the rule by which a base URL may do without TLS, so that there are not two answers to one question.
    package var isToThisMachine: Bool { (try? BaseURL(url))?.isLoopback ?? false }
}
