import KeylightCore
import KeylightPolicy
import Testing

/// Numbers from the wire, the disk and the configuration may be anything; no rule may trap on them.
@Suite("Extreme numbers")
struct ExtremesTests {
    static func policy(_ value: Int64) -> LicensePolicy {
        var policy = LicensePolicy()
        policy.debounce = value
        policy.nearExpiry = value
        policy.staleAfter = value
        policy.scheduleLead = value
        policy.scheduleJitter = value
        policy.maxOfflineDays = value
        policy.leaseSkew = value
        policy.rollbackTolerance = value
        policy.unsetClockDistance = value
        policy.jumpConfirmation = value
        policy.floorStep = value
        policy.longestHop = value
        policy.retryLadder = [value]
        policy.wakeRetries = [value]
        policy.retryAfterEnd = value
        policy.recoveryInterval = value
        policy.retryAfterLimits = min(value, 0)...max(value, 0)
        policy.activeRevalidateInterval = value
        policy.warningLead = value
        return policy
    }

    static let policies = [LicensePolicy.standard] + Extremes.few.map { policy($0) }

    /// Everything that is decided for one moment.
    static func decideAll(
        _ facts: LicenseFacts,
        _ attempts: AttemptHistory,
        _ time: TimeAssessment,
        _ policy: LicensePolicy
    ) {
        let snapshot = Resolver.resolve(facts, attempts: attempts, time: time, policy: policy)
        _ = StateChange.next(after: time.now, snapshot: snapshot, facts: facts, policy: policy)
        for trigger in RefreshTrigger.allCases {
            _ = RefreshGate.decide(
                trigger,
                facts: facts,
                attempts: attempts,
                time: time,
                policy: policy,
                launchSkipsFresh: true
            )
        }
        for rule in ResolutionRule.allCases {
            _ = RefreshSchedule.nextCheck(facts, attempts: attempts, rule: rule, time: time, policy: policy)
        }
    }

    @Test("resolver, gate and schedule take any lease, anchor, failure and time", arguments: policies)
    func decisions(policy: LicensePolicy) {
        for issued in Extremes.times {
            for expires in Extremes.times {
                for validated in Extremes.times {
                    var record = Fixture.record()
                    record.lease?.issuedAt = issued
                    record.lease?.expiresAt = expires
                    record.lastValidated = validated
                    record.lastAttempt = validated
                    record.notBefore = expires
                    let facts = Fixture.facts(record, jitter: policy.scheduleJitter)
                    for now in Extremes.times {
                        for instant in Extremes.instants {
                            let time = TimeAssessment(
                                now: now,
                                instant: instant,
                                wall: issued,
                                condition: .rolledBack(seconds: .max)
                            )
                            var attempts = AttemptHistory()
                            attempts.adopt(record, at: time, policy: policy)
                            attempts.lastFailure = .timedOut
                            attempts.lastFailureTime = validated
                            attempts.lastAttempt = ContinuousInstant(
                                nanoseconds: expires.secondsSince1970
                            )
                            attempts.lastAttemptTime = expires
                            attempts.notBefore = attempts.lastAttempt
                            attempts.dueFailures = Int(truncatingIfNeeded: issued.secondsSince1970)
                            attempts.wakeFailures = attempts.dueFailures
                            Self.decideAll(facts, attempts, time, policy)
                        }
                    }
                }
            }
        }
    }

    @Test("a trial of any start and length", arguments: policies)
    func trials(policy: LicensePolicy) {
        for start in Extremes.times {
            for days in Extremes.values {
                var record = LicenseRecord()
                record.trialStart = start
                record.settings.trialDurationDays = days
                for now in Extremes.times {
                    let time = TimeAssessment(now: now, instant: Fixture.instant(0), wall: now)
                    Self.decideAll(Fixture.facts(record), AttemptHistory(), time, policy)
                }
            }
        }
    }

    @Test("trusted time takes any floor, signed time and pair of clocks", arguments: policies)
    func trustedTime(policy: LicensePolicy) {
        for floor in Extremes.times {
            for signed in Extremes.times {
                for wall in Extremes.times {
                    for instant in Extremes.instants {
                        for later in Extremes.times {
                            Self.exercise(floor, signed, wall, instant, later, policy)
                        }
                    }
                }
            }
        }
    }

    private static func exercise(
        _ floor: Timestamp,
        _ signed: Timestamp,
        _ wall: Timestamp,
        _ instant: ContinuousInstant,
        _ later: Timestamp,
        _ policy: LicensePolicy
    ) {
        var trusted = TrustedTime()
        var record = Fixture.record()
        record.timeFloor = floor
        record.lease?.issuedAt = signed
        let first = ClockReading(wall: wall, continuous: instant)
        let second = ClockReading(
            wall: later,
            continuous: ContinuousInstant(nanoseconds: signed.secondsSince1970)
        )
        for reading in [first, second] {
            trusted.adopt(record, at: reading)
            _ = trusted.observe(reading, policy: policy)
            for isFresh in [false, true] {
                trusted.acceptSigned(
                    issuedAt: signed,
                    latestWall: later,
                    isFresh: isFresh,
                    at: reading
                )
                _ = trusted.observe(second, policy: policy)
            }
            _ = trusted.floorToPersist(at: reading, policy: policy)
            _ = trusted.floorToPersist(at: first, policy: policy, isEnding: true)
            trusted.adopt(record, at: reading, reanchor: true)
            _ = trusted.observe(first, policy: policy)
        }
    }

    @Test("changes of the record with any dates")
    func changes() {
        for stored in Extremes.times {
            for new in Extremes.times {
                var lease = Fixture.lease()
                lease.issuedAt = new
                lease.expiresAt = stored
                var record = Fixture.record()
                record.lease?.issuedAt = stored
                record.timeFloor = stored
                let time = TimeAssessment(now: new, instant: Fixture.instant(0), wall: stored)
                record.apply(.confirmed(Fixture.activation, lease: lease, licenseEnd: .at(new), at: time))
                record.apply(.activated(Fixture.activation, lease: lease, licenseEnd: .at(new), at: time))
                record.apply(.floorRaised(to: new))
                record.apply(.trialStarted(at: new))
                #expect(record.timeFloor.map { $0 >= new } == true)
            }
        }
    }
}
