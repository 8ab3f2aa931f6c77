/// Keeps the latest events in memory, for tests and for a support screen.
///
/// ```swift
/// let log = InMemoryLogHandler(capacity: 100)
/// let logger = LicenseLogger(category: "test", handlers: [log], minimumLevel: .debug)
/// logger.info(requestID: "a1b2c3d4", "sent")
/// #expect(log.lines == ["[a1b2c3d4] sent"])
/// #expect(log.droppedCount == 0)
/// ```
public final class InMemoryLogHandler: LicenseLogHandler {
    private struct State {
        /// The events; once full, a ring whose oldest event is at `oldest`.
        var ring: [LicenseLogEvent] = []
        var oldest = 0
        var droppedCount = 0

        var events: [LicenseLogEvent] { Array(ring[oldest...] + ring[..<oldest]) }
    }

    /// How many events are kept at most.
    public let capacity: Int

    private let state = Locked(State())

    /// Makes an empty handler.
    ///
    /// - Parameter capacity: How many events are kept at most; the oldest goes first. The default of 1,000 holds a
    ///   long test and stays below a megabyte. Less than 1 keeps none and only counts.
    public init(capacity: Int = 1_000) {
        self.capacity = max(0, capacity)
    }

    /// Keeps an event, and lets go of the oldest when there is no room.
    public func log(_ event: LicenseLogEvent) {
        state.withLock { state in
            if state.ring.count < capacity {
                state.ring.append(event)
                return
            }
            if state.droppedCount < Int.max {
                state.droppedCount += 1
            }
            guard capacity > 0 else { return }
            state.ring[state.oldest] = event
            state.oldest = (state.oldest + 1) % capacity
        }
    }

    /// The kept events, the oldest first.
    public var events: [LicenseLogEvent] {
        state.withLock { $0.events }
    }

    /// The kept events as text, line by line, the oldest first.
    public var lines: [String] {
        events.flatMap(\.lines)
    }

    /// How many events had to go since the handler was made or emptied.
    public var droppedCount: Int {
        state.withLock { $0.droppedCount }
    }

    /// Forgets all events, and the count of those that had to go.
    public func removeAll() {
        state.withLock { $0 = State() }
    }
}
