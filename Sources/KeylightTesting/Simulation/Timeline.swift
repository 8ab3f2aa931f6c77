public import KeylightCore

/// One thing that happened in a simulation, and when.
public struct TimelineEntry: Sendable, Hashable {
    /// Both clocks at that moment.
    public var time: ClockReading
    /// What happened.
    public var text: String

    /// Makes an entry.
    public init(time: ClockReading, text: String) {
        self.time = time
        self.text = text
    }
}

extension TimelineEntry: CustomStringConvertible {
    /// `2026-03-01T00:00:00Z +3601 s request POST /acme/app/validate`: wall clock, continuous clock, text.
    public var description: String {
        "\(time.wall) +\(Seconds.text(ofNanoseconds: time.continuous.nanoseconds, asDays: false)) \(text)"
    }
}

/// What happened in a simulation, the newest entries only.
struct Timeline: Sendable {
    private var ring: [TimelineEntry] = []
    private var oldest = 0
    private let capacity: Int

    init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    var entries: [TimelineEntry] { Array(ring[oldest...]) + Array(ring[..<oldest]) }

    mutating func append(_ entry: TimelineEntry) {
        if ring.count < capacity {
            ring.append(entry)
        } else {
            ring[oldest] = entry
            oldest = (oldest + 1) % capacity
        }
    }
}
