import Foundation
import KeylightCore
import Testing

@testable import KeylightLeaseStore

/// A store that has opened the record before: it asks less, and must answer as a new one would.
@Suite struct SealedFileStoreReopeningTests {
    let directory: TemporaryDirectory
    let operations = FaultyFileOperations()
    let store: SealedFileStore

    init() throws {
        directory = try TemporaryDirectory()
        store = try Samples.store(directory.path, operations: operations)
        try store.write(Samples.record())
        #expect(try store.load() == .record(Samples.record()))
    }

    /// The names of the calls that `body` makes.
    private func calls(_ body: () throws -> Void) rethrows -> [String] {
        let count = operations.calls.count
        try body()
        return operations.calls.dropFirst(count).map(\.name)
    }

    @Test func oneReadIsAllThatIsAsked() throws {
        #expect(try calls { _ = try store.load() } == ["open", "read"])
        // A new one has to read the secret as well, and sees what stands there.
        let other = try Samples.store(directory.path, operations: operations)
        #expect(try calls { _ = try other.load() }.count > 4)
        #expect(operations.openFiles == 0)
    }

    @Test func whatAnotherHasWrittenIsSeen() throws {
        let other = try Samples.quickStore(directory.path)
        let record = try other.update { $0.timeFloor = Timestamp(1_900_000_000) }
        #expect(try store.load() == .record(record))
    }

    @Test func whatAnotherHasSealedWithANewSecretIsSeen() throws {
        let other = try Samples.quickStore(directory.path)
        try other.erase()
        #expect(try store.load() == .absent)
        let record = try other.update { $0.trialStart = Timestamp(7) }
        #expect(try store.load() == .record(record))
        #expect(try store.update { $0.timeFloor = Timestamp(8) }.trialStart == Timestamp(7))
        #expect(try other.storedRecord()?.timeFloor == Timestamp(8))
    }

    /// The secret alone is lost: a running process still knows the key, and its next write seals the record anew.
    @Test(arguments: [nil, [UInt8](), [UInt8](repeating: 1, count: 32)])
    func aLostSecretIsMadeUpForByTheNextWrite(_ secret: [UInt8]?) throws {
        try FileManager.default.removeItem(atPath: directory.path("install.secret"))
        if let secret { try directory.write("install.secret", secret) }
        #expect(try store.load() == .record(Samples.record()))
        let record = try store.update { $0.timeFloor = Timestamp(1_900_000_000) }
        #expect(record.activation == (try Samples.record().activation))
        #expect(try Samples.quickStore(directory.path).load() == .record(record))
    }

    /// What a writer left that died is cleared away by the next process; ours that failed by our next write.
    @Test func leftoversAreClearedAwayOnceAndAfterAFailure() throws {
        let isFailing = Locked(false)
        let store = try Samples.store(
            directory.path,
            operations: FaultyFileOperations { call in
                // The file is made and cannot be put in place, nor removed.
                isFailing.withLock { $0 } && ["rename", "unlink"].contains(call.name) ? .inputOutput : nil
            }
        )
        try directory.write("store.tmp-1-a", [1])
        try store.update { $0.timeFloor = Timestamp(1_900_000_001) }
        #expect(try directory.names() == ["install.secret", "license.sealed", "store.lock"])
        isFailing.withLock { $0 = true }
        #expect(throws: LeaseStoreError.self) { try store.update { $0.timeFloor = Timestamp(1_900_000_002) } }
        #expect(try directory.names().count == 4)
        isFailing.withLock { $0 = false }
        try store.update { $0.timeFloor = Timestamp(1_900_000_003) }
        #expect(try directory.names() == ["install.secret", "license.sealed", "store.lock"])
    }

    @Test func anErasedRecordThatIsPutBackDoesNotOpen() throws {
        let bytes = try directory.bytes("license.sealed")
        try store.erase()
        try directory.write("license.sealed", bytes)
        guard case .corrupt = try store.load() else {
            Issue.record("opened")
            return
        }
    }

    @Test func damageIsFoundAsEver() throws {
        let good = try directory.bytes("license.sealed")
        for position in good.indices {
            var bytes = good
            bytes[position] ^= 1
            for damaged in [bytes, Array(good.prefix(position))] {
                try directory.write("license.sealed", damaged)
                guard case .corrupt(let text) = try store.load() else {
                    Issue.record("opened, byte \(position)")
                    return
                }
                #expect(text.contains("license.corrupt-"))
                #expect(try store.load() == .absent)
            }
            try directory.write("license.sealed", good)
            #expect(try store.load() == .record(Samples.record()))
        }
    }

    @Test func aNewerSchemaIsLeftAlone() throws {
        let bytes = SealedHeader.bytes(schema: 99) + [1, 2, 3]
        try directory.write("license.sealed", bytes)
        #expect(try store.load() == .newerSchema(99))
        #expect(try directory.bytes("license.sealed") == bytes)
    }

    /// More than one read gives.
    @Test(arguments: [1, 60, 400]) func aLongRecordIsReadWhole(_ count: Int) throws {
        let release = try #require(Samples.record().pendingReleases.first)
        let record = try store.update { record in
            record.pendingReleases = (0..<count).compactMap { number in
                InstanceID("inst_\(number)").map {
                    PendingRelease(licenseKey: release.licenseKey, instanceID: $0)
                }
            }
        }
        #expect(record.pendingReleases.count == count)
        #expect(try store.load() == .record(record))
    }

    @Test(arguments: [1, 7, 100]) func readsThatGiveLittleAreGoneOnWith(_ chunk: Int) throws {
        var operations = FaultyFileOperations()
        operations.chunk = chunk
        let store = try Samples.store(directory.path, operations: operations)
        for _ in 0..<2 { #expect(try store.load() == .record(Samples.record())) }
        #expect(operations.openFiles == 0)
    }

    /// Each call fails once, and then for good: the record, or that it cannot be read now; never anything else.
    @Test(arguments: [SystemErrorCode.inputOutput, .accessDenied, .interrupted], [false, true])
    func trouble(_ code: SystemErrorCode, _ forGood: Bool) throws {
        var failures = 0
        for number in 1..<30 {
            let script = Locked(Int?.none)
            let operations = FaultyFileOperations { call in
                guard let first = script.withLock({ $0 }) else { return nil }
                let isIt = forGood && code != .interrupted ? call.index >= first : call.index == first
                return isIt ? code : nil
            }
            let store = try Samples.store(directory.path, operations: operations)
            _ = try store.load()
            script.withLock { $0 = operations.calls.count + number }
            do {
                #expect(try store.load() == .record(Samples.record()))
            } catch LeaseStoreError.unavailable {
                #expect(forGood)
                failures += 1
            }
            #expect(operations.openFiles == 0)
            #expect(try directory.names() == ["install.secret", "license.sealed", "store.lock"])
        }
        #expect((failures > 0) == (forGood && code != .interrupted))
    }

    /// A directory, a pipe or a link in place of the record is told from it, and not moved.
    @Test func whatIsNoFileIsNotMoved() throws {
        let path = directory.path("license.sealed")
        for make in [
            { (path: String) in mkfifo(path, 0o600) }, { path in mkdir(path, 0o700) },
            { path in symlink("/dev/null", path) },
        ] {
            #expect(unlink(path) == 0 || rmdir(path) == 0)
            #expect(make(path) == 0)
            #expect {
                try store.load()
            } throws: { error in
                guard case LeaseStoreError.unavailable = error else { return false }
                return true
            }
            #expect(try directory.names() == ["install.secret", "license.sealed", "store.lock"])
        }
    }
}
