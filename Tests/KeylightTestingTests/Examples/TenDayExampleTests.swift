// Docs/Testing.md shows the regions between "example-begin" and "example-end"; a test holds both to the letter.

// example-begin: ten days
import Keylight
import KeylightTesting
import Testing

@Test func fiveDaysWithoutNetworkAndNotOneSecondMore() throws {
    let simulation = Simulation()
    let service = try simulation.makeService(entitlements: ["pro"])
    let engine = try makeConfiguration(simulation, service).makeEngine()
    try simulation.run { try await engine.activate(key: "ACME-TEST-0000-0001") }

    service.goOffline()
    try simulation.advance(by: 5 * Seconds.day)
    #expect(engine.hasEntitlement("pro"))
    try simulation.advance(by: 1)
    #expect(!engine.snapshot.isEntitled)

    try simulation.advance(by: 5 * Seconds.day)
    service.goOnline()
    try simulation.advance(by: Seconds.hour)
    #expect(engine.hasEntitlement("pro"))
    try simulation.shutDown()
}
// example-end

// example-begin: configuration
func makeConfiguration(
    _ simulation: Simulation,
    _ service: SimulatedLicenseService,
    store: any LeaseStore = InMemoryLeaseStore(),
    hints: SimulatedHints = SimulatedHints()
) throws -> KeylightConfiguration {
    try KeylightConfiguration(
        sdkKey: nil,
        tenantId: "acme",
        productId: "editor",
        trustedPublicKeys: [service.signer.kid: service.signer.publicKeyBase64],
        maxOfflineDays: 5,
        trialDurationDays: 14,
        storage: .custom(store),
        transport: service.transport,
        clock: simulation.clock,
        runner: simulation.runner,
        hints: hints,
        logHandlers: [simulation.logHandler],
        randomBits: SeededRandom(seed: 1).next
    )
}
// example-end

// example-begin: relaunch
@Test func licenseIsThereAfterARestartWithoutNetwork() throws {
    let simulation = Simulation()
    let service = try simulation.makeService(entitlements: ["pro"])
    let store = InMemoryLeaseStore()

    let first = try makeConfiguration(simulation, service, store: store).makeEngine()
    try simulation.run { try await first.activate(key: "ACME-TEST-0000-0001") }
    service.goOffline()
    try simulation.restart(after: 2 * Seconds.day)

    let second = try makeConfiguration(simulation, service, store: store).makeEngine()
    #expect(second.hasEntitlement("pro"))
    try simulation.shutDown()
}
// example-end

// example-begin: revocation
@Test func revocationIsNoticedWhenTheAppComesToTheForeground() throws {
    let simulation = Simulation()
    let service = try simulation.makeService(entitlements: ["pro"])
    let engine = try makeConfiguration(simulation, service).makeEngine()
    try simulation.run { try await engine.activate(key: "ACME-TEST-0000-0001") }

    service.revoke()
    try simulation.suspend(for: 8 * Seconds.hour)
    try simulation.run { try await engine.refreshIfNeeded() }
    #expect(engine.snapshot.state == .invalid)
    #expect(service.transport.requestCount(to: "validate") == 1)
    try simulation.shutDown()
}
// example-end

// example-begin: faults
@Test func webPageInPlaceOfAnAnswerTakesNothingAway() throws {
    let simulation = Simulation()
    let service = try simulation.makeService(entitlements: ["pro"])
    let engine = try makeConfiguration(simulation, service).makeEngine()
    try simulation.run { try await engine.activate(key: "ACME-TEST-0000-0001") }

    service.transport.enqueue(.html(), .status(503, retryAfter: 60))
    #expect(throws: KeylightError.self) {
        try simulation.run(within: .seconds(60)) { try await engine.validate() }
    }
    #expect(engine.hasEntitlement("pro"))
    try simulation.shutDown()
}
// example-end

// example-begin: conformance
@Test func myStoreKeepsTheContract() async throws {
    let suite = LeaseStoreConformance {
        let store = InMemoryLeaseStore()  // your store, over a new and empty place
        return { store }  // opens that place; called more than once
    }
    try await suite.check()
}
// example-end

// example-begin: without executor
@Test func sleepIsAwaitedBeforeTimeMoves() async throws {
    let clock = VirtualClock()
    let deadline = clock.now().continuous.adding(seconds: Seconds.hour)
    let reminder = Task { try await clock.sleep(until: deadline) }

    try await clock.waitForSleepers(count: 1)
    clock.advance(by: Seconds.hour)
    try await reminder.value
}
// example-end

// example-begin: laptop
@Test func aWeekOfTravelTakesNothingAway() throws {
    let simulation = Simulation()
    let service = try simulation.makeService(entitlements: ["pro"])
    let (store, hints) = (InMemoryLeaseStore(), SimulatedHints())
    let laptop = try Laptop(simulation, service: service, hints: hints) {
        try makeConfiguration(simulation, service, store: store, hints: hints).makeEngine()
    }
    try simulation.run { [engine = laptop.app] in
        _ = try await engine?.activate(key: "ACME-TEST-0000-0001")
    }

    let week: LaptopScript = [
        .open(for: 8 * Seconds.hour), .closed(for: 16 * Seconds.hour),
        .network(.down), .travel(to: "Asia/Tokyo"), .closed(for: 14 * Seconds.hour),
        .open(for: 9 * Seconds.hour), .setClock(by: -3 * Seconds.hour), .closed(for: 2 * Seconds.day),
        .reboot(after: 5 * Seconds.minute), .timersLate(by: 40 * Seconds.minute),
        .open(for: 6 * Seconds.hour), .network(.up), .open(for: Seconds.day),
    ]
    try laptop.live(through: week) { number, event in
        try laptop.expect(laptop.app?.hasEntitlement("pro") == true, "entitled after \(number): \(event)")
    }
    try laptop.shutDown()
}
// example-end
