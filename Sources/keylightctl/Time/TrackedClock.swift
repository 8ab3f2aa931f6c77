import Keylight

/// A clock that tells a tracker of the sleeps on it.
struct TrackedClock: LicenseClock {
    let base: any LicenseClock
    let tracker: WorkTracker

    func now() -> ClockReading { base.now() }

    func sleep(until deadline: ContinuousInstant) async throws {
        guard tracker.countsThisTask else { return try await base.sleep(until: deadline) }
        tracker.sleepBegan()
        defer { tracker.sleepEnded() }
        try await base.sleep(until: deadline)
    }
}
