import KeylightClock
import KeylightCore
import KeylightPolicy

/// What happens with nobody calling: planned checks, the end of a lease, a trial's days, repeated writes.
extension LicenseEngine {
    /// The first thing an engine does, outside its initialiser.
    func begin() {
        update()
    }

    /// Sets the timer for whatever comes first; none when nothing is to come.
    func rearm(for snapshot: LicenseSnapshot, at time: TimeAssessment) {
        let waits = [
            validation == nil ? snapshot.nextCheck.map { $0.seconds(since: time.now) } : nil,
            StateChange.next(after: time.now, snapshot: snapshot, facts: state.facts, policy: state.policy)
                .map { $0.seconds(since: time.now) },
            state.persistence == .saved ? nil : ladder(state.writeFailures),
            state.storage.isReadable ? nil : state.policy.longestHop,
        ].compactMap(\.self)
        guard let wait = waits.min() else { return alarm.cancel() }
        // Never less than a second, so that nothing can turn into a tight loop; never more than a hop, so
        // that a deadline is computed afresh after sleep and changes of the clock.
        let deadline = time.instant.adding(seconds: min(max(wait, 1), state.policy.longestHop))
        guard !alarm.covers(deadline, now: time.instant) else { return }
        alarm.set(deadline, clock: clock, runner: runner) { [weak self] number in
            await self?.alarmRang(number)
        }
    }

    private func alarmRang(_ number: UInt64) async {
        guard alarm.accepts(number) else { return }
        await reload()
        let time = state.observe(clock.now())
        let isRollback =
            if case .rolledBack = time.condition { !state.attempts.rollbackWasAsked } else { false }
        if let planned = snapshot.nextCheck, planned <= time.now || isRollback {
            // What becomes of it is published; nobody waits for it here.
            _ = startCheck(.scheduled)
        }
        if let floor = state.time.floorToPersist(at: clock.now(), policy: state.policy),
            state.storage.isReadable, !state.record.isEmpty
        {
            state.change(.floorRaised(to: floor))
        }
        releaseSeatsInBackground()
        update()
        await flush()
    }

    private func ladder(_ failures: Int) -> Int64 {
        let steps = state.policy.retryLadder
        guard let last = steps.last else { return state.policy.longestHop }
        return failures > steps.count ? last : steps[max(0, failures - 1)]
    }
}
