import Foundation
import KeylightCore
import Testing

@testable import KeylightLeaseStore

@Suite struct SealedFileStoreTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test func nothingIsThereAtFirstAndReadingMakesNothing() throws {
        let store = try Samples.store(directory.path("new"))
        #expect(try store.load() == .absent)
        #expect(try directory.names() == [])
    }

    @Test func whatWasWrittenIsReadBackByAnotherStore() throws {
        let record = try Samples.record()
        let first = try Samples.store(directory.path)
        let second = try Samples.store(directory.path)
        #expect(try first.update { $0 = record } == record)
        #expect(try second.load() == .record(record))
        try second.update { $0.timeFloor = Timestamp(1_800_000_000) }
        #expect(try first.storedRecord()?.timeFloor == Timestamp(1_800_000_000))
    }

    @Test func filesAreForTheUserOnly() throws {
        let store = try Samples.store(directory.path("a/b/c"))
        try store.write(Samples.record())
        #expect(try directory.permissions("a") == 0o700)
        #expect(try directory.permissions("a/b") == 0o700)
        #expect(try directory.permissions("a/b/c") == 0o700)
        for name in ["license.sealed", "install.secret", "store.lock"] {
            #expect(try directory.permissions("a/b/c/" + name) == 0o600)
        }
    }

    @Test func onlyThreeFilesAreLeftBehind() throws {
        let store = try Samples.store(directory.path)
        for _ in 0..<3 { try store.update { $0.timeFloor = ($0.timeFloor ?? Timestamp(0)).adding(1) } }
        #expect(try directory.names() == ["install.secret", "license.sealed", "store.lock"])
        #expect(try directory.bytes("install.secret").count == 32)
        #expect(try directory.bytes("store.lock") == [])
    }

    @Test func nothingIsWrittenWhenNothingChanged() throws {
        let store = try Samples.store(directory.path)
        #expect(try store.update { _ in } == LicenseRecord())
        #expect(try directory.names() == ["store.lock"])
        try store.write(Samples.record())
        let before = try directory.bytes("license.sealed")
        #expect(try store.update { $0.timeFloor = Timestamp(1_772_323_205) } == Samples.record())
        #expect(try directory.bytes("license.sealed") == before)
    }

    /// A power cut cannot be tried here; that the bytes are on the medium before they take the old ones' place can.
    @Test func bytesAreOnTheMediumBeforeTheyAreInPlace() throws {
        let operations = FaultyFileOperations()
        let store = try Samples.store(directory.path, operations: operations)
        try store.write(Samples.record())
        #expect(
            operations.calls.map(\.name).filter { !["read", "statusOf", "statusAt", "names"].contains($0) }
                == [
                    "open", "lock", "open",
                    "open", "open", "open", "write", "synchronize", "link", "synchronizeDirectory", "unlink",
                    "open", "write", "synchronize", "open", "rename", "synchronizeDirectory",
                ]
        )
        let first = operations.calls.count
        try store.update { $0.timeFloor = Timestamp(9) }
        #expect(
            operations.calls.dropFirst(first).map(\.name) == [
                "open", "statusOf", "lock", "statusAt", "open", "read", "open", "read",
                "open", "write", "synchronize", "rename", "synchronizeDirectory",
            ]
        )
    }

    @Test func readingTakesNoLockAndChangesNothing() throws {
        try Samples.quickStore(directory.path).write(Samples.record())
        let operations = FaultyFileOperations()
        #expect(try Samples.store(directory.path, operations: operations).load() == .record(Samples.record()))
        #expect(Set(operations.calls.map(\.name)) == ["open", "statusOf", "read"])
    }

    @Test func everyWriteIsSealedAnew() throws {
        let store = try Samples.store(directory.path)
        try store.write(Samples.record())
        let before = try directory.bytes("license.sealed")
        try store.update { $0.timeFloor = Timestamp(1) }
        try store.write(Samples.record())
        let after = try directory.bytes("license.sealed")
        #expect(before.count == after.count)
        #expect(before[16..<28] != after[16..<28])
    }

    @Test func erasingLeavesTheLockAlone() throws {
        let store = try Samples.store(directory.path)
        try store.write(Samples.record())
        for name in ["license.corrupt-7", "secret.corrupt-1", "store.tmp-1-0_1"] {
            try directory.write(name, [1])
        }
        try directory.write("notes.txt", [1])
        try store.erase()
        #expect(try directory.names() == ["notes.txt", "store.lock"])
        #expect(try store.load() == .absent)
        try store.erase()
        try store.write(Samples.record())
        #expect(try store.load() == .record(Samples.record()))
    }

    @Test func erasingNothingMakesNothing() throws {
        try Samples.store(directory.path("none/at/all")).erase()
        #expect(try directory.names() == [])
    }
}
