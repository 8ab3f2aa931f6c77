import KeylightCore
import KeylightEngine
import KeylightLogging
import KeylightPolicy
import KeylightTestSupport
import KeylightTesting
import KeylightTransport
import Testing

/// Refreshing, many callers, and patience.
@Suite("Field cases: refreshing")
struct RefreshTests {
    private static let stale: Int64 = 6 * Seconds.hour + 1

    @Test("BL-016: a thousand callers lead to one request, one write and one answer for all")
    func bl016() throws {
        let bench = try LicenseBench.licensed()
        try bench.advance(by: 6 * Seconds.day + Seconds.hour)
        let (writes, requests) = (bench.store.counts.writes, bench.requestCount)
        bench.transport.enqueue(.hold)
        let callers = try (0..<1_000).map { _ in try bench.start { try await $0.refreshIfNeeded() } }
        #expect(callers.allSatisfy { !$0.isFinished })
        try bench.transport.release(try bench.valid())
        try bench.simulation.drain()
        for caller in callers {
            guard case .confirmed = try caller.value() else {
                Issue.record("a caller was told something else")
                return
            }
        }
        #expect(bench.requestCount - requests == 1)
        #expect(bench.store.counts.writes - writes == 1)
        #expect(bench.announced.events.count <= 1)
        try bench.finish()
    }

    @Test("BL-017: installs that began in the same second do not call in the same second")
    func bl017() throws {
        let exp = LicenseBench.start.adding(LicenseBench.week)
        var calls: [Int64: Int] = [:]
        for number in 0..<10_000 {
            let instance = try #require(InstanceID("inst-\(number)"))
            let offset = RefreshSchedule.offset(
                instanceID: instance,
                issuedAt: LicenseBench.start,
                limit: 600
            )
            #expect((0...600).contains(offset))
            #expect(
                offset
                    == RefreshSchedule.offset(instanceID: instance, issuedAt: LicenseBench.start, limit: 600)
            )
            calls[exp.adding(-3_600 - offset).secondsSince1970, default: 0] += 1
        }
        #expect((calls.values.max() ?? 0) <= 100)
        let instance = try #require(InstanceID("inst-1"))
        #expect(RefreshSchedule.offset(instanceID: instance, issuedAt: LicenseBench.start, limit: 0) == 0)
    }

    @Test("BL-018: a cancelled waiter leaves alone")
    func bl018() throws {
        let bench = try LicenseBench.licensed()
        try bench.advance(by: Self.stale)
        bench.transport.enqueue(.hold)
        let waiters = try (0..<3).map { _ in try bench.start { try await $0.refreshIfNeeded() } }
        waiters[0].cancel()
        try bench.simulation.drain()
        #expect(throws: CancellationError.self) { try waiters[0].value() }
        #expect(!waiters[1].isFinished && !waiters[2].isFinished)
        try bench.transport.release(try bench.valid())
        try bench.simulation.drain()
        #expect(bench.requestCount == 1)
        for waiter in waiters.dropFirst() {
            guard case .confirmed = try waiter.value() else {
                Issue.record("a waiter was told something else")
                return
            }
        }
        try bench.finish()
    }

    @Test("BL-018: work whose waiters have all gone still ends, is stored, and frees the slot")
    func bl018All() throws {
        let bench = try LicenseBench.licensed()
        try bench.advance(by: Self.stale)
        bench.transport.enqueue(.hold)
        let waiters = try (0..<3).map { _ in try bench.start { try await $0.refreshIfNeeded() } }
        for waiter in waiters { waiter.cancel() }
        try bench.simulation.drain()
        #expect(try #require(bench.engine).isChecking)
        try bench.transport.release(try bench.valid())
        try bench.simulation.drain()
        #expect(try bench.record.lease?.issuedAt == LicenseBench.start.adding(Self.stale))
        #expect(try #require(bench.engine).isChecking == false)
        bench.transport.enqueue(try bench.valid())
        try bench.run { try await $0.validate() }
        #expect(bench.requestCount == 2)
        try bench.finish()
    }

    @Test("BL-019: an answer that arrives after a deactivation brings nothing back")
    func bl019() throws {
        let bench = try LicenseBench.licensed()
        try bench.advance(by: Self.stale)
        bench.transport.honoursCancellation = false
        bench.transport.enqueue(.hold, bench.released)
        let refresh = try bench.start { try await $0.refreshIfNeeded() }
        try bench.run { try await $0.deactivate() }
        try bench.transport.release(try bench.valid())
        try bench.simulation.drain()
        guard case .superseded = try refresh.value() else {
            Issue.record("the waiter was told something else")
            return
        }
        #expect(try bench.record.activation == nil)
        #expect(try bench.record.lease == nil)
        #expect(try bench.state == .expired)
        try bench.finish()
    }

    @Test("BL-019: a denial of the old key does not touch the new one")
    func bl019NewKey() throws {
        let bench = try LicenseBench.licensed()
        try bench.advance(by: Self.stale)
        bench.transport.honoursCancellation = false
        bench.transport.enqueue(.hold, bench.released)
        _ = try bench.start { try await $0.refreshIfNeeded() }
        try bench.run { try await $0.deactivate() }
        let second = try LicenseKey(parsing: "ACME-TEST-0000-0002")
        let instance = try #require(InstanceID("inst-2"))
        bench.transport.enqueue(
            bench.activated(with: try bench.lease(key: second, instance: instance), instance: instance)
        )
        try bench.run { try await $0.activate(key: second.rawValue) }
        try bench.transport.release(bench.denied)
        try bench.simulation.drain()
        #expect(try bench.state == .licensed)
        #expect(try bench.record.activation?.licenseKey == second)
        try bench.finish()
    }

    @Test("BL-020: without a network the attempts are few and never in a loop")
    func bl020() throws {
        let bench = try LicenseBench.licensed()
        try bench.advance(by: Self.stale)
        bench.transport.fallback = .reply(.failure(.notConnected))
        for _ in 0..<500 {
            _ = try bench.start { try await $0.refreshIfNeeded() }
            try bench.advance(by: 1)
        }
        #expect(bench.requestCount <= 3 * 2 + 3)
        #expect(bench.requestCount >= 6)
        try bench.finish()
    }

    @Test("BL-020: a day offline at the end of a lease wakes the machine at most a hundred times")
    func bl020Day() throws {
        let bench = try LicenseBench.licensed()
        bench.transport.fallback = .reply(.failure(.notConnected))
        try bench.advance(to: LicenseBench.start.adding(LicenseBench.week - 12 * Seconds.hour))
        let loads = bench.store.counts.loads
        let requests = bench.requestCount
        try bench.advance(by: Seconds.day)
        // The ladder of the last hour, then once an hour.
        let checks = (bench.requestCount - requests) / 3
        #expect((10...24).contains(checks), "\(checks)")
        // Each time the engine's timer rings it reads the record once; what was no check was re-arming.
        let rings = bench.store.counts.loads - loads
        #expect(rings - checks <= 100, "\(rings)")
        try bench.finish()
    }

    @Test(
        "BL-021: a clock that jumped ahead and came back leaves nothing fresh for years",
        arguments: [false, true]
    )
    func bl021(relaunches: Bool) throws {
        let bench = try LicenseBench.licensed()
        // The debounce is over, and the answer will be newer than the stored lease: only such a one may move
        // time downward.
        try bench.advance(by: 5 * Seconds.minute)
        try bench.simulation.moveWall(by: 400 * Seconds.day)
        let truth = bench.simulation.clock
        let (signer, key, instance) = (bench.signer, bench.key, bench.instance)
        bench.transport.fallback = .respond { _ in
            let now = truth.trueTime
            return .validated(
                lease: try signer.lease(
                    key: key,
                    instance: instance,
                    issuedAt: now,
                    expiresAt: now.adding(LicenseBench.week)
                )
            )
        }
        try bench.foreground()
        #expect(try bench.state == .licensed)
        try bench.simulation.moveWall(by: -400 * Seconds.day)
        if relaunches { try bench.relaunch() }
        let before = bench.requestCount
        try bench.advance(by: Self.stale)
        try bench.foreground()
        #expect(bench.requestCount == before + 1)
        #expect(try bench.state == .licensed)
        let confirmed = try #require(try bench.snapshot.lastValidated)
        #expect(abs(confirmed.seconds(since: bench.now)) < 60)
        try bench.finish()
    }

    @Test("BL-022: fifty foreground events lead to one request")
    func bl022() throws {
        let bench = try LicenseBench.licensed()
        try bench.advance(by: Self.stale)
        bench.transport.fallback = .reply(bench.validWhenAsked())
        for _ in 0..<50 { try bench.foreground() }
        #expect(bench.requestCount == 1)
        try bench.advance(by: 4 * Seconds.minute + 59)
        try bench.foreground()
        #expect(bench.requestCount == 1)
        try bench.advance(by: 2)
        try bench.foreground()
        #expect(bench.requestCount == 1)
        try bench.finish()
    }

    @Test("BL-023: an observer may read and call anything")
    func bl023() throws {
        let bench = try LicenseBench.licensed()
        let engine = try #require(bench.engine)
        let runner = bench.simulation.runner
        let heard = Announcements()
        let inner = heard.observer
        let observation = engine.observe(
            LicenseObserver(
                snapshotChanged: { [weak engine] snapshot in
                    inner.snapshotChanged?(snapshot)
                    // Not older than what is announced, and no lock is held.
                    #expect(engine?.snapshot.sequence ?? .max >= snapshot.sequence)
                    _ = engine?.hasEntitlement("pro")
                },
                eventOccurred: { [weak engine] event in
                    inner.eventOccurred?(event)
                    _ = runner.run { [weak engine] in
                        _ = try? await engine?.refreshIfNeeded()
                        _ = try? await engine?.deactivate()
                    }
                }
            )
        )
        try bench.advance(by: Self.stale)
        bench.transport.enqueue(bench.denied, bench.released)
        try bench.foreground()
        try bench.simulation.drain()
        #expect(heard.events == [.expired(from: .licensed, to: .invalid)])
        #expect(heard.snapshots.map(\.sequence) == heard.snapshots.map(\.sequence).sorted())
        #expect(try bench.record.activation == nil)
        observation.cancel()
        try bench.finish()
    }

    @Test(
        "BL-024: Retry-After is kept, also over a relaunch, and no call sleeps for it",
        arguments: [false, true]
    )
    func bl024(relaunches: Bool) throws {
        let bench = try LicenseBench.licensed()
        try bench.advance(by: Self.stale)
        bench.transport.enqueue(.status(429, retryAfter: 120))
        bench.transport.fallback = .reply(bench.validWhenAsked())
        // Returns within the moment.
        let result = try bench.run { try await $0.refreshIfNeeded() }
        guard case .unknown(let error) = result else {
            Issue.record("not unknown")
            return
        }
        #expect(error.kind == .noAnswer(.rateLimited))
        if relaunches {
            try bench.relaunch(after: 60)
            try bench.checkOnLaunch()
            #expect(bench.requestCount == 1)
            try bench.advance(by: 59)
        } else {
            try bench.advance(by: 119)
        }
        let refused = #expect(throws: KeylightError.self) { try bench.run { try await $0.validate() } }
        #expect(refused?.kind == .notBefore(LicenseBench.start.adding(Self.stale + 120)))
        try bench.foreground()
        #expect(bench.requestCount == 1)
        try bench.advance(by: 2)
        try bench.run { try await $0.validate() }
        #expect(bench.requestCount == 2)
        try bench.finish()
    }

    @Test("BL-025: a caller that goes away is no failure")
    func bl025() throws {
        let bench = try LicenseBench.licensed()
        try bench.advance(by: Self.stale)
        bench.transport.enqueue(.hold)
        let before = try bench.snapshot
        let caller = try bench.start { try await $0.refreshIfNeeded() }
        caller.cancel()
        try bench.simulation.drain()
        #expect(throws: CancellationError.self) { try caller.value() }
        let explanation = try bench.run { await $0.explain() }
        #expect(explanation.lastFailure == nil)
        #expect(try bench.snapshot == before)
        #expect(bench.announced.events.isEmpty)
        #expect(!bench.log.events.contains { $0.level >= .error })
        try bench.transport.release(try bench.valid())
        try bench.finish()
    }

    @Test("BL-026: an answer that says the same is announced at most once")
    func bl026() throws {
        let bench = try LicenseBench.licensed()
        let lease = try #require(try bench.record.lease)
        try bench.relaunch()
        bench.transport.enqueue(.response(.validated(lease: lease)))
        try bench.checkOnLaunch()
        let sequences = bench.announced.snapshots.map(\.sequence)
        #expect(sequences.count <= 1)
        #expect(Set(bench.announced.snapshots).count == bench.announced.snapshots.count)
        #expect(bench.announced.events.isEmpty)
        try bench.finish()
    }

    @Test("BL-027: the gate counts right under many threads")
    func bl027() async throws {
        let clock = VirtualClock(wall: LicenseBench.start)
        let attempts = Locked(AttemptHistory())
        let passes = Locked<[Int64]>([])
        var facts = LicenseFacts(
            record: LicenseRecord(),
            evidence: .absent,
            seed: ProductSeed(),
            storage: .readable,
            jitter: 0
        )
        facts.hasLicenseKey = true
        let ready = facts
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<64 {
                group.addTask {
                    for call in 0..<10_000 {
                        if (call &* 31 &+ task) % 97 == 0 { clock.moveWall(by: 1) }
                        attempts.withLock { history in
                            let reading = clock.now()
                            // The moved wall clock stands in for both clocks.
                            let instant = ContinuousInstant(nanoseconds: 0)
                                .adding(seconds: reading.wall.seconds(since: LicenseBench.start))
                            let time = TimeAssessment(now: reading.wall, instant: instant, wall: reading.wall)
                            let decision = RefreshGate.decide(
                                .foreground,
                                facts: ready,
                                attempts: history,
                                time: time,
                                policy: .exact
                            )
                            guard decision == .send else { return }
                            history.lastAttempt = instant
                            passes.withLock { $0.append(reading.wall.secondsSince1970) }
                        }
                    }
                }
            }
        }
        let times = passes.withLock { $0 }
        #expect(times == times.sorted())
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 300 })
        let total = clock.now().wall.seconds(since: LicenseBench.start)
        // Each pass happens in the first call at or after its due second, and calls come each second.
        #expect(times.count == Int(total / 300) + 1)
    }

    @Test("BL-028: a refresh that was refused does not lead to another by itself")
    func bl028() throws {
        let bench = try LicenseBench.licensed()
        try bench.advance(by: Self.stale)
        bench.transport.fallback = .reply(.status(401))
        let waiters = try (0..<20).map { _ in try bench.start { try await $0.refreshIfNeeded() } }
        #expect(waiters.allSatisfy { $0.isFinished })
        #expect(bench.requestCount == 1)
        try bench.advance(by: 299)
        try bench.foreground()
        #expect(bench.requestCount == 1)
        try bench.advance(by: 1)
        try bench.foreground()
        #expect(bench.requestCount == 2)
        try bench.finish()
    }
}
