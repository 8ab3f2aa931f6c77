import Keylight
import KeylightServer

/// The scenes in which the vendor does something.
extension Demo {
    func revocation() async throws {
        let engine = try running.engine
        _ = try running.takeEvents()
        try server.revokeLicense(Self.licenseKey)
        check(isLicensed, "the app learns nothing of it before it asks")
        await time.pass(6 * Seconds.hour + 1)
        let before = transport.count
        try await foreground()
        try await observe("the app came to the foreground")
        check(transport.count == before + 1, "one request")
        check(engine.snapshot.state == .invalid, "invalid, while the app stays open")
        check(!engine.hasEntitlement(Self.entitlement), "the entitlement is gone")
        let requestID = await engine.explain().requests.last?.id
        if case .denied(let denial) = engine.snapshot.reason {
            check(denial.requestID == requestID, "the reason carries the request id")
        } else {
            check(false, "the reason is the server's no")
        }
        check(
            try running.takeEvents() == [.expired(from: .licensed, to: .invalid)],
            "the event “expired” was sent once"
        )
        await quit()
        server.stop()
        try launch()
        check(try running.engine.snapshot.state == .invalid, "a relaunch without a network does not undo it")
        try server.start()
    }

    func restoration() async throws {
        try server.restoreLicense(Self.licenseKey)
        await time.pass(5 * Seconds.minute)
        let before = transport.count
        try await foreground()
        try await observe("the app came to the foreground")
        check(transport.count == before + 1, "one request")
        check(isLicensed, "licensed again, with the entitlement")
        check(
            try running.takeEvents() == [.restored(from: .invalid, to: .licensed)],
            "the event “restored” was sent once"
        )
    }

    func licenseEnd() async throws {
        let end = time.now.adding(2 * Seconds.day)
        try server.setLicenseEnd(end.secondsSince1970, of: Self.licenseKey)
        await time.pass(6 * Seconds.hour + 1)
        try await foreground()
        let engine = try running.engine
        try await observe("the license now ends in less than two days")
        check(isLicensed && engine.snapshot.licenseEnd == .at(end), "licensed, and the end is shown")
        check(await engine.getCachedLease()?.expiresAt == end, "the lease does not outlive the license")
        _ = try running.takeEvents()
        await time.sleep(until: end.adding(-6 * Seconds.hour))
        await time.pass(until: end.adding(-1))
        check(isLicensed, "licensed up to the last second")
        await time.pass(Seconds.hour)
        try await observe("the license has ended; nobody called")
        check(engine.snapshot.state == .expired, "expired by itself")
        check(engine.snapshot.reason == .licenseEnded, "since a signed lease says that the license has ended")
        check(
            try running.takeEvents() == [.expired(from: .licensed, to: .expired)],
            "the event “expired” was sent once"
        )
    }

    func renewal() async throws {
        let engine = try running.engine
        let end = time.now.adding(365 * Seconds.day)
        try server.setLicenseEnd(end.secondsSince1970, of: Self.licenseKey)
        await time.pass(5 * Seconds.minute)
        try await foreground()
        try await observe("the vendor renewed it, and the app came to the foreground")
        check(isLicensed && engine.snapshot.licenseEnd == .at(end), "licensed again, for a year")
        check(
            try running.takeEvents() == [.restored(from: .expired, to: .licensed)],
            "the event “restored” was sent once"
        )
        let later = end.adding(365 * Seconds.day)
        try server.setLicenseEnd(later.secondsSince1970, of: Self.licenseKey)
        await time.pass(6 * Seconds.hour + 1)
        try await foreground()
        try await observe("renewed for one year more, while it still held")
        check(
            try running.takeEvents() == [.renewed(from: .at(end), to: .at(later))],
            "the event “renewed” carries both ends"
        )
    }
}
