import KeylightCore
import KeylightLeaseStore
import KeylightTesting
import Testing

@Suite struct FailingStoreTests {
    private let base = InMemoryLeaseStore()
    private let store: FailingStore

    init() {
        store = FailingStore(wrapping: base)
    }

    @Test func worksAsTheWrappedStore() throws {
        #expect(try store.load() == .absent)
        let record = try store.update { $0.trialStart = Timestamp(1) }
        #expect(record.trialStart == Timestamp(1))
        #expect(try store.load() == .record(record))
        #expect(base.record == record)
        try store.erase()
        #expect(try store.load() == .absent)
    }

    @Test func countsUse() throws {
        _ = try store.load()
        try store.update { $0.trialStart = Timestamp(1) }
        try store.update { $0.trialStart = Timestamp(1) }
        try store.erase()
        store.failLoads(with: .unavailable("locked"))
        #expect(throws: LeaseStoreError.self) { try store.load() }
        #expect(store.counts.loads == 2)
        #expect(store.counts.updates == 2)
        #expect(store.counts.writes == 1)
        #expect(store.counts.erases == 1)
        #expect(store.counts.failures == 1)
    }

    @Test func failsSoManyTimes() throws {
        store.failLoads(with: .unavailable("locked"), times: 2)
        for _ in 0..<2 {
            #expect(throws: LeaseStoreError.unavailable("locked")) { try store.load() }
        }
        #expect(try store.load() == .absent)
        store.failLoads(with: .unavailable("locked"), times: 0)
        #expect(try store.load() == .absent)
    }

    @Test func failsUntilItRecovers() throws {
        store.failLoads(with: .unavailable("a"))
        store.failUpdates(with: .writeFailed("b"))
        store.failErases(with: .writeFailed("c"))
        for _ in 0..<20 {
            #expect(throws: LeaseStoreError.unavailable("a")) { try store.load() }
            #expect(throws: LeaseStoreError.writeFailed("b")) { try store.update { _ in } }
            #expect(throws: LeaseStoreError.writeFailed("c")) { try store.erase() }
        }
        store.recover()
        #expect(try store.load() == .absent)
        try store.update { $0.trialStart = Timestamp(1) }
        try store.erase()
    }

    @Test func failedUpdateChangesNothing() throws {
        store.failUpdates(with: .writeFailed("disk full"), times: 1)
        var wasCalled = false
        #expect(throws: LeaseStoreError.self) { try store.update { _ in wasCalled = true } }
        #expect(!wasCalled)
        #expect(base.record == nil)
    }

    @Test func throwsForeignErrorsToo() {
        store.failLoads(withAny: Trouble(number: 1))
        store.failUpdates(withAny: Trouble(number: 2))
        #expect(throws: Trouble(number: 1)) { try store.load() }
        #expect(throws: Trouble(number: 2)) { try store.update { _ in } }
    }
}
