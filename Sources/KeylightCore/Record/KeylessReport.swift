/// The last report of an install without a license that the server has taken.
public struct KeylessReport: Sendable, Hashable, Codable {
    /// What was reported.
    public var state: KeylessState
    /// When, in trusted time.
    public var date: Timestamp

    /// Makes a report.
    public init(state: KeylessState, date: Timestamp) {
        self.state = state
        self.date = date
    }
}
