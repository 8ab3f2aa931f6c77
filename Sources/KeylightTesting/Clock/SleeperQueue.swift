import KeylightCore

/// The tasks that wait on a virtual clock, in the order in which they are due; ties by registration.
struct SleeperQueue: Sendable {
    private var sleepers: [Sleeper] = []
    private var lastID: UInt64 = 0

    private struct Sleeper: Sendable {
        let id: UInt64
        let deadline: ContinuousInstant
        let continuation: Resumption
    }

    var count: Int { sleepers.count }
    var deadlines: [ContinuousInstant] { sleepers.map(\.deadline) }
    var nextDeadline: ContinuousInstant? { sleepers.first?.deadline }

    /// Makes an id for one that is about to wait.
    mutating func makeID() -> UInt64 {
        lastID += 1
        return lastID
    }

    mutating func insert(_ id: UInt64, until deadline: ContinuousInstant, _ continuation: Resumption) {
        let sleeper = Sleeper(id: id, deadline: deadline, continuation: continuation)
        var low = 0
        var high = sleepers.count
        while low < high {
            let middle = low + (high - low) / 2
            if sleepers[middle].deadline <= deadline { low = middle + 1 } else { high = middle }
        }
        sleepers.insert(sleeper, at: low)
    }

    /// Takes one out; nil when it does not wait.
    mutating func remove(_ id: UInt64) -> Resumption? {
        guard let index = sleepers.firstIndex(where: { $0.id == id }) else { return nil }
        return sleepers.remove(at: index).continuation
    }

    /// Takes out all that wait until `moment` or before it, in order.
    mutating func removeDue(at moment: ContinuousInstant) -> [Resumption] {
        let due = sleepers.prefix { $0.deadline <= moment }.map(\.continuation)
        sleepers.removeFirst(due.count)
        return due
    }

    /// Takes out all.
    mutating func removeAll() -> [Resumption] {
        defer { sleepers.removeAll() }
        return sleepers.map(\.continuation)
    }
}
