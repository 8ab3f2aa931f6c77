import KeylightCore
import KeylightPolicy

/// A machine's two clocks and one process's trusted time, moved by hand.
struct ClockBench {
    var trusted = TrustedTime()
    /// Seconds after the fixture's `t0`.
    var wall: Int64 = 0
    /// Seconds after the fixture's origin.
    var continuous: Int64 = 0
    var policy = Fixture.policy

    var reading: ClockReading {
        ClockReading(wall: Fixture.at(wall), continuous: Fixture.instant(continuous))
    }

    /// Trusted time in seconds after `t0`, without taking the reading in.
    var now: Int64 { trusted.assess(reading, policy: policy).now.seconds(since: Fixture.t0) }

    var condition: WallClockCondition { trusted.assess(reading, policy: policy).condition }

    /// The floor to be written, in seconds after `t0`.
    var floor: Int64? {
        trusted.floorToPersist(at: reading, policy: policy)?.seconds(since: Fixture.t0)
    }

    /// The floor to be written at a clean end, in seconds after `t0`.
    var finalFloor: Int64? {
        trusted.floorToPersist(at: reading, policy: policy, isEnding: true)?.seconds(since: Fixture.t0)
    }

    /// Both clocks move on.
    mutating func advance(_ seconds: Int64) {
        wall += seconds
        continuous += seconds
    }

    /// Both clocks move on, observed each quarter of an hour as the engine does.
    mutating func run(_ seconds: Int64) {
        var left = seconds
        observe()
        while left > 0 {
            let step = min(left, policy.longestHop)
            advance(step)
            observe()
            left -= step
        }
    }

    /// Somebody sets the wall clock.
    mutating func moveWall(_ seconds: Int64) { wall += seconds }

    @discardableResult
    mutating func observe() -> TimeAssessment { trusted.observe(reading, policy: policy) }

    mutating func adopt(floor: Int64?, lease: Lease? = nil, reanchor: Bool = false) {
        var record = LicenseRecord()
        record.timeFloor = floor.map { Fixture.at($0) }
        record.lease = lease
        trusted.adopt(record, at: reading, reanchor: reanchor)
    }

    mutating func acceptSigned(_ issued: Int64, expires: Int64? = nil, isFresh: Bool = true) {
        trusted.acceptSigned(
            issuedAt: Fixture.at(issued),
            latestWall: Fixture.at(expires ?? issued + Fixture.week).adding(policy.leaseSkew),
            isFresh: isFresh,
            at: reading
        )
    }

    /// A new process over the same record; the continuous clock of the machine starts anew as well.
    mutating func relaunch(_ record: LicenseRecord) {
        trusted = TrustedTime()
        continuous = 5
        trusted.adopt(record, at: reading)
    }
}
