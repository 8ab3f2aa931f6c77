import KeylightCore
import KeylightLeaseStore
import KeylightPolicy
import KeylightVerification

/// All that the engine knows, as one value: the record and what was drawn from it, the time, the checks.
///
/// It performs nothing; the engine asks it, and does what has to be done.
struct EngineState: Sendable {
    let policy: LicensePolicy
    let seed: ProductSeed
    let verifier: LeaseVerifier
    /// This machine's hash; nil when there is none, or it cannot be read now.
    let machineHash: String?

    private(set) var record = LicenseRecord()
    private(set) var facts: LicenseFacts
    private(set) var storage: StorageFacts = .readable
    private(set) var unsaved = UnsavedChanges()
    /// Why the last read failed; nil when it did not.
    private var readTrouble: String?
    /// Why the last write failed; nil when it did not.
    private var writeTrouble: String?
    private(set) var writeFailures = 0
    /// When a write that failed is tried again; nil when all is saved.
    private(set) var nextWrite: ContinuousInstant?
    /// What tells the store's place from a copy of it; nil when the store cannot tell.
    private(set) var place: String?
    /// Whether the record still is where it was made.
    private(set) var binding: DeviceBinding = .held
    var attempts = AttemptHistory()
    var time = TrustedTime()
    private var trialRun = TrialRun()
    var flight = FlightControl()
    var keyless = KeylessReporting()

    private var evidence: LeaseEvidence = .absent
    private var storeOrder: UInt64 = 0
    private var hasLoaded = false

    init(policy: LicensePolicy, seed: ProductSeed, verifier: LeaseVerifier, machineHash: String? = nil) {
        self.policy = policy
        self.seed = seed
        self.verifier = verifier
        self.machineHash = machineHash
        facts = LicenseFacts(
            record: LicenseRecord(),
            evidence: .absent,
            seed: seed,
            storage: .readable,
            jitter: 0
        )
    }

    // MARK: Time

    /// Takes in a reading; the one place where the engine learns the time.
    mutating func observe(_ reading: ClockReading) -> TimeAssessment {
        var assessment = time.observe(reading, policy: policy)
        trialRun.count(!facts.hasLicenseKey, at: reading.continuous)
        assessment.trialRunStart = trialRun.start(
            now: assessment.now,
            fraction: assessment.fraction,
            at: reading.continuous
        )
        if assessment.condition == .plausible { attempts.rollbackWasAsked = false }
        return assessment
    }

    /// A fresh signed answer has just told the time. When it shows the clock to be behind, another one would
    /// tell nothing new.
    mutating func noteToldTime(at reading: ClockReading) {
        if case .rolledBack = time.assess(reading, policy: policy).condition {
            attempts.rollbackWasAsked = true
        }
    }

    /// Whether what is known is also on disk, and the disk can be read.
    var persistence: PersistenceCondition { (writeTrouble ?? readTrouble).map { .failing($0) } ?? .saved }

    /// Whether the last write failed; a step of the ladder tries again, and nobody else.
    var lastWriteFailed: Bool { writeTrouble != nil }

    func resolve(_ time: TimeAssessment) -> LicenseSnapshot {
        Resolver.resolve(facts, attempts: attempts, time: time, persistence: persistence, policy: policy)
    }

    /// What of the time is worth writing: the floor, and how long the trial has run.
    ///
    /// - Parameter isEnding: true at a clean end, when every second is.
    func timeChanges(at reading: ClockReading, isInTrial: Bool, isEnding: Bool = false) -> [RecordChange] {
        guard storage.isReadable, !record.isEmpty else { return [] }
        let floor = time.floorToPersist(at: reading, policy: policy, isEnding: isEnding)
        // When the trial is over by the calendar, only that it is used up by its run is worth a write.
        let step = isInTrial ? (isEnding ? 1 : policy.floorStep) : .max
        let limit = Seconds.product(facts.trialDurationDays, Seconds.day)
        let run =
            facts.hasLicenseKey
            ? nil : trialRun.secondsToPersist(at: reading.continuous, step: step, limit: limit)
        return [floor.map { .floorRaised(to: $0) }, run.map { .trialRan(seconds: $0) }].compactMap(\.self)
    }

    /// When something of the time will be worth writing; nil when nothing will, or while a write is due anyway.
    func nextTimeWrite(isInTrial: Bool) -> ContinuousInstant? {
        // Without a license and without a trial there is no time to keep, and no reason to wake up.
        guard facts.hasLicenseKey || isInTrial, storage.isReadable, !record.isEmpty, unsaved.isEmpty else {
            return nil
        }
        let run = isInTrial ? trialRun.nextWrite(step: policy.floorStep) : nil
        return [time.nextFloorWrite(policy: policy), run].compactMap(\.self).min()
    }

    /// When a trial that has no start on record begins.
    ///
    /// - Returns: nil while the wall clock was never set, since a start that lies decades back would end the
    ///   trial as soon as it is; until then the trial is as long as the app runs.
    mutating func trialStart(at time: TimeAssessment) -> Timestamp? {
        guard time.now >= policy.earliestWallClock else { return nil }
        if record.trialStart == nil, record.trialRun == nil { trialRun.restart(at: time.instant) }
        return record.trialRun == nil ? time.now : time.trialRunStart ?? time.now
    }

    // MARK: The store's answers

    /// Notes where the store is, before what it holds is taken over; a place that was known stays known.
    mutating func locate(_ place: String?) {
        self.place = place ?? self.place
    }

    /// Takes over what a load found.
    mutating func adopt(
        _ loaded: Result<StoredRecord, LeaseStoreError>,
        order: UInt64,
        at reading: ClockReading
    ) {
        guard order >= storeOrder else { return }
        storeOrder = order
        switch loaded {
        case .success(.record(let stored)): take(stored, at: reading)
        case .success(.absent): recover(storage: .readable)
        case .success(.corrupt): recover(storage: .recordWasCorrupt)
        case .success(.newerSchema(let schema)), .failure(.newerSchema(let schema)):
            keepMemory(otherwise: .newerSchema(schema))
        case .failure(let error): keepMemory(otherwise: .unavailable(error.storageText))
        }
        refreshFacts()
    }

    /// Takes over the outcome of a write of unsaved changes.
    mutating func adopt(
        _ written: Result<LicenseRecord, LeaseStoreError>,
        of batch: UnsavedChanges,
        order: UInt64,
        at reading: ClockReading
    ) {
        switch written {
        case .success(let stored):
            unsaved.drop(batch)
            writeTrouble = nil
            writeFailures = 0
            nextWrite = nil
            guard order >= storeOrder else { return }
            storeOrder = order
            take(stored, at: reading)
            refreshFacts()
        case .failure(let error):
            writeTrouble = error.storageText
            let ladder = policy.retryLadder
            let wait = ladder.isEmpty ? policy.longestHop : ladder[min(writeFailures, ladder.count - 1)]
            writeFailures = min(writeFailures + 1, 1_000)
            nextWrite = reading.continuous.adding(seconds: wait)
        }
    }

    // MARK: Changes

    /// Applies a change to what is in memory and notes that it is yet to be written.
    ///
    /// - Parameter trusted: the lease of the change, when its signature has just been checked.
    mutating func change(_ change: RecordChange, trusted: Lease? = nil) {
        unsaved.add(change, knowing: record.knownAnswer)
        record.apply(change)
        if let trusted, record.lease == trusted { evidence = .trusted(trusted) }
        if case .activated = change { storage = .readable }
        refreshFacts()
    }

    /// Takes over a trial's start that was found beside the record, when it is the earlier one.
    mutating func expectTrialStart(_ start: Timestamp) {
        guard storage.isReadable, record.trialStart.map({ start < $0 }) ?? true else { return }
        change(.trialStarted(at: start))
    }

    private mutating func take(_ stored: LicenseRecord, at reading: ClockReading) {
        var merged = stored
        unsaved.apply(to: &merged)
        let known = record.lease
        storage = condition(.readable, hasLicense: merged.activation != nil)
        readTrouble = nil
        hasLoaded = true
        defer {
            time.notePersisted(floor: stored.timeFloor)
            trialRun.notePersisted(stored.trialRun)
        }
        guard merged != record || known == nil else { return }
        record = merged
        refreshEvidence()
        // Another process may have been given a fresher signed answer than we know of.
        let isFresher =
            merged.lease.map { lease in
                known.map { LeaseBinding.isFresh(lease, beside: $0) && lease != $0 } ?? false
            } ?? false
        var provenRecord = merged
        if !evidence.isTrusted { provenRecord.lease = nil }
        time.adopt(provenRecord, at: reading, reanchor: isFresher)
        if isFresher, evidence.isTrusted { noteToldTime(at: reading) }
        trialRun.adopt(merged, at: reading.continuous)
        attempts.adopt(merged, at: time.assess(reading, policy: policy), policy: policy)
    }

    /// The record has vanished or was damaged. What is in memory is put back, so that a cleaning tool or a
    /// bad disk takes nothing from a running app.
    private mutating func recover(storage found: StorageFacts) {
        let isLost = hasLoaded && !record.isEmpty
        storage = condition(isLost ? .readable : found, hasLicense: record.activation != nil)
        readTrouble = nil
        if isLost { unsaved.addLost(record) }
        hasLoaded = true
    }

    /// What is known of the store after it could be read.
    ///
    /// That a record was damaged stays known until there is a license again: the store has moved the file aside and
    /// finds nothing the next time, and a user who had a license must not be shown "never activated" then.
    private func condition(_ found: StorageFacts, hasLicense: Bool) -> StorageFacts {
        storage == .recordWasCorrupt && !hasLicense ? .recordWasCorrupt : found
    }

    /// The store cannot be read. What memory holds goes on; without anything, nothing is known.
    private mutating func keepMemory(otherwise condition: StorageFacts) {
        if hasLoaded, storage.isReadable {
            if case .unavailable(let text) = condition { readTrouble = text }
        } else {
            storage = condition
        }
    }

    private mutating func refreshEvidence() {
        guard let lease = record.lease else {
            evidence = .absent
            return
        }
        if evidence == .trusted(lease) { return }
        evidence = verifier.evidence(for: lease)
    }

    private mutating func refreshFacts() {
        refreshEvidence()
        binding = DeviceBinding.judge(
            record.activation?.origin,
            machineHash: machineHash,
            place: place
        )
        facts = LicenseFacts(
            record: record,
            evidence: evidence,
            seed: seed,
            storage: storage,
            binding: binding,
            jitter: policy.scheduleJitter
        )
    }
}

extension LeaseEvidence {
    /// Whether the signature holds.
    var isTrusted: Bool {
        if case .trusted = self { true } else { false }
    }
}

extension LeaseStoreError {
    /// The text without the introduction, for places that give their own.
    var storageText: String {
        switch self {
        case .unavailable(let text), .notOffered(let text), .writeFailed(let text): text
        default: description
        }
    }
}
