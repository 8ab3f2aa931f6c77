public import KeylightCore

/// Changes that are in memory but not yet on disk, oldest first.
///
/// A disk that cannot be written costs no memory: what a later change makes superfluous is dropped, so that there is
/// one of a kind at most, but for what the user did and which seats are to be released.
public struct UnsavedChanges: Sendable, Hashable {
    private struct Entry: Sendable, Hashable {
        var number: UInt64
        var change: RecordChange
        /// What was known of the server's answers before the change; nil when that does not matter.
        var answer: KnownAnswer?
    }

    private var entries: [Entry] = []
    private var nextNumber: UInt64 = 0

    /// Starts with all saved.
    public init() {}

    /// Whether all is saved.
    public var isEmpty: Bool { entries.isEmpty }

    /// How many changes there are.
    public var count: Int { entries.count }

    /// Adds a change that is just being made in memory.
    ///
    /// - Parameter answer: what the record in memory knew of the server's answers before it.
    public mutating func add(_ change: RecordChange, knowing answer: KnownAnswer) {
        var entry = Entry(number: takeNumber(), change: change, answer: answer)
        // A lease that is not the newest takes the place of another by its status alone, so its turn matters.
        let newest = entries.compactMap(\.change.leaseIssuedAt).max()
        let isMergeable = change.leaseIssuedAt.map { issued in newest.map { issued >= $0 } ?? true } ?? true
        // From the newest on: an activation or a deactivation in between ends what an answer is about.
        for index in entries.indices.reversed() {
            let known = entries[index]
            if change.isAnswer, known.change.isBoundary { break }
            guard isMergeable, let merged = change.merged(intoEarlier: known.change) else {
                if change.isAnswer, known.change.isAnswer { break }
                continue
            }
            entry.change = merged
            entry.answer = known.answer
            entries.remove(at: index)
            // A lease that was there before must not move the floor down once more, below what was noted since.
            return change.keepsPlace ? entries.insert(entry, at: index) : entries.append(entry)
        }
        entries.append(entry)
    }

    /// Adds, before all others, that the record vanished from the disk, with what memory holds of it.
    ///
    /// That holds what the other changes say already: they are applied only where it is not put back, since another
    /// process has made a record in the meantime.
    public mutating func addLost(_ record: LicenseRecord) {
        entries.removeAll { $0.change.isLoss }
        let entry = Entry(number: takeNumber(), change: .recordLost(record), answer: nil)
        entries.insert(entry, at: 0)
    }

    /// Drops what has been written: all that was in `batch` and has not been merged with a later change since.
    public mutating func drop(_ batch: UnsavedChanges) {
        let numbers = Set(batch.entries.map(\.number))
        entries.removeAll { numbers.contains($0.number) }
    }

    /// Applies all changes, oldest first, to a record that other processes may have changed meanwhile.
    public func apply(to record: inout LicenseRecord) {
        var firstToApply: UInt64 = 0
        for entry in entries where entry.number >= firstToApply {
            if entry.change.isLoss, record.isEmpty { firstToApply = entry.number }
            record.apply(entry.change, knowing: entry.answer)
        }
    }

    private mutating func takeNumber() -> UInt64 {
        defer { nextNumber &+= 1 }
        return nextNumber
    }
}

extension RecordChange {
    /// Whether it is what the server said of the license.
    fileprivate var isAnswer: Bool {
        switch self {
        case .confirmed, .denied: true
        default: false
        }
    }

    /// When the lease that it brings was signed; nil when it brings none.
    fileprivate var leaseIssuedAt: Timestamp? {
        switch self {
        case .activated(_, let lease, _, _), .confirmed(_, let lease?, _, _): lease.issuedAt
        default: nil
        }
    }

    /// Whether it ends what earlier answers were about.
    fileprivate var isBoundary: Bool {
        switch self {
        case .activated, .deactivated, .leftToOtherMachine: true
        default: false
        }
    }

    fileprivate var isLoss: Bool {
        if case .recordLost = self { true } else { false }
    }

    /// Whether it takes the place of the change that it was merged with, and not its own.
    fileprivate var keepsPlace: Bool {
        if case .confirmed(_, nil, _, _) = self { true } else { false }
    }

    /// One change that does what the two of them do; nil when there is none.
    fileprivate func merged(intoEarlier earlier: RecordChange) -> RecordChange? {
        switch (earlier, self) {
        // A later floor is higher, unless a signed answer has moved it down in between.
        case (.floorRaised, .floorRaised), (.attempted, .attempted), (.patienceAsked, .patienceAsked),
            (.keylessReported, .keylessReported):
            return self
        case (.trialRan(let before), .trialRan(let now)): return .trialRan(seconds: max(before, now))
        case (.trialStarted(let before), .trialStarted(let now)): return .trialStarted(at: min(before, now))
        case (.anonymousIDMade, .anonymousIDMade): return earlier
        case (.settingsReceived(let before), .settingsReceived(let now)):
            return .settingsReceived(
                ProductSettings(
                    trialDurationDays: now.trialDurationDays ?? before.trialDurationDays,
                    freeTierEnabled: now.freeTierEnabled ?? before.freeTierEnabled
                )
            )
        case (.denied(let one, _), .denied(let other, _)) where one == other: return self
        case (
            .confirmed(let one, let before, let endBefore, _),
            .confirmed(let other, let lease, let end, let time)
        ) where one == other:
            return .confirmed(one, lease: lease ?? before, licenseEnd: end ?? endBefore, at: time)
        default: return nil
        }
    }
}
