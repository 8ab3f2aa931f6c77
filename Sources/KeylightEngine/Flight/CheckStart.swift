import KeylightCore
import KeylightPolicy

/// What is to be remembered while a check is under way.
struct CheckStart: Sendable {
    var ticket: FlightControl.Ticket
    var activation: Activation
    /// The last attempt on record when the check was decided on.
    var lastAttempt: Timestamp?
    var time: TimeAssessment
    var requestID: RequestID
    var wasDue: Bool
}
