/// The connections that are open, with the time each of them has left.
///
/// It is a value: the listener keeps it under its lock. Time is counted in ticks of the listener's watch
/// thread, because nothing here may read a clock.
struct ConnectionTable: Sendable {
    /// What a connection does, and so what has to be ended when its time is over.
    enum Activity: Sendable {
        /// Waits for bytes: the end of the reading direction wakes it, and it can still answer.
        case reading
        /// Sends, or waits for the client's end.
        case writing
    }

    /// One connection.
    struct Entry: Sendable {
        var descriptor: Int32
        var activity = Activity.reading
        /// Nil: no limit, the server itself is at work.
        var ticksLeft: Int?
        var hasTimedOut = false
        /// Nil until the thread that serves the connection is known.
        var thread: POSIXThread?
        var isFinished = false
    }

    private(set) var entries: [Int: Entry] = [:]
    private var lastID = 0

    /// Connections that are not finished.
    var openCount: Int {
        entries.values.count { !$0.isFinished }
    }

    mutating func add(descriptor: Int32) -> Int {
        lastID += 1
        entries[lastID] = Entry(descriptor: descriptor)
        return lastID
    }

    mutating func setThread(_ thread: POSIXThread, of id: Int) {
        entries[id]?.thread = thread
    }

    mutating func setDeadline(_ ticks: Int?, for activity: Activity, of id: Int) {
        entries[id]?.activity = activity
        entries[id]?.ticksLeft = ticks
    }

    mutating func remove(_ id: Int) {
        entries[id] = nil
    }

    /// To be called under the lock that also covers the closing of the descriptor, so that a number which
    /// the system has given to somebody else is never shut down.
    mutating func finish(_ id: Int) {
        entries[id]?.isFinished = true
        entries[id]?.ticksLeft = nil
    }

    func hasTimedOut(_ id: Int) -> Bool {
        entries[id]?.hasTimedOut ?? true
    }

    /// Counts down; returns the connections whose time is over now.
    mutating func tick() -> [Entry] {
        var expired: [Entry] = []
        for (id, entry) in entries {
            guard let left = entry.ticksLeft, !entry.isFinished else { continue }
            entries[id]?.ticksLeft = left > 1 ? left - 1 : nil
            guard left <= 1 else { continue }
            entries[id]?.hasTimedOut = true
            expired.append(entry)
        }
        return expired
    }

    /// Takes out the threads that have ended, or are about to, for the caller to join.
    mutating func takeFinishedThreads() -> [POSIXThread] {
        var threads: [POSIXThread] = []
        for (id, entry) in entries where entry.isFinished {
            guard let thread = entry.thread else { continue }
            threads.append(thread)
            entries[id] = nil
        }
        return threads
    }
}
