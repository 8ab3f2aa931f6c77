import KeylightCore
import Testing

@testable import KeylightLeaseStore

/// BL-066: what an older layout left is taken over, and nothing is lost on the way.
@Suite("BL-066 importing") struct ImportingLeaseStoreTests {
    /// What an older version left, and how often it was removed.
    private final class Old: Sendable {
        let state = Locked<(record: LicenseRecord?, discards: Int)>((nil, 0))
        init(_ record: LicenseRecord?) { state.withLock { $0.record = record } }
        var record: LicenseRecord? { state.withLock { $0.record } }
        func discard() {
            state.withLock {
                $0.record = nil
                $0.discards += 1
            }
        }
    }

    private func importing(_ old: Old, into base: any LeaseStore) -> ImportingLeaseStore {
        ImportingLeaseStore(base, find: { old.record }, discard: { old.discard() })
    }

    @Test func itIsTakenOverOnceAndThenRemoved() throws {
        let old = Old(try Samples.record())
        let base = InMemoryLeaseStore()
        let store = importing(old, into: base)
        #expect(try store.peek() == .record(Samples.record()))
        #expect(base.record == nil)
        #expect(try store.load() == .record(Samples.record()))
        #expect(try base.record == Samples.record())
        #expect(old.state.withLock { $0.discards } == 1)
        #expect(try store.load() == .record(Samples.record()))
        #expect(base.writeCount == 1)
    }

    @Test func anUpdateTakesItOverFirst() throws {
        let old = Old(try Samples.record())
        let store = importing(old, into: InMemoryLeaseStore())
        let written = try store.update { $0.timeFloor = Timestamp(9) }
        #expect(try written.activation == Samples.record().activation)
        #expect(written.timeFloor == Timestamp(9))
        #expect(old.record == nil)
    }

    @Test func whatTheStoreHoldsWins() throws {
        var record = LicenseRecord()
        record.trialStart = Timestamp(1)
        let old = Old(try Samples.record())
        let store = importing(old, into: InMemoryLeaseStore(record: record))
        #expect(try store.load() == .record(record))
        #expect(old.record != nil)
    }

    @Test func aFullDiskLosesNothing() throws {
        let directory = try TemporaryDirectory()
        let isFull = Locked(true)
        let operations = FaultyFileOperations { call in
            call.name == "write" && isFull.withLock { $0 } ? .noSpace : nil
        }
        let old = Old(try Samples.record())
        let store = importing(old, into: try Samples.store(directory.path, operations: operations))
        // The app goes on with what was found, and what was found stays.
        #expect(try store.load() == .record(Samples.record()))
        #expect(throws: LeaseStoreError.self) { try store.update { $0.timeFloor = Timestamp(9) } }
        #expect(old.record != nil)
        isFull.withLock { $0 = false }
        #expect(try store.load() == .record(Samples.record()))
        #expect(old.record == nil)
        #expect(try Samples.quickStore(directory.path).load() == .record(Samples.record()))
    }

    @Test func aStoreThatDoesNotKeepItGetsNothingRemoved() throws {
        struct Sieve: LeaseStore {
            func load() throws -> StoredRecord { .absent }
            func update(_ change: (inout LicenseRecord) -> Void) throws -> LicenseRecord {
                var record = LicenseRecord()
                change(&record)
                return record
            }
            func erase() throws {}
        }
        let old = Old(try Samples.record())
        #expect(try importing(old, into: Sieve()).load() == .record(Samples.record()))
        #expect(old.record != nil)
    }

    @Test func whatCannotBeReadIsNotAbsent() throws {
        struct Trouble: Error {}
        let store = ImportingLeaseStore(InMemoryLeaseStore(), find: { throw Trouble() }, discard: {})
        #expect(throws: LeaseStoreError.self) { try store.load() }
        #expect(throws: LeaseStoreError.self) { try store.update { $0.trialStart = Timestamp(1) } }
    }

    @Test func nothingToTakeOverIsAbsent() throws {
        for old in [Old(nil), Old(LicenseRecord())] {
            #expect(try importing(old, into: InMemoryLeaseStore()).load() == .absent)
            #expect(old.state.withLock { $0.discards } == 0)
        }
    }

    @Test func erasingRemovesBoth() throws {
        let old = Old(try Samples.record())
        let store = importing(old, into: InMemoryLeaseStore())
        try store.erase()
        #expect(try store.load() == .absent)
    }
}
