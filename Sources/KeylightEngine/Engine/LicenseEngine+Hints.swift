public import KeylightClock
import KeylightCore
import KeylightLogging
import KeylightPolicy

/// What the system says, and what is made of it.
extension LicenseEngine {
    /// Tells the engine of something that the system said; the platform's hooks do it by themselves.
    ///
    /// The clocks are read and the plans made anew. The server is asked when a check is due, when the lease is
    /// near its end or the last success stale (not more than once in 5 minutes), or when the last check
    /// failed and a network has come up. A wish of the server for patience is kept.
    public func post(_ hint: SystemHint) async {
        logger.debug("hint: \(hint)")
        switch hint {
        case .woke: noteWake()
        case .foreground: state.attempts.dueFailures = 0
        case .clockChanged, .networkChanged: break
        }
        await reload()
        let time = state.observe(clock.now())
        if let planned = snapshot.nextCheck, planned <= time.now {
            _ = startCheck(.scheduled)
        } else if hint == .networkChanged, state.attempts.lastFailure != nil, mayFollowNetwork(time.instant) {
            lastNetworkAttempt = time.instant
            _ = startCheck(.scheduled)
        } else {
            _ = startCheck(.foreground)
        }
        releaseSeatsInBackground()
        update()
    }

    /// A timer has rung much too late, so the machine has slept.
    ///
    /// Not more than once in a hop: a system that delivers every timer late must not keep the short steps
    /// after a wake-up going for ever.
    func noteLateRing(at now: ContinuousInstant) {
        if let lastWake, now.seconds(since: lastWake) < state.policy.longestHop { return }
        noteWake()
    }

    /// The machine has slept.
    func noteWake() {
        let now = clock.now().continuous
        // A late timer, the system and the screen tell of the same wake-up.
        if let lastWake, now.seconds(since: lastWake) < state.policy.wakeEventPatience { return }
        lastWake = now
        state.attempts.noteWake()
        guard hold == nil else { return }
        hold = EventHold(
            base: snapshot,
            end: now.adding(seconds: state.policy.wakeEventPatience)
        )
    }

    /// Ends a hold, and announces what has come of it when publishing has not.
    func releaseHold(announced: Bool) {
        guard let ended = hold else { return }
        hold = nil
        guard !announced else { return }
        let current = snapshot
        if let event = LifecycleRule.event(from: ended.base, to: current) { board.announce(event) }
    }

    /// Networks come and go in bursts; one attempt a minute follows them.
    private func mayFollowNetwork(_ now: ContinuousInstant) -> Bool {
        guard let last = lastNetworkAttempt else { return true }
        return now.seconds(since: last) >= state.policy.activeRevalidateInterval
    }
}
