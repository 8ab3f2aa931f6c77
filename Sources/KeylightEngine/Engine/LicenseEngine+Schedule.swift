import KeylightClock
import KeylightCore
import KeylightPolicy

/// What happens with nobody calling: planned checks, the end of a lease, a trial's days, repeated writes.
extension LicenseEngine {
    /// The first thing an engine does, outside its initialiser.
    func begin(_ source: any SystemHintSource) async {
        reportMachineID()
        update()
        if !isReadOnly {
            hints = source.listen { [weak self, runner] hint in
                _ = runner.run { [weak self] in await self?.post(hint) }
            }
        }
        await startWatching()
    }

    /// Sets the timer for whatever comes first; none when nothing is to come.
    func rearm(for snapshot: LicenseSnapshot, at time: TimeAssessment) {
        guard !isReadOnly else { return }
        let dates = [
            validation == nil && !isRinging ? snapshot.nextCheck : nil,
            StateChange.next(after: time.now, snapshot: snapshot, facts: state.facts, policy: state.policy),
            // Whatever else there is, an unreadable store is tried again at the next hop.
            state.storage.isReadable ? nil : time.now.adding(Seconds.sum(state.policy.longestHop, 1)),
        ].compactMap(\.self)
        // What is overdue waits for a second, so that nothing can turn into a tight loop. Nothing waits for
        // longer than a hop, so that a deadline is computed afresh after sleep and changes of the clock.
        let dated = dates.min().map {
            $0 > time.now ? time.instant(of: $0) : time.instant.adding(seconds: 1)
        }
        // What cannot be noted now, for whatever reason, is tried a hop later.
        let timeWrite = state.nextTimeWrite(isInTrial: snapshot.rule == .trial).map {
            $0 > time.instant ? $0 : time.instant.adding(seconds: state.policy.longestHop)
        }
        // What needs the store waits until it has answered the last ring.
        let writes = isRinging ? [] : [state.nextWrite, timeWrite]
        // A look at the reports is on the continuous clock and needs no hops.
        let nextLook = reportsKeyless && keylessTask == nil ? state.keyless.nextLook : nil
        // Nor can such a look, whatever the numbers of the rules are; every update looks by itself.
        let look = nextLook.map { max($0, time.instant.adding(seconds: 1)) }
        let wanted = ([dated, hold?.end] + writes).compactMap(\.self).min()
        guard let first = [wanted, look].compactMap(\.self).min() else { return alarm.cancel() }
        let hop = wanted == nil ? first : time.instant.adding(seconds: state.policy.longestHop)
        let deadline = min(first, hop)
        // A hop that is set already is not put off, or frequent callers would put it off for ever.
        let isSet =
            first > hop ? alarm.rings(after: time.instant, noLaterThan: hop) : alarm.isSet(for: deadline)
        guard !isSet else { return }
        alarm.set(deadline, clock: clock, runner: runner) { [weak self] number in
            await self?.alarmRang(number)
        }
    }

    private func alarmRang(_ number: UInt64) async {
        guard let deadline = alarm.accept(number) else { return }
        let now = clock.now().continuous
        if now.seconds(since: deadline) > state.policy.wakeLateness { noteLateRing(at: now) }
        let isFirst = !isRinging
        isRinging = true
        // The store has not answered yet: the verdict goes on without it, and the next alarm is set.
        if isStoreLate || !isFirst { update() }
        guard isFirst else { return }
        await reload()
        isRinging = false
        let time = state.observe(clock.now())
        let isRollback =
            if case .rolledBack = time.condition { !state.attempts.rollbackWasAsked } else { false }
        if let planned = snapshot.nextCheck, planned <= time.now || isRollback {
            // What becomes of it is published; nobody waits for it here.
            _ = startCheck(.scheduled)
        }
        noteTime()
        releaseSeatsInBackground()
        update()
        await flush()
    }

    /// To be called when the process is about to end, so that no second of its run is lost: the time floor is
    /// written to the second, and with it whatever else is not on disk yet.
    ///
    /// Without it, the floor is at most 15 minutes behind. The engine may be used on.
    public func prepareForTermination() async {
        noteTime(isEnding: true)
        update()
        await flush()
    }

    /// Notes what of the time is worth writing.
    private func noteTime(isEnding: Bool = false) {
        let reading = clock.now()
        _ = state.observe(reading)
        let isInTrial = snapshot.rule == .trial
        for change in state.timeChanges(at: reading, isInTrial: isInTrial, isEnding: isEnding) {
            state.change(change)
        }
    }
}
