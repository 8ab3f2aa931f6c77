import KeylightCore
import KeylightPolicy
import Testing

@Suite("RefreshGate")
struct RefreshGateTests {
    /// A moment at which the fixture is neither stale nor near its end, given a recent success.
    static let midweek = 3 * Fixture.day

    static func decide(
        _ trigger: RefreshTrigger = .foreground,
        _ facts: LicenseFacts = Fixture.facts(),
        _ attempts: AttemptHistory,
        at seconds: Int64 = midweek,
        condition: WallClockCondition = .plausible,
        launchSkipsFresh: Bool = false
    ) -> RefreshDecision {
        RefreshGate.decide(
            trigger,
            facts: facts,
            attempts: attempts,
            time: Fixture.time(seconds, condition: condition),
            policy: Fixture.policy,
            launchSkipsFresh: launchSkipsFresh
        )
    }

    @Test(
        "BL-039: debounce opens at 300 s after the last attempt, failed ones too",
        arguments: [299, 300, 301] as [Int64],
        [nil, FailureCause.timedOut]
    )
    func debounce(age: Int64, failure: FailureCause?) {
        let attempts = Fixture.attempts(last: Self.midweek - age, success: nil, failure: failure)
        let expected: RefreshDecision = age < 300 ? .skip(.debounced(seconds: 300 - age)) : .send
        #expect(Self.decide(attempts: attempts) == expected)
    }

    static func decide(attempts: AttemptHistory) -> RefreshDecision { decide(.foreground, attempts) }

    static func decide(_ trigger: RefreshTrigger, _ attempts: AttemptHistory) -> RefreshDecision {
        decide(trigger, Fixture.facts(), attempts)
    }

    @Test("the debounce is measured to the nanosecond")
    func debounceFraction() {
        var attempts = Fixture.attempts(last: 0, success: nil)
        attempts.lastAttempt = Fixture.instant(Self.midweek - 300, nanoseconds: 1)
        #expect(Self.decide(attempts: attempts) == .skip(.debounced(seconds: 1)))
        attempts.lastAttempt = Fixture.instant(Self.midweek - 300)
        #expect(Self.decide(attempts: attempts) == .send)
    }

    @Test(
        "BL-039: stale is a success more than 6 h ago",
        arguments: [(21_599, false), (21_600, false), (21_601, true)] as [(Int64, Bool)]
    )
    func stale(age: Int64, isStale: Bool) {
        let attempts = Fixture.attempts(last: Self.midweek - 300, success: Self.midweek - age)
        #expect(Self.decide(attempts: attempts) == (isStale ? .send : .skip(.fresh)))
    }

    @Test(
        "BL-039: near is 24 h or less before the lease's end",
        arguments: [(86_399, true), (86_400, true), (86_401, false), (-301, true)] as [(Int64, Bool)]
    )
    func near(left: Int64, isNear: Bool) {
        let now = Fixture.week - left
        let attempts = Fixture.attempts(last: now - 300, success: now - 300)
        let decision = Self.decide(.foreground, Fixture.facts(), attempts, at: now)
        #expect(decision == (isNear ? .send : .skip(.fresh)))
    }

    @Test("a license that was never confirmed here is due")
    func neverConfirmed() {
        #expect(Self.decide(attempts: AttemptHistory()) == .send)
        #expect(Self.decide(attempts: Fixture.attempts(last: Self.midweek - 300)) == .send)
    }

    @Test("limited, expired and invalid recover through a foreground event, however fresh the last answer")
    func recovery() {
        let attempts = Fixture.attempts(last: Self.midweek - 300, success: Self.midweek - 300)
        var denied = Fixture.record(lease: nil)
        denied.denial = Fixture.denial
        let records = [
            denied, Fixture.record(lease: nil), Fixture.record(lease: Fixture.lease(status: .fallback)),
            Fixture.record(lease: Fixture.lease(status: .expired)),
        ]
        for record in records {
            #expect(Self.decide(.foreground, Fixture.facts(record), attempts) == .send)
        }
        let early = Fixture.attempts(last: Self.midweek - 299, success: Self.midweek - 299)
        for record in records {
            #expect(
                Self.decide(.foreground, Fixture.facts(record), early) == .skip(.debounced(seconds: 1))
            )
        }
    }

    @Test(
        "BL-024: the server's wish for patience holds every trigger back",
        arguments: RefreshTrigger.allCases
    )
    func notBefore(trigger: RefreshTrigger) {
        var attempts = AttemptHistory()
        attempts.notBefore = Fixture.instant(Self.midweek + 120)
        func decide(_ seconds: Int64) -> RefreshDecision {
            Self.decide(
                trigger,
                Fixture.facts(),
                attempts,
                at: Self.midweek + seconds,
                condition: .rolledBack(seconds: 9_999)
            )
        }
        #expect(decide(0) == .skip(.notBefore(seconds: 120)))
        #expect(decide(119) == .skip(.notBefore(seconds: 1)))
        #expect(decide(120) == .send)
        attempts.notBefore = Fixture.instant(Self.midweek, nanoseconds: 1)
        #expect(decide(0) == .skip(.notBefore(seconds: 1)), "rounded up, so that waiting for it is enough")
    }

    @Test("a launch asks every time, or only when it is due if so configured")
    func launch() {
        let recent = Fixture.attempts(last: Self.midweek - 1, success: Self.midweek - 1)
        let fresh = Fixture.attempts(last: Self.midweek - 300, success: Self.midweek - 300)
        let stale = Fixture.attempts(last: Self.midweek - 300, success: Self.midweek - 21_601)
        #expect(Self.decide(.launch, recent) == .send)
        #expect(Self.decide(.launch, fresh) == .send)
        func ifStale(_ attempts: AttemptHistory) -> RefreshDecision {
            Self.decide(.launch, Fixture.facts(), attempts, launchSkipsFresh: true)
        }
        #expect(ifStale(recent) == .skip(.debounced(seconds: 299)))
        #expect(ifStale(fresh) == .skip(.fresh))
        #expect(ifStale(stale) == .send)
        #expect(ifStale(AttemptHistory()) == .send)
    }

    @Test(
        "the schedule and the user ask whenever the last attempt was",
        arguments: [
            RefreshTrigger.scheduled, .user,
        ]
    )
    func forced(trigger: RefreshTrigger) {
        let attempts = Fixture.attempts(last: Self.midweek, success: Self.midweek)
        #expect(Self.decide(trigger, attempts) == .send)
    }

    @Test("activeRevalidate asks at most once in 60 s, fresh or not", arguments: [59, 60, 61] as [Int64])
    func active(age: Int64) {
        let attempts = Fixture.attempts(last: Self.midweek - age, success: Self.midweek - age)
        #expect(
            Self.decide(.active, attempts) == (age < 60 ? .skip(.debounced(seconds: 60 - age)) : .send)
        )
    }

    @Test("BL-032: a rollback passes the debounce once, and is due from then on")
    func rollback() {
        let back = WallClockCondition.rolledBack(seconds: 7_200)
        var attempts = Fixture.attempts(last: Self.midweek - 1, success: Self.midweek - 1)
        #expect(Self.decide(.foreground, Fixture.facts(), attempts, condition: back) == .send)
        attempts.rollbackWasAsked = true
        #expect(
            Self.decide(.foreground, Fixture.facts(), attempts, condition: back)
                == .skip(.debounced(seconds: 299))
        )
        var later = Fixture.attempts(last: Self.midweek - 300, success: Self.midweek - 300)
        later.rollbackWasAsked = true
        #expect(Self.decide(.foreground, Fixture.facts(), later, condition: back) == .send)
        #expect(Self.decide(.foreground, Fixture.facts(), later) == .skip(.fresh))
        #expect(
            Self.decide(.foreground, Fixture.facts(), attempts, condition: .notSet)
                == .skip(.debounced(seconds: 299))
        )
    }

    @Test("without a key there is nothing to ask about", arguments: RefreshTrigger.allCases)
    func noKey(trigger: RefreshTrigger) {
        var attempts = AttemptHistory()
        attempts.notBefore = Fixture.instant(Self.midweek + 120)
        let facts = Fixture.facts(LicenseRecord())
        #expect(Self.decide(trigger, facts, attempts) == .skip(.noLicenseKey))
    }

    @Test("BL-046: a store that cannot be read leads to no request", arguments: RefreshTrigger.allCases)
    func storage(trigger: RefreshTrigger) {
        for storage in [StorageFacts.unavailable("locked"), .newerSchema(99)] {
            for record in [LicenseRecord(), Fixture.record()] {
                let facts = Fixture.facts(record, storage: storage)
                #expect(Self.decide(trigger, facts, AttemptHistory()) == .skip(.storageUnavailable))
            }
        }
        let damaged = Fixture.facts(storage: .recordWasCorrupt)
        #expect(Self.decide(trigger, damaged, AttemptHistory()) == .send)
    }

    @Test("BL-022: fifty foreground events in two seconds are one request")
    func oneGate() {
        var attempts = Fixture.attempts(last: Self.midweek - 21_601, success: Self.midweek - 21_601)
        var sent = 0
        for event in 0..<50 {
            let now = Self.midweek + Int64(event / 25)
            guard Self.decide(.foreground, Fixture.facts(), attempts, at: now) == .send else { continue }
            sent += 1
            attempts.note(
                start: Fixture.time(now),
                end: Fixture.time(now),
                failure: nil,
                isConfirmed: true,
                wasDue: false,
                retryAfter: nil,
                record: Fixture.record()
            )
        }
        #expect(sent == 1)
        #expect(
            Self.decide(.foreground, Fixture.facts(), attempts, at: Self.midweek + 301) == .skip(.fresh)
        )
    }
}
