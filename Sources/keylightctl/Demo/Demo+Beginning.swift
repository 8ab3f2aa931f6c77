import Keylight
import KeylightServer

/// The scenes of a license's first week.
extension Demo {
    func activation() async throws {
        try launch()
        try await observe("first launch", isAnswered: false)
        check(try running.engine.snapshot.state == .expired, "without a license nothing is allowed")
        let engine = try running.engine
        // Typed as people do: lower case, spaces, a dash from a word processor.
        try await time.call { try await engine.activate(key: " demo-2026–0000-00 01\n") }
        try await observe("activated")
        check(isLicensed, "licensed, with the entitlement")
        check(served(.activate) == 1 && transport.count == 1, "one request")
        let requestID = await engine.explain().requests.last?.id
        check(
            requestID != nil && server.recordedRequests.last?.requestID == requestID?.rawValue,
            "the server was sent the request id that explain() shows"
        )
        check(
            requestID.map { id in log.lines.contains { $0.hasPrefix("[\(id)]") } } ?? false,
            "the log has lines of that request id"
        )
        check(!log.lines.contains { $0.contains(Self.licenseKey) }, "the log does not hold the license key")
        let lease = await engine.getCachedLease()
        check(lease?.expiresAt == time.now.adding(7 * Seconds.day), "the lease holds for 7 days")
    }

    func relaunchOffline() async throws {
        await quit()
        server.stop()
        await time.pass(Seconds.minute)
        let before = transport.count
        try launch()
        check(transport.count == before, "the verdict is there before any request")
        check(isLicensed, "still licensed, with the entitlement")
        try await observe("relaunched; the server does not run", isAnswered: false)
        let engine = try running.engine
        let result = try await time.call { try await engine.checkOnLaunch() }
        try await observe("the launch's own check found nobody")
        check(transport.count == before + 3, "three attempts were made")
        check(result.isUnknown, "nothing was learnt")
        check(isLicensed, "and so nothing changed")
        try server.start()
    }

    func foregroundEvents() async throws {
        let confirmed = try running.engine.snapshot.lastValidated ?? time.now
        await time.pass(until: confirmed.adding(6 * Seconds.hour))
        var before = served(.validate)
        try await foreground()
        check(served(.validate) == before, "six hours sharp: no request")
        await time.pass(1)
        before = served(.validate)
        let engine = try running.engine
        try await time.call {
            try await withThrowingTaskGroup { group in
                for _ in 0..<50 { group.addTask { _ = try await engine.refreshIfNeeded() } }
                try await group.waitForAll()
            }
        }
        try await observe("50 foreground events at once, six hours and a second after the confirmation")
        check(served(.validate) == before + 1, "50 events make one request")
        check(engine.snapshot.lastValidated == time.now, "the license is confirmed anew")
        await time.pass(299)
        for _ in 0..<50 { try await foreground() }
        check(served(.validate) == before + 1, "50 more within five minutes make none")
        check(isLicensed, "licensed all along")
    }

    func plannedRefresh() async throws {
        let engine = try running.engine
        let end = await engine.getCachedLease()?.expiresAt ?? time.now
        let planned = end.adding(-Seconds.hour)
        check(engine.snapshot.nextCheck == planned, "it is planned for one hour before the lease's end")
        let before = transport.count
        // With the lid closed for six days; the app is open all the time.
        await time.sleep(until: planned.adding(-6 * Seconds.hour))
        await time.pass(until: planned.adding(-1))
        try await observe("the app is open; the machine slept for days, and nobody calls", isAnswered: false)
        check(transport.count == before, "no request until the second before")
        await time.pass(1)
        await time.passRestOfSecond()
        try await observe("one hour before the lease would have ended")
        check(served(.validate) > 0 && transport.count == before + 1, "one request at that second")
        check(
            await engine.getCachedLease()?.expiresAt == planned.adding(7 * Seconds.day),
            "the new lease holds for 7 days from now"
        )
        check(isLicensed, "licensed all along")
    }
}

extension RefreshResult {
    /// Whether nothing was learnt.
    var isUnknown: Bool {
        if case .unknown = self { true } else { false }
    }

    /// Whether the server said yes.
    var isConfirmed: Bool {
        if case .confirmed = self { true } else { false }
    }
}
