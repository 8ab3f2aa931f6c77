import Dispatch
import KeylightCore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Waits for a file's lock on a thread of its own, since `flock` knows no limit of time and asking for the lock again
/// and again is unfair: whoever has just given it back is the next to ask.
enum LockWaiter {
    /// How many threads may go on waiting for one file after their callers gave up. More of them would tell nothing new.
    static let abandonedLimit = 4

    private enum Outcome: Sendable {
        case waiting
        /// The caller has the lock without the thread.
        case taken
        /// The caller has given up.
        case abandoned
        case locked
        case failed(SystemErrorCode)
    }

    private static let queue = DispatchQueue(label: "dev.keylight.lock", attributes: .concurrent)
    private static let abandoned = Locked<[File: Int]>([:])

    /// Which file is waited for, whatever its name.
    private struct File: Hashable, Sendable {
        let device: UInt64
        let number: UInt64
    }

    /// Locks an open file that another one has locked.
    ///
    /// - Parameter slices: how many tenths of a second to wait; 0 only begins to.
    /// - Throws: `timedOut` when the time is over, or at once when too many wait in vain already.
    static func wait(for descriptor: Int32, slices: Int) throws(SystemErrorCode) {
        let status = try SystemFileOperations().status(of: descriptor)
        let file = File(device: status.device, number: status.number)
        guard abandoned.withLock({ $0[file, default: 0] }) < abandonedLimit else { throw .timedOut }
        // The same open file under a second number: what is locked through this one is locked for the caller, and
        // ends with the last of the two should the caller have given up.
        let duplicate = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard duplicate >= 0 else { throw .last }
        let bell: Bell
        do throws(SystemErrorCode) {
            bell = try Bell()
        } catch {
            close(duplicate)
            throw error
        }
        defer { bell.stopListening() }
        let outcome = Locked(Outcome.waiting)
        queue.async {
            let found = lock(duplicate)
            let wasAbandoned = outcome.withLock { outcome in
                switch outcome {
                case .abandoned: return true
                case .taken: return false
                case .waiting, .locked, .failed:
                    outcome = found
                    return false
                }
            }
            close(duplicate)
            if wasAbandoned { leave(file) }
            bell.ring()
        }
        var isLocked = false
        for _ in 0..<slices {
            bell.wait(milliseconds: 100)
            guard case .waiting = outcome.withLock({ $0 }) else { break }
            // When the system has no thread to spare, nobody waits yet; a lock that was given back is taken here.
            isLocked = (try? SystemFileOperations().tryLock(descriptor)) ?? false
            if isLocked { break }
        }
        // Under the lock, so that a lock that comes at the last moment is either the caller's or nobody's.
        let end = outcome.withLock { outcome in
            if case .waiting = outcome, isLocked {
                outcome = .taken
            } else if case .waiting = outcome {
                outcome = .abandoned
                abandoned.withLock { $0[file, default: 0] += 1 }
            }
            return outcome
        }
        switch end {
        case .locked, .taken: return
        // The lock was taken here just when the thread failed to get it.
        case .failed where isLocked: return
        case .failed(let code): throw code
        case .waiting, .abandoned: throw .timedOut
        }
    }

    private static func leave(_ file: File) {
        abandoned.withLock { abandoned in
            let rest = abandoned[file, default: 1] - 1
            abandoned[file] = rest > 0 ? rest : nil
        }
    }

    private static func lock(_ descriptor: Int32) -> Outcome {
        while flock(descriptor, LOCK_EX) != 0 {
            let code = SystemErrorCode.last
            if code != .interrupted { return .failed(code) }
        }
        return .locked
    }
}
