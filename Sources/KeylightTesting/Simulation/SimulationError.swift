import KeylightCore

/// Why a simulation could not do what the test asked; prints what happened before.
public struct SimulationError: Error, Sendable {
    /// What went wrong.
    public var kind: Kind
    /// What happened before, oldest first; only the newest entries are kept.
    public var timeline: [TimelineEntry]

    /// Makes an error.
    public init(_ kind: Kind, timeline: [TimelineEntry] = []) {
        self.kind = kind
        self.timeline = timeline
    }

    /// What went wrong.
    @nonexhaustive
    public enum Kind: Sendable, Hashable {
        /// The operation waits, and no more code can run until something happens; lists what waits.
        case stillWaiting(for: [String])
        /// The value of a task was asked for before it had ended; lists what waits.
        case notFinished(waitingFor: [String])
        /// At the end of the test something is still under way.
        case leftovers([String])
        /// Tasks keep waking each other without waiting for time.
        case endlessWork(jobs: Int)
        /// Tasks were woken so many times while time was moved once that it looks like an endless loop.
        case endlessWakeUps(count: Int)
        /// Time was moved, or the executor drained, from inside an operation that it runs.
        case movedFromInside
        /// What the test expected is not so.
        case notAsExpected(String)
        /// Time cannot go back; `moveWall(by:)` sets the wall clock back.
        case negativeLength(nanoseconds: Int64)
    }

    /// How many entries of the timeline ``description`` shows.
    public static let shownEntries = 20
}

extension SimulationError: CustomStringConvertible {
    /// What went wrong, and the newest part of the timeline.
    public var description: String {
        guard !timeline.isEmpty else { return kind.description }
        let shown = timeline.suffix(Self.shownEntries)
        let hidden = timeline.count - shown.count
        let lines = shown.map { "  \($0)" }.joined(separator: "\n")
        return "\(kind)\nTimeline\(hidden > 0 ? " (newest \(shown.count) entries)" : ""):\n\(lines)"
    }
}

extension SimulationError.Kind: CustomStringConvertible {
    /// A sentence that says what to look at.
    public var description: String {
        switch self {
        case .stillWaiting(let parts): "The operation is still waiting: \(Self.list(parts))."
        case .notFinished(let parts): "The task has not finished: \(Self.list(parts))."
        case .leftovers(let parts): "Something is left at the end: \(parts.joined(separator: ", "))."
        case .endlessWork(let jobs):
            "\(jobs) jobs ran without any wait for time, and there are still more: tasks keep waking each "
                + "other, such as in a loop around Task.yield()."
        case .endlessWakeUps(let count):
            "Tasks were woken \(count) times while time was moved once: a loop that sleeps too briefly? "
                + "Raise wakeUpLimit if it is meant."
        case .movedFromInside:
            "Time was moved, or the executor drained, from inside an operation that the simulation runs, or "
                + "from two threads. Do it from the test itself."
        case .notAsExpected(let text): "Not as expected: \(text)."
        case .negativeLength(let nanoseconds):
            "Time cannot move by \(Seconds.text(ofNanoseconds: nanoseconds)); "
                + "moveWall(by:) sets the wall clock back."
        }
    }

    private static func list(_ parts: [String]) -> String {
        guard parts.isEmpty else { return parts.joined(separator: ", ") }
        return "nothing in the simulation would wake it. It waits for something outside: the main actor, "
            + "an actor with its own executor, Task {}, Task.detached or a thread"
    }
}
