import KeylightCore
import KeylightLeaseStore
import Testing

@Suite("A second store as the trial's mirror")
struct LeaseStoreTrialMirrorTests {
    @Test("the earliest date stays")
    func earliest() throws {
        let store = InMemoryLeaseStore()
        let mirror = LeaseStoreTrialMirror(store)
        #expect(try mirror.loadTrialStart() == nil)
        try mirror.saveTrialStart(Timestamp(200))
        #expect(try mirror.loadTrialStart() == Timestamp(200))
        try mirror.saveTrialStart(Timestamp(100))
        try mirror.saveTrialStart(Timestamp(150))
        #expect(try mirror.loadTrialStart() == Timestamp(100))
    }

    @Test("nothing else of the record is touched")
    func onlyTheStart() throws {
        let record = try Samples.record()
        let store = InMemoryLeaseStore(record: record)
        try LeaseStoreTrialMirror(store).saveTrialStart(Timestamp(1))
        var expected = record
        expected.trialStart = Timestamp(1)
        #expect(store.record == expected)
    }

    @Test("a store that cannot be read says so, and no date is made up")
    func unreadable() {
        struct Locked: LeaseStore {
            func load() throws -> StoredRecord { throw LeaseStoreError.unavailable("locked") }
            func update(_ change: (inout LicenseRecord) -> Void) throws -> LicenseRecord {
                throw LeaseStoreError.unavailable("locked")
            }
            func erase() throws {}
        }
        let mirror = LeaseStoreTrialMirror(Locked())
        #expect(throws: LeaseStoreError.self) { try mirror.loadTrialStart() }
        #expect(throws: LeaseStoreError.self) { try mirror.saveTrialStart(Timestamp(1)) }
    }
}
