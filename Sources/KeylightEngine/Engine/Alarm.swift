import KeylightClock
import KeylightCore

/// The engine's one timer.
struct Alarm: Sendable {
    private var task: BackgroundTask?
    private var deadline: ContinuousInstant?
    private var number: UInt64 = 0

    /// Whether a timer is set for exactly this deadline.
    func isSet(for wanted: ContinuousInstant) -> Bool { deadline == wanted }

    /// Whether a timer rings by then; it does not matter when exactly.
    func rings(after now: ContinuousInstant, noLaterThan latest: ContinuousInstant) -> Bool {
        guard let deadline else { return false }
        return deadline > now && deadline <= latest
    }

    /// Sets the timer in place of any other; `ring` is given the number by which to ask ``accepts(_:)``.
    mutating func set(
        _ deadline: ContinuousInstant,
        clock: any LicenseClock,
        runner: any BackgroundRunner,
        ring: @escaping @Sendable (UInt64) async -> Void
    ) {
        task?.cancel()
        number &+= 1
        self.deadline = deadline
        let number = number
        task = runner.run {
            // It throws only when the timer was cancelled, and then nobody wants it to ring.
            do { try await clock.sleep(until: deadline) } catch { return }
            await ring(number)
        }
    }

    /// Whether a timer that rings is the one that was set last; then it is spent.
    mutating func accepts(_ number: UInt64) -> Bool {
        guard number == self.number, deadline != nil else { return false }
        deadline = nil
        task = nil
        return true
    }

    /// Stops the timer.
    mutating func cancel() {
        task?.cancel()
        task = nil
        deadline = nil
    }
}
