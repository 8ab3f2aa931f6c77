import KeylightCore

/// Keeps an event back for a while after the machine woke up.
///
/// The state changes at its second, also when the machine has slept over it. But to tell a user that his
/// license has expired, and a moment later that it has not, helps nobody: so the event waits until one
/// attempt has ended, or for 30 s.
struct EventHold: Sendable {
    /// What was announced last when the hold began; events are judged from there.
    let base: LicenseSnapshot
    /// When it ends at the latest.
    let end: ContinuousInstant
}
