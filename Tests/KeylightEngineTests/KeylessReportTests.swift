import KeylightClock
import KeylightCore
import KeylightEngine
import KeylightLeaseStore
import KeylightLogging
import KeylightPolicy
import KeylightTestSupport
import KeylightTesting
import KeylightTransport
import Testing

@Suite("Reports without a license")
struct KeylessReportTests {
    private static let taken = ScriptedReply.json(#"{"received":true}"#)
    private static let day = Seconds.day
    private static let beat = LicensePolicy.standard.keylessHeartbeat

    private func bench(
        trialDays: Int64? = 14,
        freeTier: Bool? = nil,
        policy: LicensePolicy = .exact
    ) throws -> LicenseBench {
        let bench = try LicenseBench(
            policy: policy,
            seed: ProductSeed(trialDurationDays: trialDays, freeTierEnabled: freeTier)
        )
        bench.configuration.sendsKeylessReports = true
        bench.transport.fallback = .reply(Self.taken)
        try bench.launchProcess()
        return bench
    }

    private func states(_ bench: LicenseBench) -> [String] {
        bench.transport.requests(to: "keyless").map { $0.bodyField("state") ?? "none" }
    }

    @Test("the first launch reports the trial, under an id that is made for it and kept")
    func firstReport() throws {
        let bench = try bench()
        #expect(bench.requestCount == 0)
        #expect(try bench.record.anonymousID == nil)
        try bench.checkOnLaunch()
        #expect(states(bench) == ["trial"])
        let id = try #require(try bench.record.anonymousID)
        #expect(bench.transport.requests.first?.bodyField("instance_id") == id.rawValue)
        #expect(AnonymousID(id.rawValue) == id)
        #expect(try bench.record.keylessReport == KeylessReport(state: .trial, date: LicenseBench.start))
        try bench.relaunch(after: Self.day)
        try bench.checkOnLaunch()
        #expect(states(bench) == ["trial", "trial"])
        #expect(bench.transport.requests.last?.bodyField("instance_id") == id.rawValue)
        try bench.finish()
    }

    @Test("nothing is reported before the app's first call")
    func notBeforeLaunch() throws {
        let bench = try bench()
        try bench.advance(by: 2 * Self.day)
        #expect(bench.requestCount == 0)
        try bench.finish()
    }

    @Test("the same is reported again after 24 h, not a second earlier", arguments: [-1, 0, 1] as [Int64])
    func debounceOverLaunches(offset: Int64) throws {
        let bench = try bench()
        try bench.checkOnLaunch()
        try bench.relaunch(after: Self.day + offset)
        try bench.checkOnLaunch()
        #expect(bench.requestCount == (offset < 0 ? 1 : 2))
        try bench.finish()
    }

    @Test("a process that stays reports once a day, and looks every six hours")
    func heartbeat() throws {
        let bench = try bench()
        try bench.checkOnLaunch()
        try bench.advance(by: Self.day - 1)
        #expect(bench.requestCount == 1)
        try bench.advance(by: 1)
        #expect(bench.requestCount == 2)
        try bench.advance(by: 3 * Self.day)
        #expect(bench.requestCount == 5)
        try bench.finish()
    }

    @Test(
        "only a 200 with JSON counts; anything else is made up for at the next look, not sooner",
        arguments: [
            .status(500), .status(400), .status(401), .status(404), .html(), .status(204),
            .failure(.timedOut),
            .failure(.notConnected), .json("[]"), .json("{}", status: 201),
        ] as [ScriptedReply]
    )
    func failedReport(_ reply: ScriptedReply) throws {
        let bench = try bench()
        bench.transport.fallback = .reply(reply)
        try bench.checkOnLaunch()
        try bench.advance(by: 60)
        let attempts = bench.requestCount
        #expect((1...3).contains(attempts))
        #expect(try bench.record.keylessReport == nil)
        #expect(try bench.state == .trial(daysLeft: 14))
        try bench.foreground()
        try bench.advance(by: Self.beat - 61)
        #expect(bench.requestCount == attempts)
        bench.transport.fallback = .reply(Self.taken)
        try bench.advance(by: 2)
        #expect(bench.requestCount == attempts + 1)
        #expect(try bench.record.keylessReport?.state == .trial)
        try bench.finish()
    }

    @Test("a change of state is reported at once: trial, then free tier")
    func stateChange() throws {
        let bench = try bench(trialDays: 1, freeTier: true)
        try bench.checkOnLaunch()
        try bench.advance(by: Self.day - 1)
        #expect(states(bench) == ["trial"])
        try bench.advance(by: 1)
        #expect(try bench.state == .freeTier)
        #expect(states(bench) == ["trial", "free_tier"])
        try bench.finish()
    }

    @Test("an elapsed trial without a free tier is reported as expired")
    func expired() throws {
        let bench = try bench(trialDays: 1)
        try bench.checkOnLaunch()
        try bench.advance(by: Self.day)
        #expect(states(bench) == ["trial", "expired"])
        try bench.finish()
    }

    @Test("reports stop while there is a license and resume after it, and the id goes along when it exists")
    func stopsAndResumes() throws {
        let bench = try bench(trialDays: 60)
        try bench.checkOnLaunch()
        let id = try #require(try bench.record.anonymousID)
        bench.transport.enqueue(bench.activated(with: try bench.lease()))
        let key = bench.key.rawValue
        try bench.run { try await $0.activate(key: key) }
        let activation = try #require(bench.transport.requests(to: "activate").first)
        #expect(activation.bodyField("free_tier_instance_id") == id.rawValue)
        bench.transport.fallback = .reply(bench.validWhenAsked())
        try bench.advance(by: 5 * Self.day)
        #expect(bench.requestCount(to: "keyless") == 1)
        bench.transport.fallback = .reply(Self.taken)
        try bench.run { try await $0.deactivate() }
        #expect(bench.requestCount(to: "keyless") == 2)
        #expect(try bench.record.anonymousID == id)
        try bench.advance(by: Self.day)
        #expect(bench.requestCount(to: "keyless") == 3)
        try bench.finish()
    }

    @Test("while a key is stored nothing is reported, whatever it is worth")
    func notWithAKey() throws {
        let bench = try LicenseBench.licensed()
        bench.configuration.sendsKeylessReports = true
        try bench.relaunch()
        bench.transport.fallback = .reply(bench.denied)
        try bench.checkOnLaunch()
        #expect(try bench.state == .invalid)
        try bench.advance(by: 2 * Self.day)
        #expect(bench.requestCount(to: "keyless") == 0)
        #expect(try bench.record.anonymousID == nil)
        try bench.finish()
    }

    @Test("an activation makes no id of its own")
    func activationMakesNoID() throws {
        let bench = try bench()
        bench.transport.enqueue(bench.activated(with: try bench.lease()))
        let key = bench.key.rawValue
        try bench.run { try await $0.activate(key: key) }
        #expect(bench.transport.requests.first?.bodyFieldNames.contains("free_tier_instance_id") == false)
        #expect(try bench.record.anonymousID == nil)
        try bench.finish()
    }

    @Test("with reports off there are none, and an id from before is not sent")
    func off() throws {
        let bench = try bench()
        try bench.checkOnLaunch()
        bench.configuration.sendsKeylessReports = false
        try bench.relaunch(after: Self.day)
        bench.transport.forgetRequests()
        try bench.checkOnLaunch()
        try bench.advance(by: Self.day)
        #expect(bench.requestCount == 0)
        bench.transport.enqueue(bench.activated(with: try bench.lease()))
        let key = bench.key.rawValue
        try bench.run { try await $0.activate(key: key) }
        #expect(bench.transport.requests.first?.bodyFieldNames.contains("free_tier_instance_id") == false)
        try bench.finish()
    }

    @Test("the launch does not wait for the report, and letting go of the engine ends it")
    func fireAndForget() throws {
        let bench = try bench()
        bench.transport.fallback = .reply(.hold)
        try bench.run { _ = try await $0.checkOnLaunch() }
        #expect(bench.transport.heldCount == 1)
        #expect(bench.engine?.isChecking == false)
        let engine = { [weak engine = bench.engine] in engine }
        bench.endProcess()
        #expect(engine() == nil)
        try bench.finish()
    }

    @Test("settings ride along on the answer")
    func settings() throws {
        let bench = try bench(trialDays: 0)
        bench.transport.fallback = .reply(
            .response(.settings(ProductSettings(trialDurationDays: 30, freeTierEnabled: false)))
        )
        try bench.checkOnLaunch()
        #expect(try bench.state == .trial(daysLeft: 30))
        // It was reported as expired, and now it is a trial: that is a change.
        #expect(states(bench) == ["expired", "trial"])
        try bench.finish()
    }

    @Test("patience that the server asks for is kept, also over a relaunch")
    func patience() throws {
        let bench = try bench()
        bench.transport.fallback = .reply(.status(429, retryAfter: 600))
        try bench.checkOnLaunch()
        #expect(bench.requestCount == 1)
        #expect(try bench.record.notBefore == LicenseBench.start.adding(600))
        bench.transport.fallback = .reply(Self.taken)
        try bench.relaunch(after: 300)
        try bench.checkOnLaunch()
        #expect(bench.requestCount == 1)
        try bench.advance(by: 299)
        #expect(bench.requestCount == 1)
        try bench.advance(by: 1)
        #expect(bench.requestCount == 2)
        try bench.finish()
    }

    @Test("an id that cannot be kept is not used")
    func unsavedID() throws {
        let bench = try bench()
        bench.store.failUpdates(with: .writeFailed("disk full"))
        try bench.checkOnLaunch()
        try bench.advance(by: 60)
        #expect(bench.requestCount == 0)
        try bench.finish()
    }

    @Test("a clock that was set back makes no report late")
    func clockSetBack() throws {
        let bench = try bench()
        try bench.simulation.moveWall(by: 400 * Self.day)
        try bench.checkOnLaunch()
        #expect(bench.requestCount == 1)
        bench.endProcess()
        try bench.simulation.moveWall(by: -400 * Self.day)
        try bench.relaunch(after: Self.day)
        try bench.checkOnLaunch()
        #expect(bench.requestCount == 2)
        try bench.finish()
    }
}
