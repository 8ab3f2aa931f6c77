import KeylightCore
import KeylightTesting
import Testing

@testable import KeylightLeaseStore

/// BL-052: a record that the first store has lost comes back from the second.
@Suite("BL-052 the mirror of the record") struct MirroringLeaseStoreTests {
    private let firstMemory = InMemoryLeaseStore()
    private let mirrorMemory = InMemoryLeaseStore()
    private let first: FailingStore
    private let mirror: FailingStore
    private let reports = Locked<[String]>([])

    init() {
        first = FailingStore(wrapping: firstMemory)
        mirror = FailingStore(wrapping: mirrorMemory)
    }

    /// A process's view of the two.
    private func open(_ first: (any LeaseStore)? = nil, mirror: (any LeaseStore)? = nil)
        -> MirroringLeaseStore
    {
        MirroringLeaseStore(first ?? self.first, mirror: mirror ?? self.mirror) { [reports] text in
            reports.withLock { $0.append(text) }
        }
    }

    /// Both hold the sample, and nothing has been counted since.
    private func filled() throws -> LicenseRecord {
        let record = try Samples.record()
        _ = firstMemory.update { $0 = record }
        _ = mirrorMemory.update { $0 = record }
        return record
    }

    private var told: [String] { reports.withLock { $0 } }

    /// How often the mirror was touched in any way.
    private var mirrorCalls: Int {
        let counts = mirror.counts
        return counts.loads + counts.updates + counts.erases
    }

    // MARK: The contract

    @Test func conforms() async throws {
        let suite = LeaseStoreConformance {
            let first = InMemoryLeaseStore()
            let mirror = InMemoryLeaseStore()
            return { MirroringLeaseStore(first, mirror: mirror) }
        }
        #expect(await suite.violations() == [])
    }

    @Test func aFileConforms() async throws {
        let directory = try TemporaryDirectory()
        let number = Locked(0)
        let suite = LeaseStoreConformance {
            let place = number.withLock { number in
                number += 1
                return directory.path("\(number)")
            }
            return {
                MirroringLeaseStore(
                    try Samples.quickStore(place + "/a"),
                    mirror: try Samples.quickStore(place + "/b")
                )
            }
        }
        #expect(await suite.violations() == [])
    }

    @Test(
        "a mirror that cannot be written, or is not there, takes nothing from the contract",
        arguments: [true, false]
    )
    func conformsWithoutMirror(isOffered: Bool) async throws {
        let suite = LeaseStoreConformance {
            let first = InMemoryLeaseStore()
            let mirror = FailingStore(wrapping: InMemoryLeaseStore())
            let error = isOffered ? LeaseStoreError.unavailable("locked") : .notOffered("no Keychain")
            mirror.failUpdates(with: error)
            mirror.failErases(with: .notOffered("no Keychain"))
            if !isOffered { mirror.failLoads(with: error) }
            return { MirroringLeaseStore(first, mirror: mirror) }
        }
        #expect(await suite.violations() == [])
    }

    // MARK: A record in the first store

    @Test("BL-051: a record in the first store is the answer, and the mirror is not touched")
    func bl051Reading() throws {
        let record = try filled()
        _ = mirrorMemory.update { $0.trialStart = Timestamp(1) }
        let store = open()
        #expect(try store.load() == .record(record))
        #expect(try store.peek() == .record(record))
        _ = try store.update { _ in }
        #expect(mirrorCalls == 0)
    }

    @Test("BL-051: the mirror is looked at once in a process, and not for changes without substance")
    func bl051Counts() throws {
        _ = try filled()
        let store = open()
        for round in 0..<5 {
            try store.update { record in
                record.lastAttempt = Timestamp(Int64(round))
                record.notBefore = Timestamp(Int64(round))
                record.timeFloor = Timestamp(Int64(round))
                record.trialRun = Int64(round)
            }
        }
        #expect(mirror.counts.updates == 1)
        #expect(mirror.counts.writes == 0)
        #expect(mirror.counts.loads == 0)
        #expect(first.counts.writes == 5)
    }

    /// The fields that count, each changed alone.
    private static let substance: [(String, @Sendable (inout LicenseRecord) -> Void)] = [
        ("activation", { $0.activation = nil }),
        ("lease", { $0.lease = nil }),
        ("newestLeaseIssuedAt", { $0.newestLeaseIssuedAt = Timestamp(1) }),
        ("licenseEnd", { $0.licenseEnd = .lifetime }),
        ("lastValidated", { $0.lastValidated = Timestamp(1) }),
        ("denial", { $0.denial = nil }),
        ("trialStart", { $0.trialStart = Timestamp(1) }),
        ("settings", { $0.settings.trialDurationDays = 1 }),
        ("pendingReleases", { $0.pendingReleases = [] }),
        ("anonymousID", { $0.anonymousID = nil }),
        ("keylessReport", { $0.keylessReport = nil }),
    ]
    private static let bookkeeping = ["lastAttempt", "notBefore", "timeFloor", "trialRun"]

    @Test("each change of substance is copied", arguments: substance.indices)
    func copying(index: Int) throws {
        _ = try filled()
        let store = open()
        try store.update { $0.timeFloor = Timestamp(9) }
        let (name, change) = Self.substance[index]
        try store.update(change)
        #expect(mirror.counts.writes == 1, "\(name)")
        #expect(mirrorMemory.record == firstMemory.record, "\(name)")
    }

    @Test func everyFieldIsOfOneKind() throws {
        let names = Mirror(reflecting: try Samples.record()).children.compactMap(\.label)
        #expect(Set(names) == Set(Self.substance.map(\.0) + Self.bookkeeping))
    }

    @Test("an install that had no mirror fills it with the first change, whatever that is")
    func switchedOnLater() throws {
        let record = try filled()
        mirrorMemory.erase()
        let store = open()
        #expect(try store.load() == .record(record))
        _ = try store.update { _ in }
        #expect(mirrorMemory.record == nil)
        try store.update { $0.lastAttempt = Timestamp(5) }
        #expect(mirrorMemory.record == firstMemory.record)
    }

    @Test("a mirror that another process left behind is caught up with by the first change")
    func leftBehind() throws {
        _ = try filled()
        _ = firstMemory.update { $0.activation = nil }
        try open().update { $0.lastAttempt = Timestamp(5) }
        #expect(mirrorMemory.record == firstMemory.record)
    }

    // MARK: A record that was lost

    @Test func whatWasLostIsRestoredOnce() throws {
        let record = try filled()
        firstMemory.erase()
        let store = open()
        #expect(try store.load() == .record(record))
        #expect(firstMemory.record == record)
        #expect(told.count == 1)
        #expect(told.first?.contains("restored") == true)
        // From here on it is as if it had never been away.
        #expect(try store.load() == .record(record))
        try store.update { $0.lastAttempt = Timestamp(5) }
        #expect(mirror.counts.loads == 1)
        #expect(mirror.counts.updates == 0)
        #expect(told.count == 1)
    }

    @Test func peekingWritesNothing() throws {
        let record = try filled()
        firstMemory.erase()
        let store = open()
        #expect(try store.peek() == .record(record))
        #expect(try store.peek() == .record(record))
        #expect(firstMemory.record == nil)
        #expect(first.counts.updates == 0 && mirror.counts.updates == 0)
        #expect(told.isEmpty)
    }

    @Test("an update of a lost record changes what it was, and not an empty one")
    func updatingTheLost() throws {
        let record = try filled()
        firstMemory.erase()
        let store = open()
        let written = try store.update { $0.trialStart = Timestamp(9) }
        var expected = record
        expected.trialStart = Timestamp(9)
        #expect(written == expected)
        #expect(firstMemory.record == expected)
        #expect(mirrorMemory.record == expected)
        #expect(told.count == 1)
    }

    @Test func aRecordOfAnotherProcessIsNotReplacedByALostOne() throws {
        let record = try filled()
        let hooked = HookedStore()
        var other = record
        other.trialStart = Timestamp(3)
        let newer = other
        hooked.beforeNextWrite { _ = try hooked.update { $0 = newer } }
        #expect(try open(hooked).load() == .record(newer))
        #expect(hooked.record == newer)
        #expect(told.isEmpty)
    }

    @Test func norByAnUpdateOfALostOne() throws {
        let record = try filled()
        let hooked = HookedStore()
        var other = record
        other.activation = nil
        let newer = other
        // The first transaction finds nothing; before the second, another process has written.
        hooked.beforeNextWrite { hooked.beforeNextWrite { _ = try hooked.update { $0 = newer } } }
        try open(hooked).update { $0.trialStart = Timestamp(3) }
        #expect(hooked.record?.activation == nil)
        #expect(hooked.record?.trialStart == Timestamp(3))
        #expect(mirrorMemory.record == hooked.record)
        #expect(told.isEmpty)
    }

    @Test("a record that cannot be written back is the answer all the same")
    func fullDisk() throws {
        let record = try filled()
        firstMemory.erase()
        first.failUpdates(with: .writeFailed("No space left on device"))
        let store = open()
        for _ in 0..<3 { #expect(try store.load() == .record(record)) }
        #expect(told.count == 1)
        #expect(told.first?.contains("No space left on device") == true)
        first.recover()
        #expect(try store.load() == .record(record))
        #expect(firstMemory.record == record)
        #expect(told.count == 2)
        // It worked in between, so it is news.
        firstMemory.erase()
        first.failUpdates(with: .writeFailed("No space left on device"))
        #expect(try store.load() == .record(record))
        #expect(told.count == 3)
    }

    @Test("a damaged file is moved aside, kept, and replaced")
    func damagedFile() throws {
        let directory = try TemporaryDirectory()
        let file = try Samples.quickStore(directory.path)
        let record = try Samples.record()
        try open(file).update { $0 = record }
        let garbage = [UInt8](repeating: 7, count: 100)
        try directory.write("license.sealed", garbage)
        #expect(try open(file).peek() == .record(record))
        #expect(try directory.bytes("license.sealed") == garbage)
        #expect(try open(file).load() == .record(record))
        #expect(try directory.bytes("license.corrupt-1") == garbage)
        #expect(try file.storedRecord() == record)
        // The same by an update.
        try directory.write("license.sealed", garbage)
        try open(file).update { $0.trialStart = Timestamp(9) }
        #expect(try file.storedRecord()?.activation == record.activation)
        #expect(try directory.bytes("license.corrupt-2") == garbage)
    }

    @Test("with the whole directory gone, it is all there again")
    func directoryGone() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("deep")
        let record = try Samples.record()
        try open(try Samples.quickStore(path)).update { $0 = record }
        try directory.remove("deep")
        #expect(try open(try Samples.quickStore(path)).load() == .record(record))
        #expect(try Samples.quickStore(path).storedRecord() == record)
    }

    // MARK: A first store that cannot be read

    @Test("a first store that cannot be read is answered for by the mirror")
    func firstUnavailable() throws {
        let record = try filled()
        let error = LeaseStoreError.unavailable("owned by root")
        first.failLoads(with: error)
        first.failUpdates(with: error)
        let store = open()
        #expect(try store.load() == .record(record))
        #expect(try store.load() == .record(record))
        #expect(try store.peek() == .record(record))
        #expect(told.count == 1)
        #expect(told.first?.contains("owned by root") == true)
        // Its transactions count, so nothing is written anywhere.
        #expect(throws: error) { try store.update { $0.denial = nil } }
        #expect(mirror.counts.updates == 0)
        #expect(first.counts.writes == 0)
        first.recover()
        #expect(try store.load() == .record(record))
        first.failLoads(with: error)
        #expect(try store.load() == .record(record))
        #expect(told.count == 2)
    }

    @Test(
        "without a record in the mirror its error stands",
        arguments: [StoredRecord.absent, .corrupt("x"), .newerSchema(9)]
    )
    func firstUnavailableAlone(found: StoredRecord) throws {
        first.failLoads(with: .unavailable("owned by root"))
        let store = open(mirror: FixedStore(found))
        #expect(throws: LeaseStoreError.unavailable("owned by root")) { try store.load() }
        #expect(throws: LeaseStoreError.unavailable("owned by root")) { try store.peek() }
    }

    @Test func firstAndMirrorUnavailable() throws {
        first.failLoads(with: .unavailable("owned by root"))
        mirror.failLoads(with: .unavailable("locked"))
        #expect(throws: LeaseStoreError.unavailable("owned by root")) { try open().load() }
    }

    @Test(
        "a first store that is not there, or newer, is not answered for",
        arguments: [LeaseStoreError.notOffered("no Keychain"), .newerSchema(9)]
    )
    func firstNotOffered(error: LeaseStoreError) throws {
        _ = try filled()
        first.failLoads(with: error)
        #expect(throws: error) { try open().load() }
        #expect(throws: error) { try open().peek() }
        #expect(mirrorCalls == 0)
    }

    @Test("BL-066: a newer schema is passed on, and neither store is touched")
    func newerSchema() throws {
        let store = open(FixedStore(.newerSchema(9)))
        #expect(try store.load() == .newerSchema(9))
        #expect(try store.peek() == .newerSchema(9))
        #expect(throws: LeaseStoreError.newerSchema(9)) { try store.update { $0.trialStart = Timestamp(1) } }
        #expect(mirrorCalls == 0)
    }

    @Test("BL-066: a newer record in the mirror is neither overwritten nor taken for none")
    func newerMirror() throws {
        let store = open(mirror: FixedStore(.newerSchema(9)))
        #expect(try store.load() == .newerSchema(9))
        #expect(try store.peek() == .newerSchema(9))
        #expect(throws: LeaseStoreError.newerSchema(9)) { try store.update { $0.trialStart = Timestamp(1) } }
        #expect(firstMemory.record == nil)
        // A store may also throw it.
        mirror.failLoads(with: .newerSchema(9))
        #expect(try open().load() == .newerSchema(9))
    }
}

extension MirroringLeaseStoreTests {
    // MARK: A mirror that cannot be read or written

    @Test("BL-046: no record here and a locked mirror is unavailable, and not a fresh install")
    func bl046() throws {
        _ = try filled()
        firstMemory.erase()
        mirror.failLoads(with: .unavailable("the device has not been unlocked yet"))
        let store = open()
        for _ in 0..<2 {
            for read in [{ try store.load() }, { try store.peek() }] {
                let error = #expect(throws: LeaseStoreError.self) { try read() }
                guard case .unavailable(let text)? = error else {
                    Issue.record("another error: \(String(describing: error))")
                    return
                }
                #expect(text.contains("the device has not been unlocked yet"))
            }
        }
        #expect(throws: LeaseStoreError.self) { try store.update { $0.trialStart = Timestamp(1) } }
        #expect(firstMemory.record == nil)
        #expect(mirror.counts.updates == 0)
        #expect(told.count == 1)
        mirror.recover()
        #expect(try store.peek() == .record(Samples.record()))
        mirror.failLoads(with: .unavailable("the device has not been unlocked yet"))
        #expect(throws: LeaseStoreError.self) { try store.load() }
        #expect(told.count == 2)
        mirror.recover()
        #expect(try store.load() == .record(Samples.record()))
    }

    @Test("the same holds for a damaged record, also when it has been moved aside")
    func bl046Damaged() throws {
        mirror.failLoads(with: .unavailable("locked"))
        let error = #expect(throws: LeaseStoreError.self) {
            try open(FixedStore(.corrupt("no header"))).load()
        }
        #expect(error?.description.contains("no header") == true)
        #expect(error?.description.contains("locked") == true)
    }

    @Test("an error of an unknown kind is unavailable, too")
    func unknownError() throws {
        struct Trouble: Error {}
        mirror.failLoads(withAny: Trouble())
        let error = #expect(throws: LeaseStoreError.self) { try open().load() }
        guard case .unavailable? = error else {
            Issue.record("another error")
            return
        }
        _ = firstMemory.update { $0.trialStart = Timestamp(1) }
        first.failLoads(withAny: Trouble())
        #expect(throws: Trouble.self) { try open().load() }
    }

    @Test("where the mirror is not offered the first store stands alone")
    func mirrorNotOffered() throws {
        let error = LeaseStoreError.notOffered("status -34018")
        mirror.failLoads(with: error)
        mirror.failUpdates(with: error)
        mirror.failErases(with: error)
        let store = open()
        #expect(try store.load() == .absent)
        #expect(try store.peek() == .absent)
        try store.update { $0.trialStart = Timestamp(1) }
        #expect(try store.load() == .record(#require(firstMemory.record)))
        try store.update { $0.trialStart = Timestamp(2) }
        try store.erase()
        #expect(firstMemory.record == nil)
        #expect(told.count == 1)
        #expect(told.first?.contains("-34018") == true)
        #expect(try open(FixedStore(.corrupt("x"))).load() == .corrupt("x"))
    }

    @Test("a damaged record in the mirror is a damaged record, and the next write replaces it")
    func damagedMirror() throws {
        #expect(try open(mirror: FixedStore(.corrupt("b"))).load() == .corrupt("b"))
        #expect(
            try open(FixedStore(.corrupt("a")), mirror: FixedStore(.corrupt("b"))).load() == .corrupt("a")
        )
        #expect(try open(FixedStore(.corrupt("a"))).load() == .corrupt("a"))
        let directory = try TemporaryDirectory()
        let file = try Samples.quickStore(directory.path)
        try directory.write("license.sealed", [1, 2, 3])
        let record = try Samples.record()
        try open(mirror: file).update { $0 = record }
        #expect(try file.storedRecord() == record)
    }

    @Test("a copy that fails stops nothing, is reported once, and is made up for by the next update")
    func failingCopy() throws {
        let record = try filled()
        let store = open()
        mirror.failUpdates(with: .writeFailed("status -25308"))
        let written = try store.update { $0.activation = nil }
        #expect(written.activation == nil)
        try store.update { $0.trialStart = Timestamp(3) }
        #expect(mirrorMemory.record == record)
        #expect(told.count == 1)
        #expect(told.first?.contains("status -25308") == true)
        mirror.recover()
        // Whatever that update is: here it changes nothing.
        _ = try store.update { _ in }
        #expect(mirrorMemory.record == firstMemory.record)
        mirror.failUpdates(with: .writeFailed("status -25308"))
        try store.update { $0.trialStart = Timestamp(4) }
        #expect(told.count == 2)
    }

    @Test("a copy that fails in the middle has not been made")
    func failingInTheMiddle() throws {
        let hooked = HookedStore()
        let store = open(mirror: hooked)
        hooked.failNextWrite()
        try store.update { $0.trialStart = Timestamp(3) }
        #expect(hooked.record == nil)
        try store.update { $0.lastAttempt = Timestamp(3) }
        #expect(hooked.record == firstMemory.record)
    }

    @Test("a first store that cannot be looked at for the copy leaves the mirror behind")
    func failingPeek() throws {
        let record = try filled()
        let store = open()
        first.failLoads(with: .unavailable("owned by root"))
        try store.update { $0.trialStart = Timestamp(3) }
        #expect(mirrorMemory.record == record)
        #expect(told.count == 1)
        first.recover()
        _ = try store.update { _ in }
        #expect(mirrorMemory.record == firstMemory.record)
    }

    @Test("a mirror that is behind brings back no license that was given back")
    func behindIsNotUsed() throws {
        _ = try filled()
        let store = open()
        mirror.failUpdates(with: .writeFailed("locked"))
        try store.update { $0.activation = nil }
        firstMemory.erase()
        mirror.recover()
        #expect(try store.load() == .absent)
        #expect(try store.peek() == .absent)
        first.failLoads(with: .unavailable("owned by root"))
        #expect(throws: LeaseStoreError.self) { try store.load() }
        first.recover()
        #expect(mirror.counts.loads == 0)
        let written = try store.update { $0.trialStart = Timestamp(3) }
        #expect(written.activation == nil)
        #expect(mirrorMemory.record == written)
        // Level again, and so of use.
        firstMemory.erase()
        #expect(try store.load() == .record(written))
    }

    @Test("a record that vanished between its write and the copy leaves the mirror as it was, and behind")
    func vanished() throws {
        let record = try filled()
        let hooked = HookedStore(mirrorMemory)
        let store = open(mirror: hooked)
        hooked.beforeNextWrite { [firstMemory] in firstMemory.erase() }
        try store.update { $0.activation = nil }
        #expect(mirrorMemory.record == record)
        #expect(try store.load() == .absent)
    }

    // MARK: A mirror that is empty

    @Test("BL-051: an empty mirror is asked once")
    func emptyMirror() throws {
        let store = open()
        for _ in 0..<3 {
            #expect(try store.load() == .absent)
            #expect(try store.peek() == .absent)
            _ = try store.update { _ in }
        }
        #expect(mirrorCalls == 1)
        // Nor is the first store asked twice for it.
        #expect(first.counts.updates == 3)
    }

    @Test("an empty record in the mirror is none")
    func emptyRecord() throws {
        let store = open(mirror: FixedStore(.record(LicenseRecord())))
        #expect(try store.load() == .absent)
        #expect(firstMemory.record == nil)
    }

    @Test("it is asked again after it was written, by this process or another")
    func emptyMirrorFilled() throws {
        let store = open()
        #expect(try store.load() == .absent)
        let written = try store.update { $0.trialStart = Timestamp(1) }
        firstMemory.erase()
        #expect(try store.load() == .record(written))

        try store.erase()
        #expect(try store.load() == .absent)
        let record = try Samples.record()
        try open().update { $0 = record }
        #expect(try store.load() == .record(record))
        firstMemory.erase()
        #expect(try store.load() == .record(record))
    }

    @Test("it is asked again after an update has met another process's record")
    func emptyMirrorFilledElsewhere() throws {
        let store = open()
        #expect(try store.load() == .absent)
        let record = try Samples.record()
        try open().update { $0 = record }
        _ = try store.update { _ in }
        firstMemory.erase()
        #expect(try store.load() == .record(record))
    }

    // MARK: Erasing

    @Test func erasingRemovesBoth() throws {
        _ = try filled()
        let store = open()
        try store.erase()
        #expect(firstMemory.record == nil && mirrorMemory.record == nil)
        #expect(try store.load() == .absent)
        #expect(mirror.counts.loads == 0)
    }

    @Test("a mirror that cannot be erased is an error, and the first store is as it was")
    func erasingALockedMirror() throws {
        let record = try filled()
        mirror.failErases(with: .writeFailed("locked"))
        let store = open()
        #expect(throws: LeaseStoreError.writeFailed("locked")) { try store.erase() }
        #expect(firstMemory.record == record)
        #expect(first.counts.erases == 0)
        mirror.recover()
        try store.erase()
        #expect(firstMemory.record == nil && mirrorMemory.record == nil)
    }

    @Test("a first store that cannot be erased is an error, and its record is copied again")
    func erasingALockedFirst() throws {
        let record = try filled()
        first.failErases(with: .writeFailed("read-only"))
        let store = open()
        #expect(throws: LeaseStoreError.writeFailed("read-only")) { try store.erase() }
        #expect(mirrorMemory.record == nil)
        #expect(try store.load() == .record(record))
        _ = try store.update { _ in }
        #expect(mirrorMemory.record == record)
    }

    @Test("a copy that another process makes in the midst of it does not bring the record back")
    func erasingBesideACopy() throws {
        let record = try filled()
        let hooked = HookedStore(firstMemory)
        let other = open(hooked)
        hooked.beforeNextWrite { [mirrorMemory] in _ = mirrorMemory.update { $0 = record } }
        try other.erase()
        #expect(firstMemory.record == nil && mirrorMemory.record == nil)
        #expect(try open().load() == .absent)
    }

    // MARK: Several at once

    @Test("an older record never lands over a newer one")
    func order() throws {
        let hooked = HookedStore(mirrorMemory)
        let slow = open(mirror: hooked)
        let quick = open(mirror: mirrorMemory)
        hooked.beforeNextWrite { _ = try quick.update { $0.trialStart = Timestamp(2) } }
        try slow.update { $0.trialStart = Timestamp(1) }
        #expect(firstMemory.record?.trialStart == Timestamp(2))
        #expect(mirrorMemory.record == firstMemory.record)
    }

    @Test("processes that race leave the mirror as the first store is")
    func racing() throws {
        let directory = try TemporaryDirectory()
        onThreads(4) { _ in
            do {
                let store = MirroringLeaseStore(
                    try Samples.quickStore(directory.path("a")),
                    mirror: try Samples.quickStore(directory.path("b"))
                )
                for _ in 0..<50 {
                    try store.update { $0.trialStart = Timestamp(($0.trialStart?.secondsSince1970 ?? 0) + 1) }
                    _ = try store.load()
                }
            } catch {
                Issue.record(error)
            }
        }
        let record = try Samples.quickStore(directory.path("a")).storedRecord()
        #expect(record?.trialStart == Timestamp(200))
        #expect(try Samples.quickStore(directory.path("b")).storedRecord() == record)
    }

    @Test("threads that share one store leave the mirror as the first store is")
    func sharing() {
        let store = MirroringLeaseStore(firstMemory, mirror: mirrorMemory)
        onThreads(4) { _ in
            for _ in 0..<200 {
                _ = try? store.update {
                    $0.trialStart = Timestamp(($0.trialStart?.secondsSince1970 ?? 0) + 1)
                }
            }
        }
        #expect(firstMemory.record?.trialStart == Timestamp(800))
        #expect(mirrorMemory.record == firstMemory.record)
    }

    // MARK: What the first store answers

    @Test func placeLockAndWatchAreTheFirstStores() throws {
        let directory = try TemporaryDirectory()
        let file = try Samples.quickStore(directory.path("a"))
        let other = try Samples.quickStore(directory.path("b"))
        let store = open(file, mirror: other)
        let place = store.place(preparing: true)
        #expect(place != nil && place == file.place(preparing: false))
        #expect(other.place(preparing: false) == nil)
        try store.update { $0.trialStart = Timestamp(1) }
        guard case .acquired(let lock) = store.tryRefreshLock(), case .heldElsewhere = file.tryRefreshLock(),
            case .acquired = other.tryRefreshLock()
        else {
            Issue.record("not the first store's lock")
            return
        }
        lock.release()
        #if os(Linux)
            #expect(store.watch {} != nil)
        #endif
        #expect(open(mirror: file).watch {} == nil)
    }
}

/// A store that always finds the same.
private struct FixedStore: LeaseStore {
    let found: StoredRecord

    init(_ found: StoredRecord) { self.found = found }

    func load() throws -> StoredRecord { found }

    func update(_ change: (inout LicenseRecord) -> Void) throws -> LicenseRecord {
        if case .newerSchema(let schema) = found { throw LeaseStoreError.newerSchema(schema) }
        var record = LicenseRecord()
        if case .record(let known) = found { record = known }
        change(&record)
        return record
    }

    func erase() throws {}
}
