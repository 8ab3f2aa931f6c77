import Keylight
import KeylightServer

/// The scenes of a long absence, and the last ones.
extension Demo {
    func offlineCap() async throws {
        try server.setLeaseLength(30 * Seconds.day)
        await time.pass(6 * Seconds.hour + 1)
        try await foreground()
        let engine = try running.engine
        let confirmed = time.now
        check(engine.snapshot.lastValidated == confirmed, "the license was confirmed")
        check(
            await engine.getCachedLease()?.expiresAt == confirmed.adding(30 * Seconds.day),
            "the lease holds for 30 days"
        )
        _ = try running.takeEvents()
        server.stop()
        let before = transport.count
        let cap = confirmed.adding(15 * Seconds.day)
        check(engine.snapshot.offlineUntil == cap.adding(1), "the second of the change is known beforehand")
        await time.sleep(until: cap.adding(-6 * Seconds.hour))
        await time.pass(until: cap)
        try await observe("the last second of 15 days without the server", isAnswered: false)
        check(isLicensed, "still licensed")
        check(transport.count > before, "in the last hour the server was asked; nobody was there")
        check(
            engine.snapshot.warning == .cannotVerify(.cannotConnect, until: cap.adding(1)),
            "a warning names the cause and the date"
        )
        await time.pass(1)
        await time.passRestOfSecond()
        try await observe("the second after; nobody called", isAnswered: false)
        check(engine.snapshot.state == .expired, "refused, though the lease goes on for 15 days")
        check(
            engine.snapshot.reason == .offlineCapReached(lastValidated: confirmed),
            "the reason is the offline cap, with the date of the last confirmation"
        )
        check(await engine.getCachedLease() == nil, "getCachedLease() does not hand the lease out")
        check(
            try running.takeEvents() == [.expired(from: .licensed, to: .expired)],
            "the event “expired” was sent once"
        )
    }

    func launchAfterCap() async throws {
        await quit()
        await time.pass(Seconds.hour)
        try launch()
        var engine = try running.engine
        check(engine.snapshot.state == .expired, "a relaunch alone helps nothing")
        let offline = try await time.call { [engine] in try await engine.checkOnLaunch() }
        try await observe("relaunched; the server does not run")
        check(offline.isUnknown && engine.snapshot.state == .expired, "refused while nobody can be asked")
        await quit()
        try server.start()
        try launch()
        engine = try running.engine
        check(engine.snapshot.state == .expired, "and refused until the answer is there")
        let before = transport.count
        let online = try await time.call { [engine] in try await engine.checkOnLaunch() }
        try await observe("relaunched; the server runs")
        check(online.isConfirmed && transport.count == before + 1, "the launch made one request")
        check(isLicensed, "licensed again, with the entitlement")
    }

    func deactivation() async throws {
        check(server.state.seats.count == 1, "one seat was held all the time")
        let engine = try running.engine
        let result = try await time.call { try await engine.deactivate() }
        try await observe("deactivated")
        if case .released = result { check(true, "released") } else { check(false, "released: \(result)") }
        check(server.state.seats.isEmpty, "the server has the seat back")
        check(
            engine.snapshot.state == .expired && !engine.snapshot.hasLicenseKey,
            "nothing is allowed any more"
        )
    }

    func cleanUp() async throws {
        await quit()
        check(time.clock.sleeperCount == 0, "no timer lives on after the app")
        check(!log.lines.contains { $0.contains(Self.licenseKey) }, "the log does not hold the license key")
        try folder.remove()
        check(!folder.exists, "the temporary folder is gone")
    }
}
