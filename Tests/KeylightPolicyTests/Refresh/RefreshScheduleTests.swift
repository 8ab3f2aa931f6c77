import KeylightCore
import KeylightPolicy
import Testing

@Suite("RefreshSchedule")
struct RefreshScheduleTests {
    static func check(
        _ facts: LicenseFacts = Fixture.facts(),
        attempts: AttemptHistory = AttemptHistory(),
        at seconds: Int64 = 0,
        condition: WallClockCondition = .plausible,
        policy: LicensePolicy = Fixture.policy
    ) -> RefreshSchedule.Check? {
        let time = Fixture.time(seconds, condition: condition)
        let snapshot = Resolver.resolve(facts, attempts: attempts, time: time, policy: policy)
        let check = RefreshSchedule.nextCheck(
            facts,
            attempts: attempts,
            rule: snapshot.rule,
            time: time,
            policy: policy
        )
        #expect(snapshot.nextCheck == check?.time, "the snapshot shows the schedule")
        return check
    }

    static func failed(_ times: Int, at seconds: Int64) -> AttemptHistory {
        var attempts = Fixture.attempts(last: seconds, failure: .timedOut)
        attempts.dueFailures = times
        return attempts
    }

    @Test("one hour before the lease's end", arguments: [0, 1, Fixture.day, 6 * Fixture.day])
    func lead(now: Int64) {
        let check = Self.check(at: now)
        #expect(check?.time == Fixture.at(Fixture.week - Fixture.hour))
        #expect(check?.isRetry == false)
    }

    @Test("the install's offset is taken off, so it is early only")
    func offset() {
        let facts = Fixture.facts(jitter: Fixture.policy.scheduleJitter)
        #expect(facts.scheduleOffset > 0)
        #expect(
            Self.check(facts)?.time == Fixture.at(Fixture.week - Fixture.hour - facts.scheduleOffset)
        )
    }

    @Test("a long lease is checked before the offline cap ends it, so that the cap only ends what is offline")
    func beforeTheCap() {
        let facts = Fixture.facts(Fixture.record(lease: Fixture.lease(expires: 30 * Fixture.day)))
        #expect(Self.check(facts)?.time == Fixture.at(15 * Fixture.day - Fixture.hour))
        var policy = Fixture.policy
        policy.maxOfflineDays = nil
        #expect(Self.check(facts, policy: policy)?.time == Fixture.at(30 * Fixture.day - Fixture.hour))
    }

    @Test("no check without a key or a store that can be read")
    func noCheck() {
        #expect(Self.check(Fixture.facts(LicenseRecord())) == nil)
        #expect(Self.check(Fixture.facts(storage: .unavailable("locked"))) == nil)
        #expect(Self.check(Fixture.facts(storage: .newerSchema(2))) == nil)
    }

    @Test(
        "a due check that failed is repeated after 30 s, 1, 5 and then each 15 min",
        arguments: [(1, 30), (2, 60), (3, 300), (4, 900), (5, 900), (1_000, 900), (.max, 900)]
            as [(Int, Int64)]
    )
    func ladder(failures: Int, wait: Int64) {
        let due = Fixture.week - Fixture.hour
        let check = Self.check(attempts: Self.failed(failures, at: due), at: due + 1)
        #expect(check?.time == Fixture.at(due + wait))
        #expect(check?.isRetry == true)
    }

    @Test("a failure that was not due when it began, but is when it ends, starts the ladder")
    func ladderStart() {
        let due = Fixture.week - Fixture.hour
        for failures in [0, -1, Int.min] {
            let check = Self.check(attempts: Self.failed(failures, at: due), at: due)
            #expect(check?.time == Fixture.at(due + 30))
        }
    }

    @Test("a failure before the check was due changes no plan")
    func earlyFailure() {
        let due = Fixture.week - Fixture.hour
        let check = Self.check(attempts: Self.failed(3, at: due - 1), at: due - 1)
        #expect(check?.time == Fixture.at(due))
        #expect(check?.isRetry == false)
    }

    /// A check that failed this often in a row after the machine woke up, each time when it was due.
    static func failedAfterWake(_ times: Int, at seconds: Int64, wasDue: Bool = true) -> AttemptHistory {
        var attempts = AttemptHistory()
        attempts.noteWake()
        for _ in 0..<times {
            attempts.note(
                start: Fixture.time(seconds),
                end: Fixture.time(seconds),
                failure: .cannotConnect,
                isConfirmed: false,
                wasDue: wasDue,
                retryAfter: nil,
                record: LicenseRecord()
            )
        }
        return attempts
    }

    @Test(
        "BL-031: after a wake-up a due check is repeated after 5, 10 and 30 s, then by the ladder from its start",
        arguments: [(1, 5), (2, 10), (3, 30), (4, 30), (5, 60), (6, 300), (7, 900), (8, 900), (1_100, 900)]
            as [(Int, Int64)]
    )
    func wakeLadder(failures: Int, wait: Int64) {
        let due = Fixture.week - Fixture.hour
        let check = Self.check(attempts: Self.failedAfterWake(failures, at: due), at: due)
        #expect(check?.time == Fixture.at(due + wait))
        #expect(check?.isRetry == true)
    }

    @Test("BL-031: what was not due is repeated a few times after a wake-up, then by its own plan")
    func wakeBeforeDue() {
        for (failures, wait) in [(1, 5), (2, 10), (3, 30)] as [(Int, Int64)] {
            let attempts = Self.failedAfterWake(failures, at: 100, wasDue: false)
            #expect(Self.check(attempts: attempts, at: 100)?.time == Fixture.at(100 + wait))
        }
        let over = Self.failedAfterWake(4, at: 100, wasDue: false)
        #expect(Self.check(attempts: over, at: 100)?.time == Fixture.at(Fixture.week - Fixture.hour))
    }

    @Test("BL-031: the short steps hold after the lease ended as well, and the server's wish before them")
    func wakeAfterEnd() {
        let over = Fixture.week + 301
        var attempts = Self.failedAfterWake(1, at: over)
        #expect(Self.check(attempts: attempts, at: over)?.time == Fixture.at(over + 5))
        attempts.notBefore = Fixture.instant(over + 600)
        #expect(Self.check(attempts: attempts, at: over)?.time == Fixture.at(over + 600))
        let used = Self.failedAfterWake(4, at: over)
        #expect(Self.check(attempts: used, at: over)?.time == Fixture.at(over + 3_600))
    }

    @Test("an empty ladder falls back to the longest hop")
    func emptyLadder() {
        var policy = Fixture.policy
        policy.retryLadder = []
        let due = Fixture.week - Fixture.hour
        let check = Self.check(attempts: Self.failed(1, at: due), at: due, policy: policy)
        #expect(check?.time == Fixture.at(due + policy.longestHop))
    }

    @Test("BL-020: once the lease has ended, once an hour")
    func hourly() {
        let over = Fixture.week + 301
        #expect(Self.check(at: over)?.time == Fixture.at(over), "never asked: now")
        for failures in [1, 4, 100] {
            let attempts = Self.failed(failures, at: over)
            #expect(Self.check(attempts: attempts, at: over)?.time == Fixture.at(over + 3_600))
            #expect(Self.check(attempts: attempts, at: over + 3_600)?.time == Fixture.at(over + 3_600))
        }
    }

    @Test("after a denial, or a lease that says the license ended, every six hours")
    func recovery() {
        var denied = Fixture.record(lease: nil)
        denied.denial = Fixture.denial
        let records = [
            denied, Fixture.record(lease: Fixture.lease(status: .fallback)),
            Fixture.record(lease: Fixture.lease(status: .expired)),
        ]
        for record in records {
            let facts = Fixture.facts(record)
            #expect(Self.check(facts, at: 5)?.time == Fixture.at(5), "never asked: now")
            let attempts = Fixture.attempts(last: 100)
            #expect(Self.check(facts, attempts: attempts, at: 200)?.time == Fixture.at(100 + 21_600))
            let failing = Self.failed(4, at: 100)
            #expect(Self.check(facts, attempts: failing, at: 200)?.time == Fixture.at(100 + 21_600))
        }
    }

    @Test("BL-024: the server's wish for patience moves every planned check, never forward")
    func notBefore() {
        let due = Fixture.week - Fixture.hour
        var attempts = Self.failed(1, at: due)
        attempts.notBefore = Fixture.instant(due + 1_200)
        #expect(Self.check(attempts: attempts, at: due + 10)?.time == Fixture.at(due + 1_200))
        attempts.notBefore = Fixture.instant(due + 20)
        #expect(Self.check(attempts: attempts, at: due + 10)?.time == Fixture.at(due + 30))
        attempts = AttemptHistory()
        attempts.notBefore = Fixture.instant(3_600)
        #expect(Self.check(attempts: attempts)?.time == Fixture.at(due))
    }

    @Test("BL-032: under a rollback that was not yet asked about a check is due now")
    func rollback() {
        let back = WallClockCondition.rolledBack(seconds: 7_200)
        var attempts = Fixture.attempts(last: 90, success: 90)
        #expect(Self.check(attempts: attempts, at: 100, condition: back)?.time == Fixture.at(100))
        attempts.notBefore = Fixture.instant(160)
        #expect(Self.check(attempts: attempts, at: 100, condition: back)?.time == Fixture.at(160))
        attempts.notBefore = nil
        attempts.rollbackWasAsked = true
        #expect(
            Self.check(attempts: attempts, at: 100, condition: back)?.time
                == Fixture.at(Fixture.week - Fixture.hour)
        )
        #expect(Self.check(Fixture.facts(LicenseRecord()), at: 100, condition: back) == nil)
    }

    @Test(
        "the half of a lease that passes first is counted from when we were answered, by our own clock",
        arguments: [0, 1_950] as [Int64]
    )
    func ownClock(ahead: Int64) {
        // Signed and so dated at t0 by the server; here the clock shows more.
        let facts = Fixture.facts(Fixture.record(lease: Fixture.lease(expires: 3_600)))
        let attempts = Fixture.attempts(last: ahead, success: ahead)
        let half = (3_600 - ahead) / 2
        for second in [0, half - 1, half, half + 1] {
            let check = Self.check(facts, attempts: attempts, at: ahead + second)
            #expect(check?.time == Fixture.at(ahead + half))
        }
    }

    @Test("BL-021: dates that a wild clock has left in the future hold no check back")
    func futureDates() {
        // The last success is dated past the lease's end; the plan goes by the lease.
        let stamped = Fixture.record(lastValidated: 400 * Fixture.day)
        #expect(Self.check(Fixture.facts(stamped))?.time == Fixture.at(Fixture.week - Fixture.hour))

        // An attempt failed while the clock was 400 days ahead; a minute later the clock is right again.
        let jump = 400 * Fixture.day
        let ahead = TimeAssessment(
            now: Fixture.at(jump),
            instant: Fixture.instant(0),
            wall: Fixture.at(jump)
        )
        var attempts = AttemptHistory()
        attempts.note(
            start: ahead,
            end: ahead,
            failure: .timedOut,
            isConfirmed: false,
            wasDue: true,
            retryAfter: nil,
            record: LicenseRecord()
        )
        #expect(
            Self.check(attempts: attempts, at: 60)?.time == Fixture.at(Fixture.week - Fixture.hour)
        )
        let due = Fixture.week - 60
        let late = Self.check(attempts: attempts, at: due)
        #expect(late.map { $0.time <= Fixture.at(due) } == true, "the ladder's wait is long over")
        var denied = Fixture.record(lease: nil)
        denied.denial = Fixture.denial
        #expect(
            Self.check(Fixture.facts(denied), attempts: attempts, at: 60)?.time == Fixture.at(21_600)
        )
        #expect(
            Self.check(Fixture.facts(Fixture.record(lease: nil)), attempts: attempts, at: 60)?.time
                == Fixture.at(3_600)
        )
    }
}
