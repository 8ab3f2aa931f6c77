public import KeylightCore

@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
extension Simulation {
    /// Lets whole seconds pass while the machine is awake.
    ///
    /// Time goes from deadline to deadline; at each, those who are due are woken and everything runs until all
    /// tasks wait again.
    ///
    /// - Throws: ``SimulationError`` when the code never comes to rest, or for a negative length.
    public func advance(by seconds: Int64) throws {
        try advance(by: .seconds(seconds))
    }

    /// Lets time pass while the machine is awake.
    ///
    /// - Throws: ``SimulationError`` when the code never comes to rest, or for a negative length.
    public func advance(by duration: Duration) throws {
        try check(duration)
        note("advance by \(Seconds.text(ofNanoseconds: duration.wholeNanoseconds))")
        try drain()
        try pass(duration) { true }
    }

    /// Lets time pass until the wall clock shows `time`; does nothing when it is past that.
    ///
    /// - Throws: ``SimulationError`` when the code never comes to rest.
    public func advance(to time: Timestamp) throws {
        try advance(by: max(0, time.seconds(since: clock.now().wall)))
    }

    /// Lets whole seconds pass while the machine sleeps: clocks move, nothing runs until the end.
    ///
    /// Whoever became due meanwhile is then woken, once, in the order of the deadlines.
    ///
    /// - Throws: ``SimulationError`` when the code never comes to rest, or for a negative length.
    public func suspend(for seconds: Int64) throws {
        try suspend(for: .seconds(seconds))
    }

    /// Lets time pass while the machine sleeps: clocks move, nothing runs until the end.
    ///
    /// - Throws: ``SimulationError`` when the code never comes to rest, or for a negative length.
    public func suspend(for duration: Duration) throws {
        try check(duration)
        try drain()
        note("asleep for \(Seconds.text(ofNanoseconds: duration.wholeNanoseconds))")
        clock.suspend(for: duration)
        note("awake")
        try drain()
    }

    /// Sets the wall clock, as a user or a time server does, and runs what can run.
    ///
    /// Time itself does not move, and nobody is woken by it.
    ///
    /// - Throws: ``SimulationError`` when the code never comes to rest.
    public func setWall(_ time: Timestamp) throws {
        try drain()
        clock.setWall(time)
        note("wall clock set")
    }

    /// Moves the wall clock by seconds, back when negative, and runs what can run.
    ///
    /// - Throws: ``SimulationError`` when the code never comes to rest.
    public func moveWall(by seconds: Int64) throws {
        try drain()
        clock.moveWall(by: seconds)
        note("wall clock moved by \(Seconds.text(ofNanoseconds: Seconds.product(seconds, 1_000_000_000)))")
    }

    /// How late each wake-up is delivered, as real timers are; zero at first.
    public var wakeDelay: Duration {
        get { clock.wakeDelay }
        set { clock.wakeDelay = newValue }
    }

    private func check(_ duration: Duration) throws {
        guard duration >= .zero else { throw error(.negativeLength(nanoseconds: duration.wholeNanoseconds)) }
    }

    /// Moves time on, from wake-up to wake-up, while `wanted` holds and `duration` is not over.
    func pass(_ duration: Duration, while wanted: () -> Bool) throws {
        let target = clock.target(after: duration.wholeNanoseconds)
        let limit = wakeUpLimit
        var wakeUps = 0
        while wanted(), clock.advanceToNextWake(notAfter: target) {
            wakeUps += 1
            guard wakeUps <= limit else { throw error(.endlessWakeUps(count: limit)) }
            note("wake-up")
            try drain()
        }
    }
}
