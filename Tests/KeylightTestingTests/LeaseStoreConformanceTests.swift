#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import KeylightCore
import KeylightLeaseStore
import Testing

@testable import KeylightTesting

@Suite struct LeaseStoreConformanceTests {
    @Test func storeInMemoryConforms() async throws {
        let suite = LeaseStoreConformance {
            let store = InMemoryLeaseStore()
            return { store }
        }
        try await suite.check()
    }

    @Test func sealedFileConforms() async throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "keylight-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        let tenant = try #require(ServiceIdentifier("acme"))
        let product = try #require(ServiceIdentifier("app"))
        let suite = LeaseStoreConformance {
            let directory = root.appending(path: UUID().uuidString).path()
            return { try SealedFileStore(directory: directory, tenant: tenant, product: product) }
        }
        try await suite.check()
    }

    @Test func sampleHasEveryFieldSet() throws {
        let record = try SampleRecord.full()
        for child in Mirror(reflecting: record).children {
            #expect("\(child.value)" != "nil", "\(child.label ?? "")")
        }
        #expect(!record.pendingReleases.isEmpty)
    }

    @Test(arguments: Flaw.allCases)
    func eachFlawIsFound(flaw: Flaw) async {
        let suite = LeaseStoreConformance {
            let base = InMemoryLeaseStore()
            let holders = Locked(0)
            return { FlawedStore(base: base, flaw: flaw, holders: holders) }
        }
        let found = await suite.violations().map(\.check)
        #expect(found.contains(flaw.check), "\(flaw): \(found)")
    }

    @Test func errorsAreViolations() async {
        let suite = LeaseStoreConformance {
            { throw Trouble(number: 1) }
        }
        let error = await #expect(throws: LeaseStoreConformanceError.self) { try await suite.check() }
        #expect(error?.violations.count == LeaseStoreCheck.all.count)
        #expect(error?.description.contains("threw Trouble(number: 1)") == true)
    }
}

/// A way in which a store can be wrong.
enum Flaw: CaseIterable {
    case presentFromTheStart, updateGivenRubbish, writesWithoutChange, returnsTheOld, forgetsAField
    case forgetsOnReopening, losesOldFields, eraseLeavesTheRecord, eraseOfNothingThrows, losesUpdates
    case peeksAtNothing, movesAbout, sharesTheRefreshLock, keepsTheRefreshLock

    /// The check that has to find it.
    var check: String {
        switch self {
        case .presentFromTheStart: "an empty place loads as absent"
        case .updateGivenRubbish: "the first update is given an empty record"
        case .writesWithoutChange: "an update that changes nothing writes nothing"
        case .returnsTheOld: "an update returns what is stored"
        case .forgetsAField: "every field is kept"
        case .forgetsOnReopening: "the record is there when the place is opened again"
        case .losesOldFields: "an update is given what was stored before"
        case .eraseLeavesTheRecord: "an erased place is empty"
        case .eraseOfNothingThrows: "removing nothing is no error"
        case .losesUpdates: "updates at the same time lose nothing"
        case .peeksAtNothing: "peeking finds what loading finds"
        case .movesAbout: "a place stays the same"
        case .sharesTheRefreshLock, .keepsTheRefreshLock: "a refresh lock has one holder"
        }
    }
}

/// A store in memory with one flaw.
private final class FlawedStore: LeaseStore {
    private let base: InMemoryLeaseStore
    private let flaw: Flaw
    private let own = InMemoryLeaseStore()
    private let holders: Locked<Int>

    init(base: InMemoryLeaseStore, flaw: Flaw, holders: Locked<Int>) {
        self.holders = holders
        self.base = base
        self.flaw = flaw
    }

    private var store: InMemoryLeaseStore { flaw == .forgetsOnReopening ? own : base }

    func load() throws -> StoredRecord {
        let found = store.load()
        if flaw == .presentFromTheStart, case .absent = found { return .record(LicenseRecord()) }
        return found
    }

    func update(_ change: (inout LicenseRecord) -> Void) throws -> LicenseRecord {
        let before = store.record ?? LicenseRecord()
        let written = store.update { record in
            switch flaw {
            case .updateGivenRubbish where record.isEmpty: record.trialStart = Timestamp(1)
            case .losesOldFields: record = LicenseRecord()
            default: break
            }
            change(&record)
            switch flaw {
            case .forgetsAField: record.denial = nil
            case .writesWithoutChange where record.isEmpty: record.trialStart = Timestamp(0)
            case .losesUpdates: record.trialStart = record.trialStart.map { min($0, Timestamp(30)) }
            default: break
            }
        }
        return flaw == .returnsTheOld ? before : written
    }

    func peek() throws -> StoredRecord { flaw == .peeksAtNothing ? .absent : try load() }

    func place(preparing: Bool) -> String? { flaw == .movesAbout ? "\(preparing)" : "here" }

    func tryRefreshLock() -> RefreshLockOutcome {
        let isMine = holders.withLock { count in
            if flaw != .sharesTheRefreshLock, count > 0 { return false }
            count += 1
            return true
        }
        guard isMine else { return .heldElsewhere }
        return .acquired(
            RefreshLock { [holders, flaw] in
                if flaw == .keepsTheRefreshLock { return }
                holders.withLock { $0 -= 1 }
            }
        )
    }

    func erase() throws {
        switch flaw {
        case .eraseLeavesTheRecord: break
        case .eraseOfNothingThrows where base.record == nil:
            throw LeaseStoreError.unavailable("nothing there")
        default: store.erase()
        }
    }
}
