import KeylightCore
import KeylightPolicy
import Testing

@Suite("UnsavedChanges")
struct UnsavedChangesTests {
    /// A process: what it has in memory, and what of that is not on disk yet.
    struct Process {
        var memory: LicenseRecord
        var unsaved = UnsavedChanges()

        init(_ disk: LicenseRecord) { memory = disk }

        mutating func change(_ change: RecordChange) {
            unsaved.add(change, knowing: memory.knownAnswer)
            memory.apply(change)
        }

        mutating func write(to disk: inout LicenseRecord) {
            unsaved.apply(to: &disk)
            unsaved = UnsavedChanges()
            memory = disk
        }
    }

    static func denial(_ seconds: Int64) -> Denial {
        Denial(date: Fixture.at(seconds), text: "revoked", requestID: RequestID(randomBits: 7))
    }

    static func confirmed(_ lease: Lease?, at seconds: Int64) -> RecordChange {
        .confirmed(Fixture.activation, lease: lease, licenseEnd: .lifetime, at: Fixture.time(seconds))
    }

    static func lease(_ issued: Int64, _ entitlements: [Entitlement] = ["pro"]) -> Lease {
        Fixture.lease(issued: issued, expires: issued + Fixture.week, entitlements: entitlements)
    }

    /// By how much the clock that dated the earlier answer was ahead: a second before, at and after, and days.
    static let skews: [Int64] = [-3 * Fixture.day, -101, -100, -99, -1, 0, 1, 99, 100, 101, 3 * Fixture.day]

    // MARK: Order among processes

    @Test(
        "a denial that could not be written yields to another process's confirmation since",
        arguments: skews
    )
    func lateDenial(skew: Int64) {
        var disk = Fixture.record()
        var first = Process(disk)
        var second = Process(disk)
        first.change(.denied(Fixture.activation, Self.denial(500 + skew)))
        #expect(first.memory.denial != nil)
        second.change(Self.confirmed(Self.lease(600), at: 600))
        second.write(to: &disk)
        let confirmed = disk
        first.write(to: &disk)
        #expect(disk == confirmed)
        #expect(first.memory.lease == Self.lease(600))
    }

    @Test(
        "a confirmation that could not be written yields to another process's denial since",
        arguments: skews
    )
    func lateConfirmation(skew: Int64) {
        var disk = Fixture.record()
        var first = Process(disk)
        var second = Process(disk)
        first.change(Self.confirmed(Self.lease(500), at: 500))
        second.change(.denied(Fixture.activation, Self.denial(500 + skew)))
        second.write(to: &disk)
        let denied = disk
        first.write(to: &disk)
        #expect(disk == denied)
        #expect(first.memory.denial == Self.denial(500 + skew))
    }

    @Test("an answer that nobody has overtaken counts, however its clock was set", arguments: skews)
    func notOvertaken(skew: Int64) {
        var disk = Fixture.record(lastValidated: 500)
        var process = Process(disk)
        process.change(.denied(Fixture.activation, Self.denial(500 + skew)))
        process.write(to: &disk)
        #expect(disk.denial == Self.denial(500 + skew))
        process.change(Self.confirmed(nil, at: 500))
        process.write(to: &disk)
        #expect(disk.denial == nil)
        #expect(disk.lastValidated == Fixture.at(500))
    }

    @Test("of a denial and a confirmation of one process, neither written, the later one counts")
    func ownSequence() {
        for disk in [Fixture.record(), Fixture.record(lease: nil, lastValidated: nil)] {
            var written = disk
            var process = Process(disk)
            process.change(.denied(Fixture.activation, Self.denial(10)))
            process.change(Self.confirmed(Self.lease(20), at: 20))
            process.write(to: &written)
            #expect(written.denial == nil)
            #expect(written.lease == Self.lease(20))
            process.change(Self.confirmed(Self.lease(30), at: 30))
            process.change(.denied(Fixture.activation, Self.denial(40)))
            process.write(to: &written)
            #expect(written.denial == Self.denial(40))
            #expect(written.lease == nil)
            #expect(written.newestLeaseIssuedAt == Fixture.at(30))
        }
    }

    @Test("what a process was told before another one's denial does not undo it, in any number")
    func overtakenSequence() {
        var disk = Fixture.record()
        var first = Process(disk)
        var second = Process(disk)
        first.change(.denied(Fixture.activation, Self.denial(10)))
        first.change(Self.confirmed(Self.lease(20), at: 20))
        second.change(.denied(Fixture.activation, Self.denial(30)))
        second.write(to: &disk)
        first.write(to: &disk)
        #expect(disk.denial == Self.denial(30))
        #expect(disk.lease == nil)
    }

    @Test("a denial is no reason to forget a newer lease's date", arguments: [-1, 0, 1] as [Int64])
    func newestIssue(offset: Int64) {
        var record = Fixture.record(lease: Self.lease(offset))
        record.newestLeaseIssuedAt = Fixture.at(0)
        record.apply(.denied(Fixture.activation, Self.denial(5)))
        #expect(record.newestLeaseIssuedAt == Fixture.at(max(0, offset)))
    }

    @Test("a late confirmation takes back neither a newer lease nor its anchor nor the license's end")
    func lateBesideNewer() {
        var disk = Fixture.record()
        var first = Process(disk)
        var second = Process(disk)
        first.change(Self.confirmed(Self.lease(100), at: 100))
        second.change(
            .confirmed(
                Fixture.activation,
                lease: Self.lease(200),
                licenseEnd: .at(Fixture.at(9_999)),
                at: Fixture.time(200)
            )
        )
        second.write(to: &disk)
        let newer = disk
        first.write(to: &disk)
        #expect(disk == newer)
    }

    @Test("the newer lease is the newer answer, whoever stores it first")
    func newerStoredFirst() {
        var disk = Fixture.record()
        var first = Process(disk)
        var second = Process(disk)
        first.change(Self.confirmed(Self.lease(200, ["new"]), at: 200))
        // Without a lease, and dated by a clock that is a day ahead.
        second.change(Self.confirmed(nil, at: Fixture.day))
        second.write(to: &disk)
        first.write(to: &disk)
        #expect(disk.lease == Self.lease(200, ["new"]))
        #expect(disk.lastValidated == Fixture.at(200))
    }

    @Test("a license that was activated anew since is not touched by an old denial")
    func activatedSince() {
        var disk = Fixture.record()
        var first = Process(disk)
        first.change(.denied(Fixture.activation, Self.denial(10)))
        disk.apply(LicenseRecordApplyTests.activated(lease: Self.lease(50), at: 50))
        let activated = disk
        first.write(to: &disk)
        #expect(disk == activated)
    }

    // MARK: One of a kind

    @Test("a disk that cannot be written for long costs no memory")
    func bounded() {
        var process = Process(Fixture.record())
        for hour in 1...1_000 as ClosedRange<Int64> {
            let now = hour * Fixture.hour
            process.change(.attempted(at: Fixture.at(now), notBefore: nil))
            process.change(Self.confirmed(hour % 3 == 0 ? nil : Self.lease(now), at: now))
            process.change(.floorRaised(to: Fixture.at(now)))
            process.change(.trialRan(seconds: now))
            process.change(.settingsReceived(ProductSettings(trialDurationDays: hour)))
            process.change(.patienceAsked(until: Fixture.at(now)))
            process.change(.keylessReported(KeylessReport(state: .trial, date: Fixture.at(now))))
            process.change(.trialStarted(at: Fixture.at(0 - hour)))
        }
        #expect(process.unsaved.count == 8)
        var disk = Fixture.record()
        process.unsaved.apply(to: &disk)
        #expect(disk == process.memory)
        for hour in 1...100 as ClosedRange<Int64> {
            process.change(.denied(Fixture.activation, Self.denial(hour)))
        }
        #expect(process.unsaved.count == 9)
        disk = Fixture.record()
        process.unsaved.apply(to: &disk)
        #expect(disk == process.memory)
    }

    @Test("over 3,000 random histories, what is written at last is what memory held")
    func sameAsMemory() throws {
        for seed in UInt64(0)..<3_000 {
            var random = SeededGenerator(seed: seed)
            let start = random.flip() ? Fixture.record() : LicenseRecord()
            var process = Process(start)
            for _ in 0..<12 {
                let change = LicenseRecordPropertyTests.randomChange(&random)
                if case .recordLost = change { continue }
                process.change(change)
            }
            var disk = start
            process.unsaved.apply(to: &disk)
            // These floors go up and down with nothing said by the server; a real one only rises then.
            let floors = (disk.timeFloor, process.memory.timeFloor)
            try #require((floors.0 == nil) == (floors.1 == nil), "seed \(seed)")
            disk.timeFloor = floors.1
            try #require(disk == process.memory, "seed \(seed)")
        }
    }

    @Test("a floor from before a signed answer that moved it down does not come back")
    func floorAroundReanchor() {
        var disk = Fixture.record()
        var process = Process(disk)
        process.change(.floorRaised(to: Fixture.at(3_650 * Fixture.day)))
        process.change(Self.confirmed(Self.lease(100), at: 100))
        process.change(.floorRaised(to: Fixture.at(1_000)))
        process.change(Self.confirmed(nil, at: 1_100))
        #expect(process.memory.timeFloor == Fixture.at(1_000))
        process.write(to: &disk)
        #expect(disk.timeFloor == Fixture.at(1_000))
    }

    // MARK: While a write is under way

    @Test("what was merged with a later change while it was written is written once more")
    func dropped() {
        var process = Process(Fixture.record())
        process.change(.floorRaised(to: Fixture.at(100)))
        process.change(.attempted(at: Fixture.at(100), notBefore: nil))
        let batch = process.unsaved
        process.change(.floorRaised(to: Fixture.at(200)))
        process.unsaved.drop(batch)
        #expect(process.unsaved.count == 1)
        var disk = LicenseRecord()
        process.unsaved.apply(to: &disk)
        #expect(disk.timeFloor == Fixture.at(200))
        #expect(disk.lastAttempt == nil)
        process.unsaved.drop(process.unsaved)
        #expect(process.unsaved.isEmpty)
    }

    // MARK: A record that was lost

    @Test("a lost record is put back with all that was not saved, and applied once")
    func lost() {
        var process = Process(Fixture.record())
        process.change(.floorRaised(to: Fixture.at(3_650 * Fixture.day)))
        process.change(Self.confirmed(Self.lease(100), at: 100))
        process.unsaved.addLost(process.memory)
        process.unsaved.addLost(process.memory)
        process.change(.attempted(at: Fixture.at(150), notBefore: nil))
        #expect(process.unsaved.count == 4)
        var disk = LicenseRecord()
        process.unsaved.apply(to: &disk)
        #expect(disk == process.memory)
        // Where another process has put it back already, the changes are made on top of that.
        var other = Fixture.record()
        process.unsaved.apply(to: &other)
        #expect(other.lease == Self.lease(100))
        #expect(other.lastAttempt == Fixture.at(150))
    }
}
