import KeylightCore

/// What a ``MirroringLeaseStore`` knows of its mirror, in this process.
///
/// Copies are numbered, since two threads may make one each: a copy that succeeded says nothing of a change that came
/// after it.
struct MirrorStanding: Sendable {
    /// The number of the last copy that has to be made.
    private(set) var expected: UInt64 = 0
    /// The number up to which they were made; nil while the two stores were not compared in this process.
    private var made: UInt64?
    private var isKnownEmpty = false
    private var troubles: Set<MirrorTrouble> = []

    /// Whether the mirror lacks a change that this process has made. It is not used then: it could bring back a
    /// license that was given back or denied.
    var isBehind: Bool { expected > made ?? 0 }

    /// Whether a record may be found in it.
    var isWorthAsking: Bool { !isBehind && !isKnownEmpty }

    // MARK: Copies

    /// The number of the copy to be made after an update; nil when none is needed.
    ///
    /// The first change of a process is always compared, whatever it is: the process before may have left the mirror
    /// behind, or had none.
    mutating func copyNeeded(from before: LicenseRecord, to written: LicenseRecord) -> UInt64? {
        let isFirst = made == nil && before != written
        guard isFirst || isBehind || !before.agrees(with: written) else { return nil }
        return expectCopy()
    }

    /// Notes that the mirror is behind until the copy of this number was made.
    mutating func expectCopy() -> UInt64 {
        expected += 1
        return expected
    }

    mutating func finishCopy(_ number: UInt64) {
        made = max(made ?? 0, number)
        isKnownEmpty = false
    }

    mutating func finishErasing(_ number: UInt64) {
        finishCopy(number)
        noteEmpty(asOf: number)
    }

    /// The first store was given the mirror's record, so that there is nothing to compare.
    mutating func noteAgreement() { made = made ?? 0 }

    // MARK: Emptiness

    /// The mirror was found empty when this was the last copy expected; it is not asked again.
    mutating func noteEmpty(asOf number: UInt64) {
        if number == expected { isKnownEmpty = true }
    }

    /// There is a record in the first store; whoever wrote it may have filled the mirror.
    mutating func noteRecord() { isKnownEmpty = false }

    // MARK: Reports

    /// Whether a trouble is new.
    mutating func notice(_ trouble: MirrorTrouble) -> Bool { troubles.insert(trouble).inserted }

    mutating func forget(_ gone: [MirrorTrouble]) { troubles.subtract(gone) }
}
