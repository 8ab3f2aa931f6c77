public import KeylightCore

/// A second place that remembers when the trial began, beside the record.
///
/// A record that was thrown away would otherwise begin a new trial. Of the two dates the earliest wins, and each
/// place is given what the other knew. A store of another kind than the record's is a good mirror; without one the
/// record alone counts. Its calls block; they are made when the engine is built and when a trial's start is
/// stamped. What it throws is logged and stops nothing.
public protocol TrialStartMirror: Sendable {
    /// The date that is remembered.
    ///
    /// - Returns: nil when there is none.
    func loadTrialStart() throws -> Timestamp?

    /// Remembers a date; it is never later than the one that was loaded.
    func saveTrialStart(_ start: Timestamp) throws
}
