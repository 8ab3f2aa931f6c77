import KeylightCore
import KeylightLeaseStore
import Testing

@Suite struct InMemoryLeaseStoreTests {
    @Test func beginsEmptyOrWithARecord() throws {
        #expect(InMemoryLeaseStore().load() == .absent)
        #expect(InMemoryLeaseStore().record == nil)
        let record = try Samples.record()
        #expect(InMemoryLeaseStore(record: record).load() == .record(record))
    }

    @Test func countsLoadsAndWrites() {
        let store = InMemoryLeaseStore()
        _ = store.load()
        _ = store.record
        store.update { _ in }
        #expect(store.loadCount == 1)
        #expect(store.writeCount == 0)
        #expect(store.load() == .absent)
        #expect(store.update { $0.timeFloor = Timestamp(1) }.timeFloor == Timestamp(1))
        store.update { $0.timeFloor = Timestamp(1) }
        #expect(store.writeCount == 1)
        store.erase()
        store.erase()
        #expect(store.writeCount == 2)
        #expect(store.load() == .absent)
    }

    @Test func threadsLoseNothing() {
        let store = InMemoryLeaseStore()
        onThreads(8) { _ in
            for _ in 0..<200 {
                store.update { $0.timeFloor = ($0.timeFloor ?? Timestamp(0)).adding(1) }
            }
        }
        #expect(store.record?.timeFloor == Timestamp(1_600))
        #expect(store.writeCount == 1_600)
    }
}
