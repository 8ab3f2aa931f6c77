import KeylightCore

extension LicenseRecord {
    /// Whether two records differ at most in what changes as time passes, and is found out anew.
    ///
    /// A mirror need not follow these: the time of the last request, a wish for patience, the time floor (the lease
    /// has one of its own), how long the trial has run (its start stays).
    func agrees(with other: LicenseRecord) -> Bool { substance == other.substance }

    private var substance: LicenseRecord {
        var record = self
        record.lastAttempt = nil
        record.notBefore = nil
        record.timeFloor = nil
        record.trialRun = nil
        return record
    }
}
