import KeylightClock
import KeylightCore
import KeylightEngine
import KeylightLeaseStore
import KeylightLogging
import KeylightPolicy
import KeylightTestSupport
import KeylightTesting
import KeylightTransport
import KeylightVerification
import Testing

/// Three versions of an app, a server that rotates its key twice, and devices that are offline in between.
///
/// The server signs with k1, from day 30 with k2 and from day 90 with k3. Version 1 trusts k1, version 2 also the
/// next key k2, version 3 trusts k2 and k3 and k1 no more.
@Suite("The key rotation drill")
struct KeyRotationDrillTests {
    private static let firstRotation: Int64 = 30
    private static let secondRotation: Int64 = 90

    private let signers: [TestSigner]

    init() throws {
        signers = try [
            TestSigner(), TestSigner(seed: [UInt8](repeating: 2, count: 32), kid: "k2"),
            TestSigner(seed: [UInt8](repeating: 3, count: 32), kid: "k3"),
        ]
    }

    private func keys(ofVersion version: Int) throws -> TrustedKeys {
        let trusted: ArraySlice<TestSigner> =
            switch version {
            case 1: signers[0...0]
            case 2: signers[0...1]
            default: signers[1...2]
            }
        return try TrustedKeys(pairs: trusted.map { ($0.kid, $0.publicKeyBase64) })
    }

    /// A device with a version of the app, online from the start.
    private func device(version: Int) throws -> LicenseBench {
        let bench = try LicenseBench.licensed()
        bench.configuration.trustedKeys = try keys(ofVersion: version)
        try bench.relaunch()
        goOnline(bench)
        return bench
    }

    private func goOnline(_ bench: LicenseBench) {
        let clock = bench.simulation.clock
        let (signers, key, instance) = (signers, bench.key, bench.instance)
        bench.transport.fallback = .respond { _ in
            let now = clock.now().wall
            let day = now.seconds(since: LicenseBench.start) / Seconds.day
            let signer =
                day < Self.firstRotation ? signers[0] : day < Self.secondRotation ? signers[1] : signers[2]
            let lease = try signer.lease(
                key: key,
                instance: instance,
                issuedAt: now,
                expiresAt: now.adding(LicenseBench.week),
                entitlements: ["pro"]
            )
            return .validated(lease: lease)
        }
    }

    private func goOffline(_ bench: LicenseBench) {
        bench.transport.fallback = .reply(.failure(.notConnected))
    }

    private func update(_ bench: LicenseBench, toVersion version: Int) throws {
        bench.configuration.trustedKeys = try keys(ofVersion: version)
        try bench.relaunch()
        try bench.run(within: 60) { _ = try await $0.checkOnLaunch() }
    }

    /// Lets days pass, with a foreground event in each; the license must hold throughout.
    private func use(_ bench: LicenseBench, untilDay day: Int64) throws {
        while bench.now < LicenseBench.start.adding(day * Seconds.day) {
            try bench.advance(
                by: min(Seconds.day, LicenseBench.start.adding(day * Seconds.day).seconds(since: bench.now))
            )
            try bench.foreground()
            guard try bench.state == .licensed else {
                Issue.record("not licensed at \(bench.now): \(try bench.snapshot.reason)")
                return
            }
        }
    }

    private func kid(_ bench: LicenseBench) throws -> String? { try bench.record.lease?.kid }

    @Test("an app that is updated in time notices nothing of both rotations")
    func updatedInTime() throws {
        let bench = try device(version: 1)
        try use(bench, untilDay: 20)
        try update(bench, toVersion: 2)
        try use(bench, untilDay: 29)
        #expect(try kid(bench) == "k1")
        try use(bench, untilDay: 60)
        #expect(try kid(bench) == "k2")
        try update(bench, toVersion: 3)
        #expect(try bench.state == .licensed)
        try use(bench, untilDay: 120)
        #expect(try kid(bench) == "k3")
        #expect(bench.announced.events.isEmpty)
        try bench.finish()
    }

    @Test("an app that is too old keeps its lease to the end, asks no more than usual, and says why")
    func neverUpdated() throws {
        let bench = try device(version: 1)
        try use(bench, untilDay: 29)
        let lease = try #require(try bench.record.lease)
        let end = try #require(try bench.snapshot.offlineUntil)
        bench.transport.forgetRequests()
        try bench.advance(to: LicenseBench.start.adding(Self.firstRotation * Seconds.day))
        _ = try bench.run(within: 60) { try await $0.activeRevalidate() }
        #expect(try bench.record.lease == lease)
        #expect(
            bench.log.events.filter { $0.message.contains("app may be too old") && $0.level >= .notice }.count
                == 1
        )
        guard case .unknownKeyID("k2")? = try bench.run({ await $0.explain() }).lastFailure else {
            Issue.record("the explanation does not name the key")
            return
        }
        try bench.advance(to: end.adding(-1))
        #expect(try bench.state == .licensed)
        // A day of the ladder: 4 in the first steps, then each quarter of an hour, with nothing in a loop.
        #expect(bench.requestCount < 6 * 100)
        try bench.advance(to: end)
        #expect(try bench.state == .expired)
        #expect(try bench.record.activation != nil)
        // The update arrives at last.
        try update(bench, toVersion: 2)
        #expect(try bench.state == .licensed)
        #expect(try kid(bench) == "k2")
        try bench.finish()
    }

    @Test("a device that was off over one rotation and updated comes back with one request")
    func offOverOneRotation() throws {
        let bench = try device(version: 2)
        try use(bench, untilDay: 28)
        goOffline(bench)
        try bench.relaunch(after: 20 * Seconds.day)
        #expect(try bench.state == .expired)
        goOnline(bench)
        bench.transport.forgetRequests()
        try bench.checkOnLaunch()
        #expect(try bench.state == .licensed)
        #expect(try kid(bench) == "k2")
        #expect(bench.requestCount == 1)
        try bench.finish()
    }

    @Test("a device that slept over both rotations needs the update, and nothing else")
    func offOverBothRotations() throws {
        let bench = try device(version: 1)
        try use(bench, untilDay: 10)
        try bench.relaunch(after: 100 * Seconds.day)
        try bench.checkOnLaunch()
        #expect(try bench.state == .expired)
        #expect(try bench.record.denial == nil)
        try update(bench, toVersion: 3)
        #expect(try bench.state == .licensed)
        #expect(try kid(bench) == "k3")
        try bench.finish()
    }

    @Test("a key that the new version no longer trusts leads to a refresh at launch, not to a lockout")
    func removedKey() throws {
        let bench = try device(version: 2)
        try use(bench, untilDay: 29)
        #expect(try kid(bench) == "k1")
        goOffline(bench)
        bench.configuration.trustedKeys = try keys(ofVersion: 3)
        try bench.relaunch(after: 2 * Seconds.day)
        #expect(try bench.state == .expired)
        #expect(try bench.snapshot.reason == .leaseNotTrusted(kid: "k1"))
        #expect(try bench.record.lease?.kid == "k1")
        goOnline(bench)
        try bench.checkOnLaunch()
        #expect(try bench.state == .licensed)
        #expect(try kid(bench) == "k2")
        try bench.finish()
    }

    @Test("the update to a version that dropped the key and back again keeps the record")
    func backAndForth() throws {
        let bench = try device(version: 2)
        goOffline(bench)
        bench.configuration.trustedKeys = try keys(ofVersion: 3)
        try bench.relaunch(after: Seconds.day)
        #expect(try bench.state == .expired)
        bench.configuration.trustedKeys = try keys(ofVersion: 2)
        try bench.relaunch(after: Seconds.day)
        #expect(try bench.state == .licensed)
        try bench.finish()
    }
}
