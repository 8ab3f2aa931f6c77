import Foundation
import KeylightCore
import Testing

@testable import KeylightLeaseStore

/// Every call to the system fails once, with every likely error: the old or the new record is there, whole.
@Suite struct SealedFileStoreFaultTests {
    static let codes: [SystemErrorCode] = [
        .noSpace, .inputOutput, .readOnlyFileSystem, .accessDenied, .notPermitted,
    ]
    /// A failed call, and a process that died (all later calls fail, too).
    static let cases = codes.flatMap { code in [false, true].map { (code, $0) } }

    /// Runs `body` with the n-th call failing, for each n, until a run is through before its n-th call.
    ///
    /// - Returns: how many calls were made to fail.
    @discardableResult
    private func forEachCall(
        _ code: SystemErrorCode,
        _ forGood: Bool,
        _ body: (TemporaryDirectory, FaultyFileOperations) throws -> Void
    ) throws -> Int {
        for number in 1..<500 {
            let directory = try TemporaryDirectory()
            let operations = FaultyFileOperations(failing: number, with: code, forGood: forGood)
            try body(directory, operations)
            #expect(operations.openFiles == 0, "call \(number) leaves a file open")
            if operations.calls.count < number { return number - 1 }
        }
        Issue.record("there is no end to the calls")
        return 0
    }

    /// The last step of each run: the next writer finds all in order and clears up.
    private func expectHealed(_ directory: TemporaryDirectory, _ path: String, kept: Set<String> = []) throws
    {
        let store = try Samples.quickStore(path)
        let record = try store.update { $0.trialStart = Timestamp(42) }
        #expect(try store.load() == .record(record))
        let prefix = String(path.dropFirst(directory.path.count + 1))
        let names = try Set(directory.names(in: prefix))
        #expect(names == kept.union(["license.sealed", "install.secret", "store.lock"]))
    }

    @Test(arguments: cases) func theFirstWriteIsAllOrNothing(_ code: SystemErrorCode, _ forGood: Bool) throws
    {
        let record = try Samples.record()
        let count = try forEachCall(code, forGood) { directory, operations in
            let path = directory.path("x/y")
            let outcome = Result { try Samples.store(path, operations: operations).write(record) }
            let found = try Samples.quickStore(path).load()
            switch outcome {
            case .success: #expect(found == .record(record))
            case .failure(let error):
                #expect(found == .absent)
                guard let error = error as? LeaseStoreError, case .writeFailed = error else {
                    // Reading comes first in a transaction, and fails as reading does.
                    guard case .unavailable? = error as? LeaseStoreError else {
                        Issue.record("\(error)")
                        break
                    }
                    break
                }
            }
            try expectHealed(directory, path)
        }
        #expect(count > 20)
    }

    /// A disk that keeps other bytes than it was given does not cost the record that is there.
    @Test func whatCannotBeReadBackDoesNotReplaceTheRecord() throws {
        let directory = try TemporaryDirectory()
        try Samples.quickStore(directory.path).write(Samples.record())
        let before = try directory.bytes("license.sealed")
        var operations = FaultyFileOperations()
        operations.forgets = true
        let store = try Samples.store(directory.path, operations: operations)
        #expect {
            try store.update { $0.timeFloor = Timestamp(1_900_000_000) }
        } throws: {
            "\($0)".contains("it reads back otherwise")
        }
        #expect(try directory.bytes("license.sealed") == before)
        #expect(try directory.names() == ["install.secret", "license.sealed", "store.lock"])
        #expect(operations.openFiles == 0)
        let healed = try Samples.quickStore(directory.path).update { $0.timeFloor = Timestamp(7) }
        #expect(try Samples.quickStore(directory.path).load() == .record(healed))
    }

    @Test(arguments: cases) func replacingIsAllOrNothing(_ code: SystemErrorCode, _ forGood: Bool) throws {
        let old = try Samples.record()
        var new = old
        new.timeFloor = Timestamp(1_900_000_000)
        let wanted = new
        let count = try forEachCall(code, forGood) { directory, operations in
            try Samples.quickStore(directory.path).write(old)
            let outcome = Result { try Samples.store(directory.path, operations: operations).write(wanted) }
            let found = try Samples.quickStore(directory.path).load()
            switch outcome {
            case .success: #expect(found == .record(wanted))
            case .failure: #expect(found == .record(old))
            }
            // Whatever failed alone was cleared up at once; only a dead process leaves its file behind.
            let leftovers = try directory.names().filter { StoreFolder.isTemporary($0) }
            #expect(leftovers.count <= (forGood ? 1 : 0))
            try expectHealed(directory, directory.path)
        }
        #expect(count > 12)
    }

    @Test(arguments: cases) func aDamagedRecordIsNeverLost(_ code: SystemErrorCode, _ forGood: Bool) throws {
        let damaged = Array("not a record".utf8)
        for operation in ["load", "update"] {
            try forEachCall(code, forGood) { directory, operations in
                try directory.write("license.sealed", damaged)
                let store = try Samples.store(directory.path, operations: operations)
                if operation == "load" {
                    let found = Result { try store.load() }
                    if case .success(let found) = found {
                        guard case .corrupt = found else {
                            Issue.record("\(found)")
                            return
                        }
                    }
                } else {
                    _ = try? store.write(Samples.record())
                }
                let record = try? directory.bytes("license.sealed")
                let aside = try? directory.bytes("license.corrupt-1")
                #expect(record == damaged || aside == damaged)
                try expectHealed(directory, directory.path, kept: ["license.corrupt-1"])
                #expect(try directory.bytes("license.corrupt-1") == damaged)
            }
        }
    }

    @Test(arguments: cases) func aGoodRecordIsReadOrUnavailable(_ code: SystemErrorCode, _ forGood: Bool)
        throws
    {
        let record = try Samples.record()
        let count = try forEachCall(code, forGood) { directory, operations in
            try Samples.quickStore(directory.path).write(record)
            let names = try directory.names()
            let store = try Samples.store(directory.path, operations: operations)
            do {
                #expect(try store.load() == .record(record))
            } catch LeaseStoreError.unavailable {
                // Right: never "absent", never "corrupt".
            }
            #expect(try directory.names() == names)
            #expect(try Samples.quickStore(directory.path).load() == .record(record))
        }
        #expect(count > 4)
    }

    @Test(arguments: cases) func erasingCanBeDoneAgain(_ code: SystemErrorCode, _ forGood: Bool) throws {
        try forEachCall(code, forGood) { directory, operations in
            try Samples.quickStore(directory.path).write(Samples.record())
            try directory.write("license.corrupt-1", [1])
            let outcome = Result { try Samples.store(directory.path, operations: operations).erase() }
            let store = try Samples.quickStore(directory.path)
            if case .success = outcome { #expect(try directory.names() == ["store.lock"]) }
            let found = try store.load()
            #expect(try found == .absent || found == .record(Samples.record()))
            try store.erase()
            #expect(try directory.names() == ["store.lock"])
        }
    }

    @Test func aSignalInAnyCallChangesNothing() throws {
        let record = try Samples.record()
        try forEachCall(.interrupted, false) { directory, operations in
            let path = directory.path("x/y")
            let store = try Samples.store(path, operations: operations)
            try store.write(record)
            #expect(try store.load() == .record(record))
            try store.erase()
            #expect(try store.load() == .absent)
        }
    }

    @Test(arguments: [1, 2, 7, 1_000]) func shortReadsAndWritesAreContinued(_ chunk: Int) throws {
        let directory = try TemporaryDirectory()
        var operations = FaultyFileOperations()
        operations.chunk = chunk
        let store = try Samples.store(directory.path, operations: operations)
        try store.write(Samples.record())
        #expect(try store.load() == .record(Samples.record()))
        #expect(try Samples.quickStore(directory.path).load() == .record(Samples.record()))
    }

    @Test func aWriteThatNeverGetsOnFails() throws {
        let directory = try TemporaryDirectory()
        var operations = FaultyFileOperations()
        operations.chunk = 0
        let store = try Samples.store(directory.path, operations: operations)
        #expect(throws: LeaseStoreError.self) { try store.write(Samples.record()) }
        #expect(try directory.names() == ["store.lock"])
    }

    @Test func whereThereAreNoHardLinksTheSecretIsRenamed() throws {
        for code in [SystemErrorCode.notPermitted, .notSupported, .operationNotSupported, .notImplemented] {
            let directory = try TemporaryDirectory()
            let operations = FaultyFileOperations { $0.name == "link" ? code : nil }
            try Samples.store(directory.path, operations: operations).write(Samples.record())
            #expect(try Samples.quickStore(directory.path).load() == .record(Samples.record()))
            #expect(try directory.names() == ["install.secret", "license.sealed", "store.lock"])
        }
    }

    @Test func theSecretOfAFasterProcessIsUsed() throws {
        let directory = try TemporaryDirectory()
        let secret = [UInt8](repeating: 7, count: 32)
        let path = directory.path
        // As if locks did nothing: the secret appears between our look and our link.
        let operations = FaultyFileOperations { call in
            if call.name == "link" {
                try? Data(secret).write(to: URL(fileURLWithPath: path + "/install.secret"))
            }
            return nil
        }
        try Samples.store(path, operations: operations).write(Samples.record())
        #expect(try directory.bytes("install.secret") == secret)
        #expect(try Samples.quickStore(path).load() == .record(Samples.record()))
        #expect(try directory.names() == ["install.secret", "license.sealed", "store.lock"])
    }

    @Test func aStoreWhoseDirectoryIsReplacedWhileItWaitsLocksTheNewOne() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("store")
        try Samples.quickStore(path).update { $0.timeFloor = Timestamp(1) }
        let operations = FaultyFileOperations { call in
            if call.name == "lock", call.index < 5 { try? FileManager.default.removeItem(atPath: path) }
            return nil
        }
        try Samples.store(path, operations: operations).write(Samples.record())
        #expect(try Samples.quickStore(path).load() == .record(Samples.record()))
        #expect(operations.openFiles == 0)
    }

    /// Replaces the lock file by another one whenever it is locked, for the first `times` times.
    private func replacingLock(_ directory: TemporaryDirectory, times: Int) -> FaultyFileOperations {
        let lock = directory.path("store.lock")
        let left = Locked(times)
        return FaultyFileOperations { call in
            guard call.name == "lock" else { return nil }
            let replace = left.withLock { left in
                left -= 1
                return left >= 0
            }
            if replace {
                // A second name keeps the number of the old file in use, so that the new one gets another.
                try? FileManager.default.moveItem(atPath: lock, toPath: lock + ".\(call.index)")
                _ = FileManager.default.createFile(atPath: lock, contents: nil)
            }
            return nil
        }
    }

    @Test(arguments: [1, 7]) func aLockThatWasReplacedWhileItWaitsIsTakenAnew(_ times: Int) throws {
        let directory = try TemporaryDirectory()
        let operations = replacingLock(directory, times: times)
        try Samples.store(directory.path, operations: operations).write(Samples.record())
        #expect(operations.calls.filter { $0.name == "lock" }.count == times + 1)
        #expect(try Samples.quickStore(directory.path).load() == .record(Samples.record()))
        #expect(operations.openFiles == 0)
    }

    @Test func aLockThatIsReplacedForEverIsGivenUp() throws {
        let directory = try TemporaryDirectory()
        let operations = replacingLock(directory, times: .max)
        let store = try Samples.store(directory.path, operations: operations)
        #expect {
            try store.write(Samples.record())
        } throws: {
            "\($0)".contains("it is replaced again and again")
        }
        #expect(operations.openFiles == 0)
    }
}
