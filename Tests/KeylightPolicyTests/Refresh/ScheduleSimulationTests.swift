import KeylightCore
import KeylightPolicy
import Testing

/// Runs the schedule alone, with nobody calling, against a server that always gives the same kind of answer.
@Suite("RefreshSchedule: run for days")
struct ScheduleSimulationTests {
    enum Server: Sendable {
        /// Confirms with a lease of this many seconds.
        case lease(Int64)
        /// Confirms without a lease.
        case noLease
        case denial
        case failure
        case patience(Int64)
    }

    struct Run {
        var requests: [Int64] = []
        var wakeUps = 0
        var states: [LicenseState] = []
    }

    static func run(
        _ server: Server,
        from begin: Int64 = 0,
        days: Int64,
        first: Int64 = Fixture.week,
        jitter: Int64 = 0
    ) -> Run {
        var run = Run()
        var record = Fixture.record(lease: Fixture.lease(expires: first))
        var attempts = AttemptHistory()
        let policy = Fixture.policy
        var now = begin
        while now < begin + days * Fixture.day, run.wakeUps < 10_000 {
            run.wakeUps += 1
            let facts = Fixture.facts(record, jitter: jitter)
            let time = Fixture.time(now)
            let snapshot = Resolver.resolve(facts, attempts: attempts, time: time, policy: policy)
            run.states.append(snapshot.state)
            guard let next = snapshot.nextCheck else { break }
            let gate = RefreshGate.decide(
                .scheduled,
                facts: facts,
                attempts: attempts,
                time: time,
                policy: policy
            )
            guard next <= time.now, gate == .send else {
                let wait = min(max(next.seconds(since: time.now), 1), policy.longestHop)
                now += wait
                continue
            }
            run.requests.append(now)
            let end = Fixture.time(now + 2)
            var failure: FailureCause?
            var retryAfter: Int64?
            record.apply(.attempted(at: time.wall, notBefore: nil))
            switch server {
            case .lease(let length):
                let lease = Fixture.lease(issued: now, expires: now + length)
                record.apply(.confirmed(Fixture.activation, lease: lease, licenseEnd: nil, at: end))
            case .noLease:
                record.apply(.confirmed(Fixture.activation, lease: nil, licenseEnd: nil, at: end))
            case .denial: record.apply(.denied(Fixture.activation, Fixture.denial))
            case .failure: failure = .timedOut
            case .patience(let seconds):
                failure = .rateLimited
                retryAfter = seconds
            }
            attempts.note(
                start: time,
                end: end,
                failure: failure,
                isConfirmed: failure == nil,
                wasDue: true,
                retryAfter: retryAfter,
                record: record
            )
            now += 2
        }
        return run
    }

    static func gaps(_ times: [Int64]) -> [Int64] { zip(times.dropFirst(), times).map { $0 - $1 } }

    @Test("a week's lease is renewed an hour before its end, and never else")
    func ordinary() {
        let run = Self.run(.lease(Fixture.week), days: 30)
        let step = Fixture.week - Fixture.hour
        #expect(run.requests == [step, 2 * step, 3 * step, 4 * step])
        #expect(run.states.allSatisfy { $0 == .licensed })
    }

    @Test(
        "leases of any length, however short, and over when they come, give no loop",
        arguments: [
            -100_000, -301, -300, -100, -1, 0, 1, 299, 300, 301, 600, 3_540, 3_600, 3_601, 7_200, 7_800,
            86_400,
        ] as [Int64],
        [0, 600] as [Int64]
    )
    func shortLeases(length: Int64, jitter: Int64) {
        let run = Self.run(.lease(length), days: 3, first: Fixture.day, jitter: jitter)
        #expect(run.requests.count > 2)
        #expect(Self.gaps(run.requests).allSatisfy { $0 >= Fixture.policy.debounce })
        if length >= 7_200 {
            #expect(run.states.allSatisfy { $0 == .licensed })
            #expect(Self.gaps(run.requests).allSatisfy { $0 >= length / 2 })
        }
    }

    @Test("confirmations that bring no lease are spaced by half of what is left, then by the debounce")
    func noLease() {
        let run = Self.run(.noLease, days: 8)
        #expect(Self.gaps(run.requests).allSatisfy { $0 >= Fixture.policy.debounce })
        #expect(run.requests.first == Fixture.week - Fixture.hour)
        #expect(run.requests.count < 40)
    }

    @Test("BL-020: offline, the ladder and then once an hour; a day is at most 100 wake-ups")
    func offline() {
        let run = Self.run(.failure, from: 6 * Fixture.day + 12 * Fixture.hour, days: 3)
        let due = Fixture.week - Fixture.hour
        #expect(Array(run.requests.prefix(6)) == [0, 32, 94, 396, 1_298, 2_200].map { $0 + due })
        let after = run.requests.filter { $0 > Fixture.week + 300 }
        #expect(Self.gaps(after).allSatisfy { $0 == 3_600 })
        #expect(run.requests.count <= 10 + 3 * 24)
        let day = Self.run(.failure, from: Fixture.week + 301, days: 1)
        #expect(day.wakeUps - day.requests.count <= 100)
        #expect(day.requests.count == 24)
    }

    @Test("a denial is asked about every six hours")
    func denial() {
        let run = Self.run(.denial, days: 8)
        #expect(run.requests.first == Fixture.week - Fixture.hour)
        #expect(Self.gaps(run.requests).allSatisfy { $0 == 21_600 })
    }

    @Test("BL-024: a server that always asks for an hour is asked once an hour")
    func patience() {
        let run = Self.run(.patience(3_600), days: 8)
        #expect(Self.gaps(run.requests).allSatisfy { (3_600...3_660).contains($0) })
    }
}
