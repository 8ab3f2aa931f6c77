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

    /// Sets the timer in place of any other; `ring` is given the number by which to ask ``accept(_:)``.
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

    /// Takes the ring of the timer that was set last; then it is spent.
    ///
    /// - Returns: when it should have rung; nil when it is not the last one.
    mutating func accept(_ number: UInt64) -> ContinuousInstant? {
        guard number == self.number, let deadline else { return nil }
        self.deadline = nil
        task = nil
        return deadline
    }

    /// Stops the timer.
    mutating func cancel() {
        task?.cancel()
        task = nil
        deadline = nil
    }
}
