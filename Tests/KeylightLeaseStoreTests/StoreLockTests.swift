import Foundation
import KeylightCore
import Testing

@testable import KeylightLeaseStore

/// A lock that is not given back: it holds up writes for a while, reads never, and nothing for good.
@Suite struct StoreLockTests {
    let directory: TemporaryDirectory
    let folder: StoreFolder

    init() throws {
        directory = try TemporaryDirectory()
        folder = StoreFolder(directory: directory.path)
        try Samples.quickStore(directory.path).write(Samples.record())
    }

    private func hold() throws -> StoreLock {
        try StoreLock(folder, FileSystem(operations: SystemFileOperations()))
    }

    /// Operations that wait for no lock; `onLock` is called when they are asked for one.
    private func impatient(_ onLock: @escaping @Sendable () -> Void = {}) -> FaultyFileOperations {
        var operations = FaultyFileOperations { call in
            if call.name == "lock" { onLock() }
            return nil
        }
        operations.system.lockPatience = 0
        return operations
    }

    /// Operations that wait for a lock, which is given back as soon as they are asked for it.
    private func releasing(_ held: Locked<StoreLock?>) -> FaultyFileOperations {
        FaultyFileOperations { call in
            if call.name == "lock" {
                // A thread of its own, since the system's may all be busy with other tests.
                Thread.detachNewThread {
                    held.withLock { lock in
                        lock?.release()
                        lock = nil
                    }
                }
            }
            return nil
        }
    }

    @Test func whoNeverGivesItBackFailsTheWriteAndLosesNothing() throws {
        let held = try hold()
        let operations = impatient()
        let store = try Samples.store(directory.path, operations: operations)
        #expect(try store.load() == .record(Samples.record()))
        // More often than threads may be left waiting.
        for _ in 0..<2 * LockWaiter.abandonedLimit {
            #expect {
                try store.update { $0.timeFloor = Timestamp(1_900_000_000) }
            } throws: { error in
                guard case LeaseStoreError.writeFailed(let text) = error else { return false }
                return text.contains("ETIMEDOUT") && text.contains("stopped or hanging?")
                    && text.contains("store.lock")
            }
        }
        #expect(throws: LeaseStoreError.self) { try store.erase() }
        #expect(try store.load() == .record(Samples.record()))
        #expect(operations.openFiles == 0)
        held.release()
        // Those that were left waiting get it one after the other, and give it back.
        let patient = try Samples.store(directory.path)
        let record = try eventually { try patient.update { $0.timeFloor = Timestamp(1_900_000_000) } }
        #expect(record.timeFloor == Timestamp(1_900_000_000))
    }

    @Test func itIsHadAsSoonAsItIsFree() throws {
        let held = Locked<StoreLock?>(try hold())
        let store = try Samples.store(
            directory.path,
            operations: releasing(held)
        )
        #expect(
            try eventually { try store.update { $0.trialStart = Timestamp(5) } }.trialStart == Timestamp(5)
        )
    }

    /// Threads that wait in vain for one store's lock are nothing to another store, whose lock is given back.
    @Test func oneStoreThatHangsStopsNoOther() throws {
        let held = try hold()
        let hanging = try Samples.store(directory.path, operations: impatient())
        for _ in 0..<2 * LockWaiter.abandonedLimit {
            #expect(throws: LeaseStoreError.self) { try hanging.update { $0.trialStart = Timestamp(5) } }
        }
        let other = try TemporaryDirectory()
        try Samples.quickStore(other.path).write(Samples.record())
        let theirs = Locked<StoreLock?>(
            try StoreLock(
                StoreFolder(directory: other.path),
                FileSystem(operations: SystemFileOperations())
            )
        )
        let store = try Samples.store(
            other.path,
            operations: releasing(theirs)
        )
        #expect(try store.update { $0.trialStart = Timestamp(5) }.trialStart == Timestamp(5))
        held.release()
    }

    /// Damage is not moved aside while another one writes; that is said, and the caller is not held up for ever.
    @Test func damageIsReportedAllTheSame() throws {
        try directory.write("license.sealed", [1, 2, 3])
        let held = try hold()
        defer { held.release() }
        let store = try Samples.store(directory.path, operations: impatient())
        guard case .corrupt(let text) = try store.load() else {
            Issue.record("not told")
            return
        }
        #expect(text.contains("could not be moved aside"))
        #expect(try directory.bytes("license.sealed") == [1, 2, 3])
    }

    /// Tries again where the threads of an earlier test still wait, or hold the lock for a moment.
    private func eventually<Value>(_ body: () throws -> Value) throws -> Value {
        for _ in 0..<10_000 {
            do {
                return try body()
            } catch LeaseStoreError.writeFailed {
                continue
            }
        }
        return try body()
    }
}
