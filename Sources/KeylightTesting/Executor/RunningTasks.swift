/// The tasks that were started and have not ended, with what cancels each.
struct RunningTasks: Sendable {
    private var cancellations: [UInt64: (@Sendable () -> Void)?] = [:]
    private var lastID: UInt64 = 0

    var count: Int { cancellations.count }

    /// Enters a task that is about to start.
    mutating func begin() -> UInt64 {
        lastID += 1
        cancellations.updateValue(nil, forKey: lastID)
        return lastID
    }

    /// Notes how to cancel it; a task that has ended meanwhile stays out.
    mutating func attach(_ id: UInt64, _ cancellation: @escaping @Sendable () -> Void) {
        guard cancellations.keys.contains(id) else { return }
        cancellations.updateValue(cancellation, forKey: id)
    }

    /// Takes out a task that has ended.
    mutating func end(_ id: UInt64) {
        cancellations.removeValue(forKey: id)
    }

    /// What cancels each, oldest first.
    var allCancellations: [@Sendable () -> Void] {
        cancellations.sorted { $0.key < $1.key }.compactMap(\.value)
    }
}
