import KeylightCore
import KeylightPolicy
import Testing

@Suite("LicenseRecord: changes")
struct LicenseRecordApplyTests {
    static func applying(_ changes: RecordChange..., to record: LicenseRecord) -> LicenseRecord {
        var record = record
        for change in changes { record.apply(change) }
        return record
    }

    static func activated(
        _ activation: Activation = Fixture.activation,
        lease: Lease = Fixture.lease(),
        at seconds: Int64 = 0
    ) -> RecordChange {
        .activated(activation, lease: lease, licenseEnd: .lifetime, at: Fixture.time(seconds))
    }

    static func confirmed(
        _ lease: Lease?,
        end: LicenseEnd? = .lifetime,
        at seconds: Int64 = 60,
        of activation: Activation = Fixture.activation
    ) -> RecordChange {
        .confirmed(activation, lease: lease, licenseEnd: end, at: Fixture.time(seconds))
    }

    /// A record in which every field is set.
    static var full: LicenseRecord {
        var record = Fixture.record()
        record.denial = Fixture.denial
        record.lastAttempt = Fixture.at(1)
        record.notBefore = Fixture.at(2)
        record.trialStart = Fixture.at(-9)
        record.settings = ProductSettings(trialDurationDays: 14, freeTierEnabled: true)
        record.pendingReleases = [
            PendingRelease(licenseKey: Fixture.otherKey, instanceID: Fixture.otherInstance)
        ]
        return record
    }

    // MARK: Activation

    @Test("an activation stores key, instance, lease, end and anchor, and ends a denial")
    func activation() {
        var empty = LicenseRecord()
        empty.trialStart = Fixture.at(-9)
        empty.settings.trialDurationDays = 14
        let record = Self.applying(Self.activated(at: 5), to: empty)
        #expect(record.activation == Fixture.activation)
        #expect(record.lease == Fixture.lease())
        #expect(record.licenseEnd == .lifetime)
        #expect(record.lastValidated == Fixture.at(5))
        #expect(record.denial == nil)
        #expect(record.timeFloor == Fixture.t0)
        #expect(record.trialStart == empty.trialStart)
        #expect(record.settings == empty.settings)
        #expect(Self.applying(Self.activated(), to: Self.full).denial == nil)
    }

    @Test("a second key takes the place of the first, whose seat is to be released")
    func secondKey() {
        let other = Fixture.otherActivation
        let lease = Fixture.lease(instance: other.instanceID, keyHash: other.pinnedKeyHash)
        var before = Self.full
        before.pendingReleases = []
        let record = Self.applying(Self.activated(other, lease: lease), to: before)
        #expect(record.activation == other)
        #expect(record.lease == lease)
        #expect(record.denial == nil)
        #expect(record.pendingReleases == [Fixture.release])
    }

    @Test("BL-054: activating again takes back the wish to release the same seat, and no other")
    func cancelsRelease() {
        let third = PendingRelease(licenseKey: Fixture.key, instanceID: Fixture.instanceID("inst-3"))
        var before = LicenseRecord()
        before.pendingReleases = [Fixture.release, third]
        #expect(Self.applying(Self.activated(), to: before).pendingReleases == [third])
    }

    @Test("activating the same seat again releases nothing")
    func sameSeat() {
        let record = Self.applying(Self.activated(), Self.activated(at: 60), to: LicenseRecord())
        #expect(record.pendingReleases.isEmpty)
        #expect(record.lastValidated == Fixture.at(60))
    }

    @Test("a newer lease is never replaced by an older one, not even by activating again")
    func replayAtActivation() {
        let newer = Fixture.lease(issued: Fixture.day, expires: Fixture.day + Fixture.week)
        var before = Fixture.record(lease: newer)
        before.timeFloor = Fixture.at(2 * Fixture.day)
        let record = Self.applying(Self.activated(lease: Fixture.lease()), to: before)
        #expect(record.lease == newer)
        #expect(record.timeFloor == Fixture.at(2 * Fixture.day), "an old answer moves no floor down")
        #expect(record.activation == Fixture.activation)
    }

    @Test("an activation with another pinned hash begins anew")
    func newHash() {
        let hash = String(repeating: "ef", count: 32)
        var activation = Fixture.activation
        activation.pinnedKeyHash = hash
        let older = Fixture.lease(issued: -Fixture.day, keyHash: hash)
        let record = Self.applying(Self.activated(activation, lease: older), to: Fixture.record())
        #expect(record.activation == activation)
        #expect(record.lease == older)
    }

    // MARK: Confirmation

    @Test("a confirmation moves the anchor, ends a denial and keeps what it does not speak of")
    func confirmation() {
        let record = Self.applying(Self.confirmed(nil), to: Self.full)
        #expect(record.lastValidated == Fixture.at(60))
        #expect(record.denial == nil)
        #expect(record.lease == Fixture.lease())
        #expect(record.timeFloor == Self.full.timeFloor)
        #expect(record.trialStart == Self.full.trialStart)
        #expect(record.pendingReleases == Self.full.pendingReleases)
    }

    @Test(
        "BL-041: an end that could not be read leaves the known one",
        arguments: [
            (LicenseEnd?.none, LicenseEnd.lifetime), (.lifetime, .lifetime),
            (.at(Fixture.at(7)), .at(Fixture.at(7))),
        ]
    )
    func licenseEnd(said: LicenseEnd?, kept: LicenseEnd) {
        #expect(Self.applying(Self.confirmed(nil, end: said), to: Fixture.record()).licenseEnd == kept)
    }

    @Test(
        "a newer lease is never replaced by an older one",
        arguments: [(-301, false), (-300, false), (-1, false), (0, true), (1, true)] as [(Int64, Bool)]
    )
    func newerWins(age: Int64, replaces: Bool) {
        let new = Fixture.lease(issued: age, entitlements: ["new"])
        let record = Self.applying(Self.confirmed(new), to: Fixture.record())
        #expect(record.lease == (replaces ? new : Fixture.lease()))
    }

    @Test(
        "an answer at most 300 s older that says something else of the license still counts",
        arguments: [(-301, false), (-300, true), (-1, true)] as [(Int64, Bool)]
    )
    func slightlyOlderStatus(age: Int64, replaces: Bool) {
        let new = Fixture.lease(issued: age, status: .expired)
        let record = Self.applying(Self.confirmed(new), to: Fixture.record())
        #expect(record.lease == (replaces ? new : Fixture.lease()))
        #expect(record.timeFloor == Fixture.t0)
    }

    @Test("after a denial any lease of the activation is stored")
    func afterDenial() {
        let denied = Self.applying(.denied(Fixture.activation, Fixture.denial), to: Fixture.record())
        let new = Fixture.lease(issued: 90)
        let record = Self.applying(Self.confirmed(new), to: denied)
        #expect(record.lease == new)
        #expect(record.denial == nil)
    }

    // MARK: The time floor

    @Test("BL-035: a fresh signed answer moves the floor, downward too; an equally old one only upward")
    func floor() {
        var before = Fixture.record()
        before.timeFloor = Fixture.at(3_650 * Fixture.day)
        let fresh = Fixture.lease(issued: 60)
        #expect(Self.applying(Self.confirmed(fresh), to: before).timeFloor == fresh.issuedAt)
        for age in [-300, 0] as [Int64] {
            let old = Fixture.lease(issued: age)
            #expect(Self.applying(Self.confirmed(old), to: before).timeFloor == before.timeFloor)
        }
        before.timeFloor = nil
        #expect(Self.applying(Self.confirmed(Fixture.lease()), to: before).timeFloor == Fixture.t0)
        #expect(Self.applying(Self.confirmed(nil), to: before).timeFloor == nil)
    }

    @Test("the floor only rises otherwise")
    func floorRises() {
        var record = LicenseRecord()
        record.apply(.floorRaised(to: Fixture.at(10)))
        #expect(record.timeFloor == Fixture.at(10))
        record.apply(.floorRaised(to: Fixture.at(9)))
        #expect(record.timeFloor == Fixture.at(10))
        record.apply(.floorRaised(to: Fixture.at(11)))
        #expect(record.timeFloor == Fixture.at(11))
    }

    // MARK: Denial

    @Test("a denial drops the lease, keeps key and instance, and is remembered")
    func denial() {
        var before = Self.full
        before.denial = nil
        let record = Self.applying(.denied(Fixture.activation, Fixture.denial), to: before)
        var expected = before
        expected.lease = nil
        expected.newestLeaseIssuedAt = before.lease?.issuedAt
        expected.denial = Fixture.denial
        #expect(record == expected)
    }

    // MARK: Deactivation

    @Test("a deactivation clears the license and keeps trial, settings, floor and the server's wish")
    func deactivation() {
        let record = Self.applying(.deactivated(Fixture.activation), to: Self.full)
        var expected = Self.full
        expected.activation = nil
        expected.lease = nil
        expected.licenseEnd = nil
        expected.lastValidated = nil
        expected.denial = nil
        expected.pendingReleases.append(Fixture.release)
        #expect(record == expected)
    }

    @Test("BL-054: the seat is pending until the server has heard of it")
    func released() {
        var record = Self.applying(.deactivated(Fixture.activation), to: Fixture.record())
        #expect(record.pendingReleases == [Fixture.release])
        let other = PendingRelease(licenseKey: Fixture.otherKey, instanceID: Fixture.instance)
        record.apply(.released(other))
        #expect(record.pendingReleases == [Fixture.release])
        record.apply(.released(Fixture.release))
        #expect(record.pendingReleases.isEmpty)
    }

    @Test("a seat is never to be released twice, nor while it is in use")
    func releaseWanted() {
        var record = Self.applying(
            .releaseWanted(Fixture.release),
            .releaseWanted(Fixture.release),
            to: LicenseRecord()
        )
        #expect(record.pendingReleases == [Fixture.release])
        record = Self.applying(.releaseWanted(Fixture.release), to: Fixture.record())
        #expect(record.pendingReleases.isEmpty)
    }

    // MARK: Guards

    @Test("BL-019: an answer about another key or instance changes nothing")
    func guards() {
        let other = Fixture.otherActivation
        let mixed = [
            other,
            Activation(licenseKey: other.licenseKey, instanceID: Fixture.instance, pinnedKeyHash: "x"),
            Activation(licenseKey: Fixture.key, instanceID: other.instanceID, pinnedKeyHash: "x"),
        ]
        for activation in mixed {
            for record in [Self.full, LicenseRecord()] {
                let changes: [RecordChange] = [
                    Self.confirmed(Fixture.lease(issued: 99), of: activation),
                    .denied(activation, Fixture.denial),
                    .deactivated(activation),
                ]
                for change in changes { #expect(Self.applying(change, to: record) == record) }
            }
        }
        let empty = LicenseRecord()
        #expect(Self.applying(Self.confirmed(Fixture.lease()), to: empty) == empty)
        #expect(Self.applying(.deactivated(Fixture.activation), to: empty) == empty)
    }

    // MARK: Attempts, trial, settings, loss

    @Test("an attempt sets its time and the server's wish, and nothing else")
    func attempted() {
        let record = Self.applying(.attempted(at: Fixture.at(70), notBefore: Fixture.at(90)), to: Self.full)
        var expected = Self.full
        expected.lastAttempt = Fixture.at(70)
        expected.notBefore = Fixture.at(90)
        #expect(record == expected)
        let again = Self.applying(.attempted(at: Fixture.at(80), notBefore: nil), to: record)
        #expect(again.notBefore == nil)
        #expect(again.lastAttempt == Fixture.at(80))
    }

    @Test("the earliest start of a trial stays")
    func trial() {
        var record = LicenseRecord()
        for (start, kept) in [(10, 10), (11, 10), (9, 9), (10, 9)] as [(Int64, Int64)] {
            record.apply(.trialStarted(at: Fixture.at(start)))
            #expect(record.trialStart == Fixture.at(kept))
        }
    }

    @Test("settings merge field by field; 0 and false are values, absence is not")
    func settings() {
        var record = LicenseRecord()
        let steps: [(ProductSettings, ProductSettings)] = [
            (ProductSettings(), ProductSettings()),
            (ProductSettings(trialDurationDays: 14), ProductSettings(trialDurationDays: 14)),
            (
                ProductSettings(freeTierEnabled: true),
                ProductSettings(trialDurationDays: 14, freeTierEnabled: true)
            ),
            (ProductSettings(), ProductSettings(trialDurationDays: 14, freeTierEnabled: true)),
            (
                ProductSettings(trialDurationDays: 0),
                ProductSettings(trialDurationDays: 0, freeTierEnabled: true)
            ),
            (
                ProductSettings(freeTierEnabled: false),
                ProductSettings(trialDurationDays: 0, freeTierEnabled: false)
            ),
        ]
        for (received, merged) in steps {
            record.apply(.settingsReceived(received))
            #expect(record.settings == merged)
        }
    }

    @Test("a record that was lost is put back only where there is none")
    func recordLost() {
        #expect(Self.applying(.recordLost(Self.full), to: LicenseRecord()) == Self.full)
        var other = LicenseRecord()
        other.trialStart = Fixture.t0
        #expect(Self.applying(.recordLost(Self.full), to: other) == other)
    }
}
