/// The server's explicit no, as remembered until it says yes again.
public struct Denial: Sendable, Hashable, Codable {
    /// When it was received.
    public var date: Timestamp
    /// The server's text for people, made fit to be shown: one line of at most 200 characters, without the
    /// license key and the seat. Nil when it gave none.
    public var text: String?
    /// The call that it answered.
    public var requestID: RequestID?

    /// Makes a denial.
    public init(date: Timestamp, text: String?, requestID: RequestID?) {
        self.date = date
        self.text = text
        self.requestID = requestID
    }
}
