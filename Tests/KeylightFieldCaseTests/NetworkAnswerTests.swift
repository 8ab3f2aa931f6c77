import KeylightCore
import KeylightEngine
import KeylightLeaseStore
import KeylightLogging
import KeylightPolicy
import KeylightTestSupport
import KeylightTesting
import KeylightTransport
import Testing

/// Network answers that were mistaken for a verdict.
@Suite("Field cases: network answers")
struct NetworkAnswerTests {
    private static let stale: Int64 = 6 * Seconds.hour + 1

    /// After 6 h a foreground event meets these replies; nothing may change but the times of attempts.
    private func expectUnchanged(
        _ replies: [ScriptedReply],
        cause expected: (FailureCause) -> Bool = { _ in true },
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let bench = try LicenseBench.licensed()
        try bench.advance(by: Self.stale)
        let before = (try bench.snapshot, try bench.recordBesidesTimes)
        bench.transport.enqueue(replies)
        bench.transport.fallback = .repeatLast
        let result = try bench.foreground()
        guard case .unknown(let error) = result, case .noAnswer(let cause) = error.kind else {
            Issue.record("expected unknown, got \(result)", sourceLocation: sourceLocation)
            return
        }
        #expect(expected(cause), "\(cause)", sourceLocation: sourceLocation)
        #expect(error.requestID != nil, sourceLocation: sourceLocation)
        #expect(bench.requestCount >= 1 && bench.requestCount <= 3, sourceLocation: sourceLocation)
        let after = try bench.snapshot
        #expect(after.state == .licensed, sourceLocation: sourceLocation)
        #expect(after.entitlements == before.0.entitlements, sourceLocation: sourceLocation)
        #expect(after.offlineUntil == before.0.offlineUntil, sourceLocation: sourceLocation)
        #expect(try bench.recordBesidesTimes == before.1, sourceLocation: sourceLocation)
        #expect(bench.announced.events.isEmpty, sourceLocation: sourceLocation)
        try bench.finish()
    }

    @Test(
        "BL-001: a server in trouble changes nothing, and the error carries its status",
        arguments: [500, 502, 503, 504, 520, 521, 522, 524, 530]
    )
    func bl001(status: Int) throws {
        let html = ScriptedReply.response(TransportResponse(status: status, body: Array("<html>".utf8)))
        try expectUnchanged([html]) { $0 == .serverFault(status: status) }
        let bench = try LicenseBench.licensed()
        try bench.advance(by: Self.stale)
        bench.transport.fallback = .reply(html)
        guard case .unknown(let error) = try bench.foreground() else {
            Issue.record("not unknown")
            return
        }
        #expect(error.status == status)
        let sent = try #require(bench.transport.requests.first?.requestID)
        #expect(error.requestID?.rawValue == sent)
        try bench.finish()
    }

    @Test("BL-002: an outage longer than the lease ends it with its reason, and is cured without a relaunch")
    func bl002() throws {
        let bench = try LicenseBench.licensed()
        bench.transport.fallback = .reply(.status(503))
        let lastGood = LicenseBench.start.adding(LicenseBench.week + 300)
        while bench.now.adding(30 * Seconds.minute) <= lastGood {
            try bench.advance(by: 30 * Seconds.minute - 60)
            _ = try bench.start { try await $0.refreshIfNeeded() }
            try bench.advance(by: 60)
            #expect(try bench.state == .licensed)
        }
        try bench.advance(to: lastGood)
        #expect(try bench.state == .licensed)
        try bench.advance(by: 1)
        #expect(try bench.state == .expired)
        #expect(
            try bench.snapshot.reason == .offlineLeaseEnded(at: LicenseBench.start.adding(LicenseBench.week))
        )
        #expect(bench.announced.events == [.expired(from: .licensed, to: .expired)])
        #expect(bench.announced.snapshots.allSatisfy { $0.state != .invalid })

        bench.transport.fallback = .reply(bench.validWhenAsked())
        try bench.advance(by: 5 * Seconds.minute)
        try bench.foreground()
        #expect(try bench.state == .licensed)
        #expect(bench.announced.events.last == .restored(from: .expired, to: .licensed))
        try bench.finish()
    }

    @Test("BL-003: portals, redirects and garbage are no verdict")
    func bl003() throws {
        let page = Array("<!doctype html>Sign in".utf8)
        let typed = [HTTPHeader("Content-Type", "application/json")]
        let replies: [(TransportResponse, Int)] = [
            (
                TransportResponse(
                    status: 200,
                    headers: [HTTPHeader("Content-Type", "text/html")],
                    body: page
                ), 200
            ),
            (TransportResponse(status: 200, headers: typed, body: page), 200),
            (TransportResponse(status: 302, headers: [HTTPHeader("Location", "http://portal.test/")]), 302),
            (TransportResponse(status: 307, headers: [HTTPHeader("Location", "https://other.test/")]), 307),
            (TransportResponse(status: 200), 200),
            (TransportResponse(status: 200, headers: typed, body: [0x1f, 0x8b, 0x08, 0, 1, 2, 3]), 200),
            (TransportResponse(status: 511, body: page), 511),
        ]
        for (reply, status) in replies {
            try expectUnchanged([.response(reply)]) { $0 == .unexpectedReply(status: status) }
        }
    }

    @Test("BL-004: only the documented shapes deny", arguments: [200, 422])
    func bl004(status: Int) throws {
        let bodies = [
            "{}", "[]", "null", "true", "\"no\"", #"{"status":"ok"}"#, #"{"valid":null}"#,
            #"{"valid":"false"}"#,
            #"{"error":""}"#, #"{"error":null}"#, #"{"message":"blocked by policy"}"#,
        ]
        for body in bodies {
            try expectUnchanged([.json(body, status: status)]) { $0 == .unexpectedReply(status: status) }
        }
    }

    @Test("BL-004: the documented denials deny, once, and leave no entitlement")
    func bl004Denied() throws {
        for reply in [
            #"{"error":"License has been revoked"}"#: 422, #"{"valid":false}"#: 200,
            #"{"valid":false,"lease":null}"#: 422,
        ] {
            let bench = try LicenseBench.licensed()
            try bench.advance(by: Self.stale)
            bench.transport.enqueue(.json(reply.key, status: reply.value))
            guard case .denied = try bench.foreground() else {
                Issue.record("not denied: \(reply)")
                return
            }
            #expect(try bench.state == .invalid)
            #expect(try bench.snapshot.entitlements.isEmpty)
            #expect(bench.announced.events == [.expired(from: .licensed, to: .invalid)])
            #expect(try bench.record.lease == nil)
            #expect(try bench.record.activation != nil)
            // It survives a relaunch, with its date and request.
            try bench.relaunch()
            guard case .denied(let denial) = try bench.snapshot.reason else {
                Issue.record("denial forgotten")
                return
            }
            #expect(denial.requestID != nil)
            #expect(denial.date == LicenseBench.start.adding(Self.stale))
            try bench.finish()
        }
    }

    @Test("BL-005: a firewall's 403 is no verdict, whatever its body")
    func bl005() throws {
        let challenge = TransportResponse(
            status: 403,
            headers: [
                HTTPHeader("Content-Type", "text/html"), HTTPHeader("server", "cloudflare"),
                HTTPHeader("cf-mitigated", "challenge"),
            ],
            body: Array("<html>".utf8)
        )
        try expectUnchanged([.response(challenge)]) { $0 == .requestRefused(status: 403) }
        try expectUnchanged([.json(#"{"error":"tenant_suspended"}"#, status: 403)]) {
            $0 == .requestRefused(status: 403)
        }
        #expect(FailureCause.requestRefused(status: 403).description.contains("VPN"))
    }

    @Test("BL-006: a 404 on validate is no verdict, whatever its body")
    func bl006() throws {
        let bodies = [
            "<html>", #"{"error":"not_found"}"#, #"{"code":"product_not_found"}"#,
            #"{"error":"License has been revoked"}"#, #"{"valid":false,"error":"License has been revoked"}"#,
        ]
        for body in bodies {
            try expectUnchanged([.json(body, status: 404)]) { $0 == .requestRefused(status: 404) }
        }
    }

    @Test("BL-007: a TLS failure is named, and there is a warning while time is left")
    func bl007() throws {
        let bench = try LicenseBench.licensed()
        bench.transport.fallback = .reply(.failure(.tlsFailed))
        let end = try #require(try bench.snapshot.offlineUntil)
        var warnedAt: Timestamp?
        while bench.now < LicenseBench.start.adding(13 * Seconds.day / 2) {
            try bench.advance(by: Self.stale)
            let requests = bench.requestCount
            try bench.foreground()
            #expect(bench.requestCount - requests <= 3)
            #expect(try bench.state == .licensed)
            let warning = try bench.snapshot.warning
            if warning != nil, warnedAt == nil { warnedAt = bench.now }
            #expect((warning != nil) == (end.seconds(since: bench.now) < 48 * Seconds.hour))
            if let warning { #expect(warning == .cannotVerify(.tlsFailed, until: end)) }
        }
        #expect(warnedAt != nil)
        #expect(bench.log.lines.contains { $0.contains("certificate") })
        #expect(!bench.log.lines.contains { $0.contains(bench.key.rawValue) })
        try bench.finish()
    }

    @Test("BL-008: a start without a network shows nothing to the user")
    func bl008() throws {
        let bench = try LicenseBench.licensed()
        try bench.advance(by: 2 * Seconds.day)
        bench.transport.fallback = .reply(.failure(.notConnected))
        try bench.reboot(after: 60)
        bench.transport.forgetRequests()
        let launch = try bench.start { try await $0.checkOnLaunch() }
        #expect(try bench.state == .licensed)
        #expect(bench.announced.events.isEmpty)
        #expect(bench.requestCount <= 1)
        bench.transport.fallback = .reply(bench.validWhenAsked())
        try bench.advance(by: 10)
        #expect(launch.isFinished)
        #expect(bench.requestCount == 2)
        #expect(
            try bench.record.lease?.issuedAt ?? LicenseBench.start
                > LicenseBench.start.adding(2 * Seconds.day)
        )
        try bench.finish()
    }

    @Test("BL-009: trouble with the network never turns a license into a trial")
    func bl009() throws {
        let seed = ProductSeed(trialDurationDays: 14, freeTierEnabled: true)
        let bench = try LicenseBench.licensed(seed: seed)
        _ = bench.memory.update { $0.trialStart = LicenseBench.start.adding(-30 * Seconds.day) }
        bench.transport.fallback = .reply(.failure(.cannotConnect))
        for _ in 0..<50 {
            try bench.relaunch(after: 5 * Seconds.day / 50)
            try bench.checkOnLaunch()
            #expect(try bench.state == .licensed)
        }
        #expect(try bench.record.activation?.licenseKey == bench.key)
        // Even once the lease is over: expired, with its reason, and never trial or free tier.
        try bench.advance(by: 3 * Seconds.day)
        #expect(try bench.state == .expired)
        try bench.finish()
    }

    @Test("BL-010: the first verdict needs no network and no time")
    func bl010() throws {
        let bench = try LicenseBench.licensed()
        bench.transport.fallback = .reply(.hold)
        bench.transport.honoursCancellation = false
        try bench.relaunch()
        bench.transport.forgetRequests()
        #expect(try bench.state == .licensed)
        let launch = try bench.start { try await $0.checkOnLaunch() }
        #expect(try bench.state == .licensed)
        #expect(!launch.isFinished)
        // 3 attempts of 15 s, and the waits between them.
        try bench.advance(by: 3 * 15 + 2)
        #expect(launch.isFinished)
        guard case .unknown(let error) = try launch.value() else {
            Issue.record("not unknown")
            return
        }
        #expect(error.kind == .noAnswer(.timedOut))
        #expect(try bench.state == .licensed)
        _ = bench.transport.releaseAll(with: .failure(.connectionLost))
        try bench.finish()
    }

    @Test("BL-011: the SDK never gives a seat back and never clears a store by itself")
    func bl011() throws {
        let bench = try LicenseBench.licensed()
        bench.transport.fallback = .reply(.failure(.timedOut))
        for _ in 0..<21 {
            try bench.relaunch(after: Seconds.hour)
            try bench.checkOnLaunch()
        }
        #expect(bench.requestCount(to: "deactivate") == 0)
        #expect(bench.store.counts.erases == 0)
        #expect(try bench.record.activation != nil)
        #expect(try bench.state == .licensed)
        try bench.finish()
    }

    struct FatalLooking: Error {}

    @Test("BL-012: an error of any domain is no verdict")
    func bl012() throws {
        let errors: [any Error] = [
            FatalLooking(), CancellationError(), LicenseKeyError.empty,
            DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "x")),
            TransportError(.other, message: "posix 42"), LeaseStoreError.unavailable("odd"),
        ]
        for error in errors { try expectUnchanged([.error(error)]) }
    }

    @Test("BL-013: a timed-out activation says that trying again is safe, and repeats itself to the letter")
    func bl013() throws {
        let bench = try LicenseBench()
        try bench.launchProcess()
        bench.transport.enqueue(.hold)
        let key = bench.key.rawValue
        let first = try bench.start { try await $0.activate(key: key) }
        try bench.advance(by: 16)
        let error = #expect(throws: KeylightError.self) { try first.value() }
        #expect(error?.kind == .noAnswer(.timedOut))
        #expect(error?.seatMayBeTaken == true)
        #expect(error?.description.contains("trying again is safe") == true)
        #expect(bench.requestCount == 1)
        bench.transport.enqueue(bench.activated(with: try bench.lease()))
        try bench.run { try await $0.activate(key: key) }
        #expect(bench.requestCount == 2)
        #expect(bench.transport.requests[0].body == bench.transport.requests[1].body)
        #expect(try bench.state == .licensed)
        try bench.finish()
    }

    @Test("BL-014: the license's own end is shown, and the lease goes by its own")
    func bl014() throws {
        let end = LicenseBench.start.adding(2 * Seconds.day)
        let bench = try LicenseBench.licensed(licenseEnd: .at(end))
        bench.transport.fallback = .reply(.failure(.cannotConnect))
        try bench.advance(by: 2 * Seconds.day + Seconds.hour)
        try bench.foreground()
        #expect(try bench.state == .licensed)
        #expect(try bench.snapshot.licenseEnd == .at(end))
        #expect(try bench.snapshot.lastValidated == LicenseBench.start)
        let renewed = end.adding(30 * Seconds.day)
        bench.transport.fallback = .reply(try bench.valid(licenseEnd: .at(renewed)))
        try bench.advance(by: 5 * Seconds.minute)
        try bench.foreground()
        #expect(bench.announced.events == [.renewed(from: .at(end), to: .at(renewed))])
        try bench.finish()
    }

    @Test("BL-015: the signed status wins over the success flag")
    func bl015() throws {
        let bench = try LicenseBench()
        try bench.launchProcess()
        bench.transport.enqueue(bench.activated(with: try bench.lease(status: .expired, entitlements: [])))
        let key = bench.key.rawValue
        try bench.run { try await $0.activate(key: key) }
        #expect(try bench.state == .expired)
        #expect(try bench.snapshot.reason == .licenseEnded)
        try bench.finish()
    }

    @Test("BL-015: an activation without a lease stores nothing and gives the seat back")
    func bl015WithoutLease() throws {
        let bench = try LicenseBench()
        try bench.launchProcess()
        bench.transport.enqueue(bench.activated(with: nil), .failure(.notConnected))
        bench.transport.fallback = .reply(.failure(.notConnected))
        let key = bench.key.rawValue
        let error = #expect(throws: KeylightError.self) { try bench.run { try await $0.activate(key: key) } }
        #expect(error?.kind == .noAnswer(.malformedLease))
        #expect(try bench.record.activation == nil)
        #expect(try bench.record.pendingReleases.map(\.instanceID) == [bench.instance])
        #expect(bench.requestCount(to: "deactivate") >= 1)
        #expect(try bench.state == .expired)
        // Told again later, and then settled.
        bench.transport.fallback = .reply(bench.released)
        try bench.advance(by: 6 * Seconds.minute)
        try bench.foreground()
        #expect(try bench.record.pendingReleases.isEmpty)
        try bench.finish()
    }
}
