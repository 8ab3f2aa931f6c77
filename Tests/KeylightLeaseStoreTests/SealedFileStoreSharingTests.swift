import Foundation
import KeylightCore
import Testing

@testable import KeylightLeaseStore

/// What several processes need of one store.
@Suite struct SealedFileStoreSharingTests {
    let directory: TemporaryDirectory
    let store: SealedFileStore

    init() throws {
        directory = try TemporaryDirectory()
        store = try Samples.quickStore(directory.path)
    }

    // MARK: The refresh lock

    @Test func oneHoldsTheRefreshLock() throws {
        let other = try Samples.quickStore(directory.path)
        guard case .acquired(let lock) = store.tryRefreshLock() else {
            Issue.record("not to be had")
            return
        }
        guard case .heldElsewhere = other.tryRefreshLock() else {
            Issue.record("to be had twice")
            return
        }
        // It is no lock of the record.
        try other.write(Samples.record())
        lock.release()
        guard case .acquired = other.tryRefreshLock() else {
            Issue.record("not given back")
            return
        }
        // Letting go gives back as well.
        guard case .acquired = store.tryRefreshLock() else {
            Issue.record("not given back by letting go")
            return
        }
    }

    @Test func releasingTwiceTakesNothingFromAnother() throws {
        guard case .acquired(let first) = store.tryRefreshLock() else { return }
        first.release()
        guard case .acquired(let second) = store.tryRefreshLock() else { return }
        first.release()
        guard case .heldElsewhere = store.tryRefreshLock() else {
            Issue.record("a lock was given back by somebody else")
            return
        }
        second.release()
    }

    @Test func withoutADirectoryThereIsNoRefreshLock() throws {
        let missing = try Samples.quickStore(directory.path("missing"))
        guard case .notOffered = missing.tryRefreshLock() else {
            Issue.record("a lock of nothing")
            return
        }
        #expect(try directory.names() == [])
    }

    @Test(arguments: ["open", "statusOf", "tryLock"])
    func troubleWithTheLockKeepsNobodyFromAsking(call: String) throws {
        let operations = FaultyFileOperations { $0.name == call ? .inputOutput : nil }
        let store = try Samples.store(directory.path, operations: operations)
        guard case .notOffered = store.tryRefreshLock() else {
            Issue.record("taken")
            return
        }
        #expect(operations.openFiles == 0)
    }

    @Test func aLinkInPlaceOfTheLockIsNotFollowed() throws {
        try FileManager.default.createSymbolicLink(
            atPath: directory.path("refresh.lock"),
            withDestinationPath: directory.path("elsewhere")
        )
        guard case .notOffered = store.tryRefreshLock() else {
            Issue.record("followed")
            return
        }
        #expect(try directory.names() == ["refresh.lock"])
    }

    // MARK: The place

    @Test("BL-052: a copy of the files is another place") func aCopyIsAnotherPlace() throws {
        #expect(store.place(preparing: false) == nil)
        try store.write(Samples.record())
        let place = try #require(store.place(preparing: false))
        try store.update { $0.trialStart = Timestamp(5) }
        #expect(store.place(preparing: true) == place)
        let copy = try TemporaryDirectory()
        for name in ["license.sealed", "install.secret"] { try copy.write(name, directory.bytes(name)) }
        let copied = try Samples.quickStore(copy.path)
        #expect(try copied.storedRecord() != nil)
        #expect(try #require(copied.place(preparing: false)) != place)
    }

    @Test func aPlaceCanBePreparedBeforeTheFirstWrite() throws {
        let fresh = try Samples.quickStore(directory.path("new"))
        let place = try #require(fresh.place(preparing: true))
        #expect(try fresh.load() == .absent)
        try fresh.write(Samples.record())
        #expect(fresh.place(preparing: false) == place)
        #expect(try directory.names(in: "new") == ["install.secret", "license.sealed", "store.lock"])
    }

    @Test func aPlaceThatCannotBePreparedIsNotKnown() throws {
        let operations = FaultyFileOperations { $0.name == "write" ? .noSpace : nil }
        let store = try Samples.store(directory.path("new"), operations: operations)
        #expect(store.place(preparing: true) == nil)
        #expect(operations.openFiles == 0)
    }

    // MARK: Looking without touching

    @Test("BL-055: peeking leaves a damaged record where it is") func peekingMovesNothing() throws {
        try directory.write("license.sealed", [1, 2, 3])
        guard case .corrupt = try store.peek() else {
            Issue.record("not found to be damaged")
            return
        }
        #expect(try directory.names() == ["license.sealed"])
        try FileManager.default.removeItem(atPath: directory.path("license.sealed"))
        try store.write(Samples.record())
        #expect(try store.peek() == .record(Samples.record()))
    }

    // MARK: Word of changes

    @Test(.timeLimit(.minutes(5))) func changesAreTold() async throws {
        try store.write(Samples.record())
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        let watch = try #require(store.watch { continuation.yield(()) })
        let other = try Samples.quickStore(directory.path)
        var changes = stream.makeAsyncIterator()
        for second in 1...3 as ClosedRange<Int64> {
            try other.update { $0.trialStart = Timestamp(second) }
            #expect(await changes.next() != nil)
        }
        try other.erase()
        #expect(await changes.next() != nil)
        watch.cancel()
    }

    @Test func whatDoesNotExistIsNotWatched() throws {
        #expect(try Samples.quickStore(directory.path("missing")).watch {} == nil)
    }

    @Test func eventsAreReadByName() {
        func event(_ name: String, watch: UInt8 = 1, padding: Int = 3) -> [UInt8] {
            let text = Array(name.utf8) + [UInt8](repeating: 0, count: padding)
            return [watch, 0, 0, 0] + [UInt8](repeating: 0, count: 8) + [UInt8(text.count), 0, 0, 0] + text
        }
        #expect(InotifyEvents.mention("a", in: event("b")[...]) == false)
        #expect(InotifyEvents.mention("a", in: (event("b") + event("a"))[...]))
        #expect(InotifyEvents.mention("a", in: (event("ab") + event("b"))[...]) == false)
        #expect(InotifyEvents.mention("a", in: event("a").dropLast(4)) == false)
        #expect(InotifyEvents.mention("a", in: []) == false)
        // The queue ran over: nobody knows what was in it.
        let lost = [UInt8](repeating: 0xff, count: 4) + [UInt8](repeating: 0, count: 12)
        #expect(InotifyEvents.mention("a", in: lost[...]))
    }
}
