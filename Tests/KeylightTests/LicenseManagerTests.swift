import Foundation
import Keylight
import KeylightTesting
import Observation
import Testing

@Suite("The manager")
@MainActor
struct LicenseManagerTests {
    private let clock = VirtualClock()
    private let store = InMemoryLeaseStore()
    private let service: SimulatedLicenseService

    init() throws {
        service = try SimulatedLicenseService(
            clock: clock,
            transport: ScriptedTransport(),
            entitlements: ["pro"],
            signer: TestSigner()
        )
    }

    private func makeManager(_ other: (any LeaseStore)? = nil) throws -> LicenseManager {
        let keys = TrustedPublicKeys(service.trustedKeys.map { .init(kid: $0.key, base64: $0.value) })
        return LicenseManager(
            configuration: try KeylightConfiguration(
                sdkKey: nil,
                tenantId: "acme",
                productId: "editor",
                trustedPublicKeys: keys,
                trialDurationDays: 14,
                storage: .custom(other ?? store),
                transport: service.transport,
                clock: clock,
                logHandlers: []
            )
        )
    }

    @Test("the verdict is right when the initialiser returns, before any network")
    func immediateVerdict() async throws {
        let first = try makeManager()
        #expect(first.state == .trial(daysLeft: 14))
        try await first.activate(key: service.licenseKey.rawValue)
        let requests = service.transport.requestCount
        let second = try makeManager()
        #expect(second.state == .licensed)
        #expect(second.isEntitled)
        #expect(second.currentEntitlements == ["pro"])
        #expect(second.hasEntitlement("pro") && !second.hasEntitlement("other"))
        #expect(service.transport.requestCount == requests)
    }

    @Test("a store that cannot be read is no verdict, and says so until it can be")
    func unresolved() async throws {
        let first = try makeManager()
        try await first.activate(key: service.licenseKey.rawValue)
        #expect(first.isResolved)
        let failing = FailingStore(wrapping: store)
        failing.failLoads(with: .unavailable("locked"))
        let manager = try makeManager(failing)
        #expect(!manager.isResolved && !manager.isEntitled)
        failing.recover()
        await manager.refreshIfNeeded()
        #expect(manager.isResolved && manager.isEntitled)
    }

    @Test("seeded random bits make every run the same")
    func seededBits() async throws {
        var identifiers: [[String]] = []
        for _ in 0..<2 {
            let random = SeededRandom(seed: 1)
            let service = try SimulatedLicenseService(
                clock: clock,
                transport: ScriptedTransport(),
                signer: TestSigner()
            )
            let configuration = try KeylightConfiguration(
                sdkKey: nil,
                tenantId: "acme",
                productId: "editor",
                trustedPublicKeys: TrustedPublicKeys(
                    service.trustedKeys.map { .init(kid: $0.key, base64: $0.value) }
                ),
                storage: .inMemory,
                transport: service.transport,
                clock: clock,
                logHandlers: [],
                randomBits: random.next
            )
            let engine = configuration.makeEngine()
            try await engine.activate(key: service.licenseKey.rawValue)
            identifiers.append(
                service.transport.requests.flatMap(\.headers).filter { $0.name == "X-Keylight-Request-Id" }
                    .map(
                        \.value
                    )
            )
        }
        #expect(identifiers[0].isEmpty == false)
        #expect(identifiers[0] == identifiers[1])
    }

    @Test("after each call the manager shows its outcome at once")
    func outcomes() async throws {
        let manager = try makeManager()
        await manager.checkOnLaunch()
        #expect(manager.state == .trial(daysLeft: 14))
        try await manager.activate(key: " acme-test-0000-0001 ")
        #expect(manager.state == .licensed)
        service.revoke()
        try await manager.refresh()
        #expect(manager.state == .invalid)
        #expect(!manager.isEntitled && manager.currentEntitlements.isEmpty)
        service.restore()
        await manager.refreshIfNeeded()
        #expect(manager.state == .invalid)
        clock.advance(by: .seconds(300))
        await manager.refreshIfNeeded()
        #expect(manager.state == .licensed)
        try await manager.deactivate()
        #expect(manager.state == .trial(daysLeft: 14))
        #expect(!manager.isChecking)
    }

    @Test("a failed activation is thrown and kept until the next one")
    func activationError() async throws {
        let manager = try makeManager()
        await #expect(throws: KeylightError.self) { try await manager.activate(key: "WRONG-KEY") }
        #expect(manager.activationError != nil)
        await #expect(throws: KeylightError.self) { try await manager.activate(key: "") }
        #expect(manager.activationError?.kind == .invalidLicenseKey(.empty))
        try await manager.activate(key: service.licenseKey.rawValue)
        #expect(manager.activationError == nil)
    }

    @Test("a forced refresh says when nothing was learnt")
    func refreshFails() async throws {
        let manager = try makeManager()
        let missing = await #expect(throws: KeylightError.self) { try await manager.refresh() }
        #expect(missing?.kind == .noLicenseKey)
        try await manager.activate(key: service.licenseKey.rawValue)
        service.transport.enqueue(.status(429, retryAfter: 60))
        let limited = await #expect(throws: KeylightError.self) { try await manager.refresh() }
        #expect(limited?.kind == .noAnswer(.rateLimited))
        let refused = await #expect(throws: KeylightError.self) { try await manager.refresh() }
        #expect(refused?.kind == .notBefore(VirtualClock.defaultStart.adding(60)))
        #expect(manager.state == .licensed)
    }

    @Test("a change that nobody asked for reaches observers on the main actor")
    func observation() async throws {
        let manager = try makeManager()
        let engine = manager.engine
        let key = service.licenseKey.rawValue
        await withCheckedContinuation { continuation in
            withObservationTracking {
                _ = manager.state
            } onChange: {
                continuation.resume()
            }
            _ = SystemBackgroundRunner().run { _ = try? await engine.activate(key: key) }
        }
        #expect(manager.state == .licensed)
    }

    @Test("the snapshot can be read from any thread")
    func offMainActor() async throws {
        let manager = try makeManager()
        try await manager.activate(key: service.licenseKey.rawValue)
        let seen = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<100 {
                group.addTask { manager.snapshot.state == .licensed && manager.hasEntitlement("pro") }
            }
            var seen: [Bool] = []
            for await one in group { seen.append(one) }
            return seen
        }
        #expect(seen.count == 100 && seen.allSatisfy { $0 })
    }

    @Test("events are posted as notifications too")
    func notifications() async throws {
        let manager = try makeManager()
        try await manager.activate(key: service.licenseKey.rawValue)
        let (posted, continuation) = AsyncStream.makeStream(of: LicenseEvent.self)
        let token = NotificationCenter.default.addObserver(
            forName: .keylightLifecycleEvent,
            object: manager.engine,
            queue: nil
        ) { notification in
            guard let event = notification.userInfo?[KeylightNotification.eventKey] as? LicenseEvent else {
                return
            }
            continuation.yield(event)
        }
        defer { NotificationCenter.default.removeObserver(token) }
        service.revoke()
        try await manager.refresh()
        var events = posted.makeAsyncIterator()
        #expect(await events.next() == .expired(from: .licensed, to: .invalid))
    }

    @Test("the documented use compiles: a foreground event in a view")
    func documentedUse() async throws {
        let manager = try makeManager()
        let onChange: @MainActor (Bool) -> Void = { if $0 { Task { await manager.refreshIfNeeded() } } }
        onChange(true)
        #expect(manager.state == .trial(daysLeft: 14))
    }

    @Test("letting go of the manager ends its timer")
    func ends() async throws {
        var manager: LicenseManager? = try makeManager()
        try await manager?.activate(key: service.licenseKey.rawValue)
        try await clock.waitForSleepers(count: 1)
        let engine = { [weak engine = manager?.engine] in engine }
        manager = nil
        #expect(engine() == nil)
    }
}
