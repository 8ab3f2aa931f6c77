public import KeylightCore

/// Runs asynchronous code in virtual time on the calling thread, from one moment of rest to the next.
///
/// It owns an executor that only queues, a runner that starts background work on it, and a clock that stands
/// still. Each call runs everything that can run and returns when all tasks wait; ten days pass in
/// milliseconds, and every run of the test does the same in the same order.
///
/// ```swift
/// let simulation = Simulation()
/// let clock = simulation.clock
/// let reminder = try simulation.start { try await clock.sleep(until: deadline) }
/// try simulation.advance(by: 10 * Seconds.day)
/// #expect(reminder.isFinished)
/// try simulation.finish()
/// ```
///
/// Code that leaves the executor (`Task {}`, `Task.detached`, the main actor, an actor with an executor of its
/// own) is not caught: an operation that waits for it is reported as still waiting.
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
public final class Simulation: Sendable {
    /// What everything runs on.
    public let executor: ManualExecutor
    /// What the code under test starts its background work with.
    public let runner: ManualRunner
    /// What the code under test reads and waits on.
    public let clock: VirtualClock
    let state: Locked<State>

    struct State: Sendable {
        var operations = RunningTasks()
        var timeline: Timeline
        var wakeUpLimit = defaultWakeUpLimit
        var participants: [Participant] = []
    }

    /// Something that takes part besides the clock and the runner, such as a transport.
    struct Participant: Sendable {
        /// What holds tasks back now, for error texts.
        var pending: @Sendable () -> [String]
        /// What is wrong at the end of a test, beyond what is pending.
        var complaints: @Sendable () -> [String]
        /// Lets go of everything when the machine is turned off.
        var powerOff: @Sendable () -> Void
    }

    /// How often tasks may be woken while time is moved once, unless ``wakeUpLimit`` is set.
    ///
    /// A timer each second fires 864,000 times in ten days.
    public static let defaultWakeUpLimit = 1_000_000

    /// How many entries ``timeline`` keeps.
    public static let timelineCapacity = 200

    /// Makes a simulation in which nothing has happened.
    ///
    /// - Parameter start: what the wall clock shows, and the true time.
    public init(start: Timestamp = VirtualClock.defaultStart) {
        executor = ManualExecutor()
        runner = ManualRunner(executor: executor)
        clock = VirtualClock(wall: start)
        state = Locked(State(timeline: Timeline(capacity: Self.timelineCapacity)))
    }

    /// How often tasks may be woken while time is moved once, before it counts as an endless loop.
    public var wakeUpLimit: Int {
        get { state.withLock { $0.wakeUpLimit } }
        set { state.withLock { $0.wakeUpLimit = newValue } }
    }

    /// What happened, oldest first; only the newest entries are kept.
    public var timeline: [TimelineEntry] { state.withLock { $0.timeline.entries } }

    /// Writes into the ``timeline``.
    public func note(_ text: String) {
        let entry = TimelineEntry(time: clock.now(), text: text)
        state.withLock { $0.timeline.append(entry) }
    }

    /// Checks a condition; the error that a false one leads to prints what happened before.
    ///
    /// ```swift
    /// try simulation.expect(engine.snapshot.isEntitled, "a week offline takes nothing away")
    /// ```
    ///
    /// - Throws: ``SimulationError`` with the timeline.
    public func expect(_ condition: Bool, _ what: @autoclosure () -> String) throws {
        guard condition else { throw error(.notAsExpected(what())) }
    }

    func error(_ kind: SimulationError.Kind) -> SimulationError {
        SimulationError(kind, timeline: timeline)
    }
}
