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

@Suite("Denials and recovery")
struct RecoveryTests {
    private static let debounce = LicensePolicy.standard.debounce

    /// How a license was lost.
    enum Loss: CaseIterable {
        case limited, expired, invalid

        var state: LicenseState {
            switch self {
            case .limited: .limited
            case .expired: .expired
            case .invalid: .invalid
            }
        }

        func reply(_ bench: LicenseBench) throws -> ScriptedReply {
            switch self {
            case .limited: try bench.ended(.fallback)
            case .expired: try bench.ended(.expired)
            case .invalid: bench.denied
            }
        }
    }

    /// What brings it back.
    enum Way: CaseIterable {
        case foreground, planned, user, activation, launch
    }

    private func lost(_ loss: Loss) throws -> LicenseBench {
        let bench = try LicenseBench.licensed()
        try bench.advance(by: Seconds.hour)
        bench.transport.enqueue(try loss.reply(bench))
        try bench.run { try await $0.validate() }
        #expect(try bench.state == loss.state)
        #expect(try bench.snapshot.entitlements.isEmpty)
        #expect(try !bench.snapshot.isEntitled)
        #expect(bench.announced.events == [.expired(from: .licensed, to: loss.state)])
        bench.transport.forgetRequests()
        return bench
    }

    @Test("each loss heals without a relaunch, in each way", arguments: Loss.allCases, Way.allCases)
    func heals(_ loss: Loss, _ way: Way) throws {
        let bench = try lost(loss)
        bench.transport.fallback = .reply(bench.validWhenAsked())
        switch way {
        case .foreground:
            try bench.foreground()
            #expect(bench.requestCount == 0)
            try bench.advance(by: Self.debounce)
            try bench.foreground()
        case .planned: try bench.advance(by: LicensePolicy.standard.recoveryInterval + 1)
        case .user: try bench.run { try await $0.validate() }
        case .activation:
            bench.transport.enqueue(bench.activated(with: try bench.lease()))
            let key = bench.key.rawValue
            try bench.run { try await $0.activate(key: key) }
        case .launch:
            try bench.relaunch(after: Seconds.hour)
            #expect(try bench.state == loss.state)
            try bench.checkOnLaunch()
        }
        #expect(try bench.state == .licensed)
        #expect(try bench.snapshot.entitlements == ["pro"])
        #expect(try bench.record.denial == nil)
        #expect(bench.announced.events.last == .restored(from: loss.state, to: .licensed))
        try bench.finish()
    }

    @Test("a denial survives a relaunch without a network, with its date, text and request id")
    func survives() throws {
        let bench = try lost(.invalid)
        let denial = try #require(try bench.record.denial)
        bench.transport.fallback = .reply(.failure(.notConnected))
        for _ in 1...3 {
            try bench.relaunch(after: Seconds.day)
            try bench.checkOnLaunch()
            #expect(try bench.state == .invalid)
            #expect(try bench.snapshot.reason == .denied(denial))
        }
        #expect(denial.text == "License has been revoked")
        #expect(denial.requestID != nil)
        #expect(try bench.record.activation != nil)
        try bench.finish()
    }

    @Test("a denial ends with a confirmation without a lease, too, and the license then waits for one")
    func confirmationWithoutLease() throws {
        let bench = try lost(.invalid)
        bench.transport.enqueue(bench.validWithoutLease)
        try bench.run { try await $0.validate() }
        #expect(try bench.record.denial == nil)
        #expect(try bench.state == .expired)
        #expect(try bench.snapshot.reason == .neverConfirmed)
        try bench.finish()
    }

    /// Replies that say two things at once; none may license.
    enum Contradiction: CaseIterable {
        case activeBesideNo, activeBeside422, noVerdictButActive, yesOn422, yesWithError, leaseOfAnother
    }

    @Test("a reply that contradicts itself never licenses", arguments: Contradiction.allCases, Loss.allCases)
    func contradictions(_ kind: Contradiction, _ loss: Loss) throws {
        let bench = try lost(loss)
        let lease = try bench.lease().json
        let reply: ScriptedReply =
            switch kind {
            case .activeBesideNo: .json(#"{"valid":false,"lease":\#(lease),"error":"revoked"}"#)
            case .activeBeside422: .json(#"{"error":"revoked","lease":\#(lease)}"#, status: 422)
            case .noVerdictButActive: .json(#"{"lease":\#(lease)}"#)
            case .yesOn422: .json(#"{"valid":true,"lease":\#(lease)}"#, status: 422)
            case .yesWithError: .json(#"{"valid":"true","error":"revoked","lease":\#(lease)}"#)
            case .leaseOfAnother:
                .json(#"{"valid":true,"lease":\#(try bench.lease(instance: InstanceID("inst-9")).json)}"#)
            }
        bench.transport.fallback = .reply(reply)
        _ = try bench.run(within: 60) { try await $0.activeRevalidate() }
        try bench.advance(by: Seconds.day)
        #expect(bench.requestCount > 0)
        #expect(try bench.state != .licensed)
        #expect(try bench.snapshot.entitlements.isEmpty)
        try bench.finish()
    }

    @Test("a lease that ended offline heals without a relaunch")
    func offlineEnd() throws {
        let bench = try LicenseBench.licensed()
        bench.transport.fallback = .reply(.failure(.notConnected))
        try bench.advance(by: 9 * Seconds.day)
        #expect(try bench.state == .expired)
        bench.transport.fallback = .reply(bench.validWhenAsked())
        try bench.advance(by: Seconds.hour)
        #expect(try bench.state == .licensed)
        #expect(
            bench.announced.events.map { if case .restored = $0 { true } else { false } } == [false, true]
        )
        try bench.finish()
    }
}
