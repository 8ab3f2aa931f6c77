import KeylightClock
import KeylightPolicy

/// A validation that is under way, for those who wait for it.
struct ValidationUnderWay: Sendable {
    /// Its name.
    let ticket: FlightControl.Ticket
    /// What comes of it.
    let outcome: SharedOutcome<RefreshResult>
    /// What carries it; nil until it has been started.
    var task: BackgroundTask?
    /// Whether the user wants it, or the app on the user's behalf: since the beginning, or since joining it.
    var isUsersWish: Bool
}
