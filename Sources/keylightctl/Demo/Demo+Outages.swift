import Keylight
import KeylightServer

/// The scenes in which the server, or what stands before it, does not answer as it should.
extension Demo {
    func dayOf503() async throws {
        try server.inject(.status(503), on: .validate)
        try await endure(hours: 24, "a day in which every answer was 503")
    }

    func captivePortal() async throws {
        try server.inject(.htmlPage)
        try await endure(hours: 6, "six hours behind a hotel's sign-in page")
        await time.pass(5 * Seconds.minute)
        let before = served(.validate)
        let result = try await foreground()
        try await observe("the portal is gone")
        check(result.isConfirmed && served(.validate) == before + 1, "the next request confirms the license")
    }

    /// Comes to the foreground every half hour, and expects all to stay as it is; then takes the fault back.
    private func endure(hours: Int64, _ text: String) async throws {
        let engine = try running.engine
        _ = try running.takeEvents()
        let before = (snapshot: engine.snapshot, lease: await engine.getCachedLease(), sent: transport.count)
        var wasAlwaysLicensed = true
        var confirmed = 0
        var repeated = 0
        let start = time.now
        for halfHour in 1...(2 * hours) {
            await time.pass(until: start.adding(halfHour * 30 * Seconds.minute))
            let result = try await foreground()
            if result.isConfirmed { confirmed += 1 }
            // Failed requests count for the five minutes, too.
            let sent = transport.count
            try await foreground()
            repeated += transport.count - sent
            wasAlwaysLicensed = wasAlwaysLicensed && isLicensed
        }
        server.clearFaults()
        let after = engine.snapshot
        try await observe("\(text); \(transport.count - before.sent) requests")
        check(transport.count > before.sent && confirmed == 0, "the server was asked, and nothing was learnt")
        check(repeated == 0, "an event just after a failed request makes no other")
        check(wasAlwaysLicensed, "licensed all along, with the entitlement")
        check(
            after.offlineUntil == before.snapshot.offlineUntil
                && after.lastValidated == before.snapshot.lastValidated,
            "neither the time that is left nor the last confirmation has moved"
        )
        check(await engine.getCachedLease() == before.lease, "the stored lease is the same")
        check(try running.takeEvents().isEmpty, "no event was sent")
    }
}
