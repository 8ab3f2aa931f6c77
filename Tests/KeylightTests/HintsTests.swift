import Foundation
import KeylightClock
import KeylightCore
import KeylightTesting
import Testing

@testable import Keylight

@Suite("Hints of the system")
struct HintsTests {
    @Test("A notification becomes its hint, from its own center, until the task is cancelled")
    func notification() {
        let center = NotificationCenter()
        let heard = Locked<[SystemHint]>([])
        let name = Notification.Name("test.woke")
        let task = NotificationHints(name, as: .woke, center: { center }).listen { hint in
            heard.withLock { $0.append(hint) }
        }
        center.post(name: name, object: nil)
        center.post(name: Notification.Name("test.other"), object: nil)
        NotificationCenter.default.post(name: name, object: nil)
        #expect(heard.withLock { $0 } == [.woke])
        task.cancel()
        task.cancel()
        center.post(name: name, object: nil)
        #expect(heard.withLock { $0 } == [.woke])
    }

    @Test("The platform's hints go with the system's clock, and with no other unless asked for")
    func choice() throws {
        func hints(_ clock: any LicenseClock, _ own: (any SystemHintSource)? = nil) throws
            -> any SystemHintSource
        {
            try KeylightConfiguration(
                sdkKey: nil,
                tenantId: "acme",
                productId: "editor",
                trustedPublicKeys: TrustedPublicKeys([]),
                storage: .custom(InMemoryLeaseStore()),
                clock: clock,
                hints: own,
                logHandlers: []
            ).hints
        }
        #expect(try hints(SystemClock()) is CombinedSystemHints)
        #expect(try hints(VirtualClock()) is NoSystemHints)
        #expect(try hints(VirtualClock(), SimulatedHints()) is SimulatedHints)
        try hints(SystemClock()).listen { _ in }.cancel()
    }

    @Test("The engine of a configuration listens to its hints, and stops when it ends")
    func engine() throws {
        let simulation = Simulation()
        let hints = SimulatedHints()
        var engine: LicenseEngine? = try KeylightConfiguration(
            sdkKey: nil,
            tenantId: "acme",
            productId: "editor",
            trustedPublicKeys: TrustedPublicKeys([]),
            storage: .custom(InMemoryLeaseStore()),
            transport: simulation.makeTransport(),
            clock: simulation.clock,
            runner: simulation.runner,
            hints: hints,
            logHandlers: []
        ).makeEngine()
        try simulation.drain()
        #expect(hints.listenerCount == 1)
        #expect(engine != nil)
        engine = nil
        try simulation.finish()
        #expect(hints.listenerCount == 0)
    }
}
