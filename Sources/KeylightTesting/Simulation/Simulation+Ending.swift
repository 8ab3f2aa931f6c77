import KeylightCore

@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
extension Simulation {
    /// What is still under way: sleepers, background tasks, operations, held requests; empty at the end of a
    /// good test.
    public var leftovers: [String] {
        pendingParts + state.withLock { $0.participants }.flatMap { $0.complaints() }
    }

    /// Runs what can run, and checks that nothing is left under way.
    ///
    /// Call it at the end of each test, after the last reference to the code under test is gone: whatever
    /// still sleeps or runs then would go on in the background of an app for ever.
    ///
    /// - Throws: ``SimulationError`` with what is left.
    public func finish() throws {
        try drain()
        let left = leftovers
        guard left.isEmpty else { throw error(.leftovers(left)) }
    }

    /// Cancels everything that was started, lets it end, and checks that nothing is left.
    ///
    /// - Throws: ``SimulationError`` with what did not end when it was cancelled.
    public func shutDown() throws {
        note("shut down")
        try cancelEverything()
        try finish()
    }

    /// Turns the machine off and on again; for a new process with new objects on the same stored data.
    ///
    /// Everything that was started is cancelled and ends first. The continuous clock then begins anew, the wall
    /// clock does not. Drop the old process's objects before, and make new ones after.
    ///
    /// - Parameter seconds: how long the machine was off.
    /// - Throws: ``SimulationError`` with what did not end when it was cancelled, or for a negative length.
    public func restart(after seconds: Int64 = 0) throws {
        guard seconds >= 0 else { throw negative(seconds) }
        try cancelEverything()
        clock.restart(wallElapsed: seconds)
        note("restarted after \(Seconds.text(ofNanoseconds: Seconds.product(seconds, 1_000_000_000)))")
    }

    /// Ends the process and, after a while, starts another on the same running machine.
    ///
    /// Like ``restart(after:)``, but the continuous clock runs on.
    ///
    /// - Parameter seconds: how long no process ran.
    /// - Throws: ``SimulationError`` with what did not end when it was cancelled, or for a negative length.
    public func relaunch(after seconds: Int64 = 0) throws {
        guard seconds >= 0 else { throw negative(seconds) }
        try cancelEverything()
        clock.suspend(for: seconds)
        note("relaunched after \(Seconds.text(ofNanoseconds: Seconds.product(seconds, 1_000_000_000)))")
    }

    private func negative(_ seconds: Int64) -> SimulationError {
        error(.negativeLength(nanoseconds: Seconds.product(seconds, ContinuousInstant.nanosecondsPerSecond)))
    }

    /// How often everything is cancelled before what is left counts as ignoring it.
    ///
    /// Code that is cancelled may start more, such as a next timer; code that has ended in earnest does not.
    private static let cancellationRounds = 10

    private func cancelEverything() throws {
        for _ in 0..<Self.cancellationRounds where !pendingParts.isEmpty {
            let (operations, participants) = state.withLock { ($0.operations, $0.participants) }
            for cancel in operations.allCancellations { cancel() }
            runner.cancelAll()
            for participant in participants { participant.powerOff() }
            try drain()
        }
        let left = pendingParts
        guard left.isEmpty else { throw error(.leftovers(left)) }
    }

    /// What is under way now.
    var pendingParts: [String] {
        var parts = wakers
        let background = runner.activeTaskCount
        if background > 0 { parts.append(counted(background, "background task")) }
        let operations = state.withLock { $0.operations.count }
        if operations > 0 { parts.append(counted(operations, "operation")) }
        return parts
    }

    /// What tasks wait for, as far as the simulation could wake them.
    var wakers: [String] {
        var parts: [String] = []
        let sleepers = clock.sleeperCount
        if sleepers > 0, let next = clock.nextDeadline {
            let wait = Seconds.difference(next.nanoseconds, clock.now().continuous.nanoseconds)
            let text = Seconds.text(ofNanoseconds: wait)
            parts.append("\(counted(sleepers, "sleeper")) (next deadline in \(text))")
        }
        return parts + state.withLock { $0.participants }.flatMap { $0.pending() }
    }

    private func counted(_ count: Int, _ noun: String) -> String {
        "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
}
