import Foundation
import KeylightCore
import Testing

@testable import KeylightLeaseStore

/// BL-048: many writers, and nobody's write is lost or seen half.
@Suite("BL-048 many writers") struct SealedFileStoreConcurrencyTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private static func increment(_ record: inout LicenseRecord) {
        record.timeFloor = (record.timeFloor ?? Timestamp(0)).adding(1)
    }

    @Test func threadsWithStoresOfTheirOwnLoseNothing() throws {
        let path = directory.path("new/store")
        let failures = Locked(0)
        onThreads(8) { _ in
            do {
                let store = try Samples.quickStore(path)
                for _ in 0..<200 { try store.update(Self.increment) }
            } catch {
                failures.withLock { $0 += 1 }
            }
        }
        #expect(failures.withLock { $0 } == 0)
        #expect(try Samples.store(path).storedRecord()?.timeFloor == Timestamp(1_600))
        #expect(try directory.names(in: "new/store") == ["install.secret", "license.sealed", "store.lock"])
    }

    @Test func threadsWithOneStoreLoseNothing() throws {
        let store = try Samples.quickStore(directory.path)
        let failures = Locked(0)
        onThreads(8) { _ in
            for _ in 0..<50 where (try? store.update(Self.increment)) == nil { failures.withLock { $0 += 1 } }
        }
        #expect(failures.withLock { $0 } == 0)
        #expect(try store.storedRecord()?.timeFloor == Timestamp(400))
    }

    @Test func aReaderSeesOnlyWholeRecordsAndNeverGoesBack() throws {
        let path = directory.path
        try Samples.quickStore(path).write(Samples.record())
        let problems = Locked<[String]>([])
        onThreads(4) { number in
            do {
                let store = try Samples.quickStore(path)
                var last = Timestamp(0)
                for _ in 0..<200 {
                    if number < 2 {
                        try store.update(Self.increment)
                    } else if let floor = try store.storedRecord()?.timeFloor, floor >= last {
                        last = floor
                    } else {
                        problems.withLock { $0.append("absent, corrupt or older") }
                    }
                }
            } catch {
                problems.withLock { $0.append("\(error)") }
            }
        }
        #expect(problems.withLock { $0 } == [])
    }

    @Test func readersOfADamagedRecordMoveItOnce() throws {
        try directory.write("license.sealed", [1, 2, 3])
        let path = directory.path
        let corrupt = Locked(0)
        onThreads(8) { _ in
            if let store = try? Samples.quickStore(path), case .corrupt? = try? store.load() {
                corrupt.withLock { $0 += 1 }
            }
        }
        #expect(corrupt.withLock { $0 } == 1)
        #expect(try directory.names() == ["license.corrupt-1", "store.lock"])
    }

    #if !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
        @Test func processesLoseNothingAndReadersSeeOnlyWholeRecords() async throws {
            // The case asks for 200 writes of each process; a tenth of that finds the same mistakes.
            let rounds: Int64 = ProcessInfo.processInfo.environment["KEYLIGHT_LONG_TESTS"] == nil ? 20 : 200
            let total = Timestamp(20 * rounds)
            let path = directory.path("new/store")
            try Samples.quickStore(path).write(Samples.record())
            try Samples.quickStore(path).update { $0.timeFloor = Timestamp(0) }
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        await #expect(processExitsWith: .success) {
                            [path = path as String, rounds = rounds as Int64] in
                            let store = try Samples.quickStore(path)
                            for _ in 0..<rounds {
                                try store.update { $0.timeFloor = ($0.timeFloor ?? Timestamp(0)).adding(1) }
                            }
                        }
                    }
                }
                group.addTask {
                    await #expect(processExitsWith: .success) {
                        [path = path as String, total = total as Timestamp] in
                        let store = try Samples.quickStore(path)
                        var last = Timestamp(0)
                        // Reads until the writers are done; they are when nothing has come for long.
                        var unchanged = 0
                        while last < total, unchanged < 100_000 {
                            let floor = try #require(try store.storedRecord()?.timeFloor)
                            try #require(floor >= last)
                            unchanged = floor == last ? unchanged + 1 : 0
                            last = floor
                        }
                        try #require(last == total)
                    }
                }
            }
            #expect(try Samples.store(path).storedRecord()?.timeFloor == total)
            #expect(
                try directory.names(in: "new/store") == ["install.secret", "license.sealed", "store.lock"]
            )
        }

        /// The process dies in front of each call that changes something; its lock goes with it.
        @Test(arguments: ["open", "write", "synchronize", "rename", "synchronizeDirectory"])
        func aKilledProcessLeavesTheOldOrTheNewRecord(_ call: String) async throws {
            try Samples.quickStore(directory.path).write(Samples.record())
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = directory.path as String, call = call as String] in
                let operations = FaultyFileOperations { made in
                    if made.name == call, call != "open" || made.path.contains("store.tmp-") {
                        kill(getpid(), SIGKILL)
                    }
                    return nil
                }
                try Samples.store(path, operations: operations).update { $0.timeFloor = Timestamp(9) }
            }
            var record = try Samples.record()
            if call == "synchronizeDirectory" { record.timeFloor = Timestamp(9) }
            let store = try Samples.quickStore(directory.path)
            #expect(try store.load() == .record(record))
            try store.update { $0.timeFloor = Timestamp(10) }
            #expect(try directory.names() == ["install.secret", "license.sealed", "store.lock"])
        }
    #endif
}
