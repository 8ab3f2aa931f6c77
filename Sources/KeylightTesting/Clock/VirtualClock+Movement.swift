public import KeylightCore

extension VirtualClock {
    /// Lets time pass while the machine is awake, and wakes whoever is due, in order.
    ///
    /// Time goes from deadline to deadline, so that each sleeper is woken at its own moment. Code on other
    /// threads runs on when it likes; with ``Simulation`` it has run to its next wait before time goes on.
    /// A negative length moves nothing, since time runs one way; ``moveWall(by:)`` is what can go back.
    public func advance(by duration: Duration) {
        let target = target(after: duration.wholeNanoseconds)
        while advanceToNextWake(notAfter: target) {}
    }

    /// Lets whole seconds pass while the machine is awake.
    public func advance(by seconds: Int64) {
        let target = target(after: Seconds.product(seconds, ContinuousInstant.nanosecondsPerSecond))
        while advanceToNextWake(notAfter: target) {}
    }

    /// Lets time pass while the machine sleeps: all clocks move, and whoever is due is woken at the end, once.
    public func suspend(for duration: Duration) {
        let due = state.withLock { state -> [Resumption] in
            state.time.pass(nanoseconds: max(0, duration.wholeNanoseconds))
            return state.removeDue()
        }
        for sleeper in due { sleeper.resume() }
    }

    /// Lets whole seconds pass while the machine sleeps.
    public func suspend(for seconds: Int64) {
        suspend(for: .seconds(max(0, seconds)))
    }

    /// Sets the wall clock, as a user, a time server or a restored machine does; nobody is woken by it.
    public func setWall(_ time: Timestamp) {
        state.withLock { $0.time.wall = PreciseTime(time) }
    }

    /// Moves the wall clock by seconds, back when negative; nobody is woken by it.
    public func moveWall(by seconds: Int64) {
        state.withLock { $0.time.wall.move(seconds: seconds) }
    }

    /// Turns the machine off and on again: the wall clock goes on, the continuous clock begins anew.
    ///
    /// Whoever sleeps belongs to a process that is gone and is ended with `CancellationError`.
    ///
    /// - Parameter seconds: how long the machine was off.
    public func restart(wallElapsed seconds: Int64 = 0) {
        let dropped = state.withLock { state -> [Resumption] in
            state.time.wall.move(seconds: max(0, seconds))
            state.time.truth.move(seconds: max(0, seconds))
            state.time.continuous = Self.bootInstant
            defer { _ = state.sleeperCount.set(0) }
            return state.sleepers.removeAll()
        }
        for sleeper in dropped { sleeper.resume(throwing: CancellationError()) }
    }

    /// Where the continuous clock will stand after so many nanoseconds.
    func target(after nanoseconds: Int64) -> ContinuousInstant {
        now().continuous.adding(nanoseconds: max(0, nanoseconds))
    }

    /// Moves time to the next wake-up and wakes those who are due, or to `limit` when that comes first.
    ///
    /// - Returns: whether somebody was woken, so that there may be more before `limit`.
    func advanceToNextWake(notAfter limit: ContinuousInstant) -> Bool {
        let due = state.withLock { state -> [Resumption] in
            let next = min(state.nextWake ?? limit, limit)
            let step = Seconds.difference(next.nanoseconds, state.time.continuous.nanoseconds)
            state.time.pass(nanoseconds: max(0, step))
            return state.removeDue()
        }
        for sleeper in due { sleeper.resume() }
        return !due.isEmpty
    }
}
