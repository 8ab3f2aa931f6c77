import KeylightCore
import KeylightPolicy
import Testing

@Suite("AttemptHistory")
struct AttemptHistoryTests {
    static func record(
        attempt: Int64? = nil,
        validated: Int64? = nil,
        notBefore: Int64? = nil
    ) -> LicenseRecord {
        var record = Fixture.record(lastValidated: validated)
        record.lastAttempt = attempt.map { Fixture.at($0) }
        record.notBefore = notBefore.map { Fixture.at($0) }
        return record
    }

    static func adopted(_ record: LicenseRecord, at time: TimeAssessment) -> AttemptHistory {
        var history = AttemptHistory()
        history.adopt(record, at: time, policy: Fixture.policy)
        return history
    }

    @Test("stored times become ages on the continuous clock")
    func adoption() {
        let record = Self.record(attempt: -200, validated: -9_000, notBefore: 100)
        let history = Self.adopted(record, at: Fixture.time(0))
        #expect(history.attemptAge(at: Fixture.instant(0)) == 200)
        #expect(history.attemptAge(at: Fixture.instant(100)) == 300)
        #expect(history.successAge(at: Fixture.instant(0)) == 9_000)
        #expect(history.notBeforeWait(at: Fixture.instant(0)) == 100)
        #expect(history.notBeforeWait(at: Fixture.instant(99)) == 1)
        #expect(history.notBeforeWait(at: Fixture.instant(100)) == nil)
        #expect(history.lastAttemptTime == Fixture.at(-200))
        #expect(history.lastFailure == nil)
        #expect(history.dueFailures == 0)
    }

    @Test("attempts and not-before are wall times, successes are trusted times")
    func frames() {
        let time = Fixture.time(5_000, wall: 1_000)
        let history = Self.adopted(Self.record(attempt: 900, validated: 4_000, notBefore: 1_050), at: time)
        #expect(history.attemptAge(at: time.instant) == 100)
        #expect(history.successAge(at: time.instant) == 1_000)
        #expect(history.notBeforeWait(at: time.instant) == 50)
        #expect(history.lastAttemptTime == Fixture.at(4_900), "shown dates are in trusted time")
    }

    @Test("BL-021: a stored time in the future counts as long ago: due")
    func negativeAges() {
        let history = Self.adopted(Self.record(attempt: 1, validated: 1), at: Fixture.time(0))
        #expect(history.attemptAge(at: Fixture.instant(0)) == nil)
        #expect(history.successAge(at: Fixture.instant(0)) == nil)
        #expect(history.lastAttemptTime == nil)
        let present = Self.adopted(Self.record(attempt: 0, validated: 0), at: Fixture.time(0))
        #expect(present.attemptAge(at: Fixture.instant(0)) == 0)
        #expect(present.successAge(at: Fixture.instant(0)) == 0)
    }

    @Test(
        "BL-024: a stored not-before holds for an hour at most; one further away counts as over",
        arguments: [(-1, nil), (0, nil), (1, 1), (3_599, 3_599), (3_600, 3_600), (3_601, nil)]
            as [(Int64, Int64?)]
    )
    func notBefore(wait: Int64, expected: Int64?) {
        let history = Self.adopted(Self.record(notBefore: wait), at: Fixture.time(0))
        #expect(history.notBeforeWait(at: Fixture.instant(0)) == expected)
    }

    @Test("what has been adopted is not adopted again, so a moved wall clock does not move ages")
    func adoptedOnce() {
        var history = Self.adopted(
            Self.record(attempt: -100, validated: -100, notBefore: 100),
            at: Fixture.time(0)
        )
        let before = history
        let moved = Fixture.time(10, wall: -9_999)
        history.adopt(
            Self.record(attempt: -100, validated: -100, notBefore: 100),
            at: moved,
            policy: Fixture.policy
        )
        #expect(history == before)
    }

    @Test("another process's newer times are taken over, and so is their absence")
    func otherProcess() {
        var history = Self.adopted(Self.record(attempt: -1_000, validated: -1_000), at: Fixture.time(0))
        history.adopt(
            Self.record(attempt: 50, validated: 60, notBefore: 160),
            at: Fixture.time(100),
            policy: Fixture.policy
        )
        #expect(history.attemptAge(at: Fixture.instant(100)) == 50)
        #expect(history.successAge(at: Fixture.instant(100)) == 40)
        #expect(history.notBeforeWait(at: Fixture.instant(100)) == 60)
        history.adopt(Self.record(), at: Fixture.time(100), policy: Fixture.policy)
        #expect(history.attemptAge(at: Fixture.instant(100)) == nil)
        #expect(history.successAge(at: Fixture.instant(100)) == nil)
        #expect(history.notBeforeWait(at: Fixture.instant(100)) == nil)
    }

    @Test("another process's success ends the failure that this one remembers; an older one does not")
    func otherProcessSucceeded() {
        var history = Fixture.attempts(last: 100, failure: .timedOut)
        history.adopt(Self.record(validated: 50), at: Fixture.time(150), policy: Fixture.policy)
        #expect(history.lastFailure == .timedOut)
        history.adopt(Self.record(validated: 160), at: Fixture.time(170), policy: Fixture.policy)
        #expect(history.lastFailure == nil)
        #expect(history.lastFailureTime == nil)
        #expect(history.dueFailures == 0)
    }

    /// Notes an attempt from `start` to `end` and gives the record that holds its times.
    static func note(
        _ history: inout AttemptHistory,
        start: TimeAssessment,
        end: TimeAssessment,
        failure: FailureCause? = nil,
        isConfirmed: Bool = true,
        wasDue: Bool = false,
        retryAfter: Int64? = nil
    ) -> LicenseRecord {
        var record = Fixture.record()
        let notBefore = retryAfter.map { end.wall.adding($0) }
        record.apply(.attempted(at: start.wall, notBefore: notBefore))
        if isConfirmed {
            record.apply(
                .confirmed(Fixture.activation, lease: nil, licenseEnd: .lifetime, at: end)
            )
        }
        history.note(
            start: start,
            end: end,
            failure: failure,
            isConfirmed: isConfirmed,
            wasDue: wasDue,
            retryAfter: retryAfter,
            record: record
        )
        return record
    }

    @Test("an attempt counts from its start, a success and a wait from its end")
    func note() {
        var history = AttemptHistory()
        _ = Self.note(&history, start: Fixture.time(0), end: Fixture.time(15), retryAfter: 120)
        #expect(history.attemptAge(at: Fixture.instant(20)) == 20)
        #expect(history.successAge(at: Fixture.instant(20)) == 5)
        #expect(history.notBeforeWait(at: Fixture.instant(15)) == 120)
        #expect(history.lastAttemptTime == Fixture.t0)
        #expect(history.lastFailureTime == nil)
    }

    @Test("BL-021: own times are not adopted again, whatever the wall clock has done meanwhile")
    func ownTimes() {
        var history = AttemptHistory()
        let wild = Fixture.time(400 * Fixture.day)
        let record = Self.note(&history, start: wild, end: wild, retryAfter: 600)
        let before = history
        history.adopt(
            record,
            at: TimeAssessment(now: Fixture.at(10), instant: wild.instant, wall: Fixture.at(10)),
            policy: Fixture.policy
        )
        #expect(history == before)
    }

    @Test("BL-021: a clock that jumped ahead and came back leaves nothing fresh for years")
    func jumpAndBack() {
        // Wall +400 d, a success, wall -400 d; 6 h and 1 s later a foreground event asks.
        let jump = 400 * Fixture.day
        var history = AttemptHistory()
        let ahead = TimeAssessment(
            now: Fixture.at(jump),
            instant: Fixture.instant(0),
            wall: Fixture.at(jump)
        )
        let record = Self.note(&history, start: ahead, end: ahead)
        let now = 6 * Fixture.hour + 1
        func decide(_ history: AttemptHistory, _ time: TimeAssessment) -> RefreshDecision {
            RefreshGate.decide(
                .foreground,
                facts: Fixture.facts(record),
                attempts: history,
                time: time,
                policy: Fixture.policy
            )
        }
        #expect(decide(history, Fixture.time(now - 1)) == .skip(.fresh))
        #expect(decide(history, Fixture.time(now)) == .send)
        // After a relaunch the stored times lie in the future, and count as due at once.
        let relaunched = Self.adopted(record, at: Fixture.time(60))
        #expect(decide(relaunched, Fixture.time(60)) == .send)
    }

    @Test(
        "an attempt is dated in the time that holds after it, however wild the clock was when it began",
        arguments: [-3_650, 0, 3_650] as [Int64],
        [true, false]
    )
    func datedAfterwards(wildDays: Int64, isConfirmed: Bool) {
        var history = AttemptHistory()
        let wild = Fixture.at(wildDays * Fixture.day)
        let start = TimeAssessment(now: wild, instant: Fixture.instant(100), wall: wild)
        _ = Self.note(
            &history,
            start: start,
            end: Fixture.time(115),
            failure: isConfirmed ? nil : .timedOut,
            isConfirmed: isConfirmed
        )
        #expect(history.lastAttemptTime == Fixture.at(100))
        #expect(history.attemptAge(at: Fixture.instant(130)) == 30)
        // The clock jumps, and nothing is known to hold then: the next check is long due.
        let later = Fixture.time(3_650 * Fixture.day + 200)
        let check = RefreshSchedule.nextCheck(
            Fixture.facts(),
            attempts: history,
            rule: .keyWithoutUsableLease,
            time: later,
            policy: Fixture.policy
        )
        #expect(check?.time == Fixture.at(100 + Fixture.policy.retryAfterEnd))
    }

    @Test("failures of due checks count in a row; others leave the count alone; an answer ends it")
    func dueFailures() {
        var history = AttemptHistory()
        func fail(wasDue: Bool) {
            _ = Self.note(
                &history,
                start: Fixture.time(0),
                end: Fixture.time(1),
                failure: .timedOut,
                isConfirmed: false,
                wasDue: wasDue
            )
        }
        fail(wasDue: false)
        #expect(history.dueFailures == 0)
        fail(wasDue: true)
        fail(wasDue: true)
        #expect(history.dueFailures == 2)
        fail(wasDue: false)
        #expect(history.dueFailures == 2)
        #expect(history.lastFailure == .timedOut)
        #expect(history.lastFailureTime == Fixture.at(1))
        // A denial is an answer, though no success.
        _ = Self.note(&history, start: Fixture.time(2), end: Fixture.time(2), isConfirmed: false)
        #expect(history.dueFailures == 0)
        #expect(history.lastFailure == nil)
        #expect(history.lastFailureTime == nil)
        #expect(history.lastSuccess == nil)
    }

    @Test("a wake-up begins the count of failures anew; an answer ends what it began")
    func wake() {
        var history = AttemptHistory()
        history.dueFailures = 7
        history.noteWake()
        #expect(history.dueFailures == 0)
        #expect(history.wakeFailures == 0)
        for failures in 1...3 {
            _ = Self.note(
                &history,
                start: Fixture.time(0),
                end: Fixture.time(1),
                failure: .cannotConnect,
                isConfirmed: false,
                wasDue: true
            )
            #expect(history.wakeFailures == failures)
            #expect(history.dueFailures == failures)
        }
        _ = Self.note(&history, start: Fixture.time(2), end: Fixture.time(2))
        #expect(history.wakeFailures == nil)
        #expect(history.dueFailures == 0)
    }

    @Test("a license given back is forgotten, the debounce and the server's wish are not")
    func forgetLicense() {
        var history = AttemptHistory()
        _ = Self.note(
            &history,
            start: Fixture.time(0),
            end: Fixture.time(0),
            failure: .rateLimited,
            isConfirmed: true,
            wasDue: true,
            retryAfter: 60
        )
        history.forgetLicense()
        #expect(history.successAge(at: Fixture.instant(0)) == nil)
        #expect(history.lastFailure == nil)
        #expect(history.lastFailureTime == nil)
        #expect(history.dueFailures == 0)
        #expect(history.attemptAge(at: Fixture.instant(0)) == 0)
        #expect(history.notBeforeWait(at: Fixture.instant(0)) == 60)
    }

    @Test("extreme stored times and readings never trap")
    func extremes() {
        for stored in Extremes.times {
            var record = Fixture.record()
            record.lastAttempt = stored
            record.lastValidated = stored
            record.notBefore = stored
            for now in Extremes.times {
                for wall in Extremes.times {
                    for instant in Extremes.instants {
                        var history = AttemptHistory()
                        history.dueFailures = .max
                        let time = TimeAssessment(now: now, instant: instant, wall: wall)
                        history.adopt(record, at: time, policy: Fixture.policy)
                        #expect(history.attemptAge(at: instant).map { $0 >= 0 } ?? true)
                        #expect(history.successAge(at: instant).map { $0 >= 0 } ?? true)
                        #expect(history.notBeforeWait(at: instant).map { (1...3_600).contains($0) } ?? true)
                        history.note(
                            start: time,
                            end: time,
                            failure: .timedOut,
                            isConfirmed: true,
                            wasDue: true,
                            retryAfter: stored.secondsSince1970,
                            record: record
                        )
                        #expect(history.dueFailures == .max)
                        for other in Extremes.instants {
                            _ = history.attemptAge(at: other)
                            _ = history.successAge(at: other)
                            _ = history.notBeforeWait(at: other)
                        }
                    }
                }
            }
        }
    }
}
