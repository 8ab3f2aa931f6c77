import Foundation
import KeylightCore
import KeylightEngine
import KeylightLeaseStore
import KeylightTestSupport
import KeylightTesting
import KeylightTransport
import Testing

@testable import KeylightKeychain

/// An engine over the Keychain: how often it is asked.
@Suite("BL-051 how often the Keychain is read") struct KeychainReadsTests {
    /// A Keychain that tells of no changes: their notices would come on a thread of the system's.
    private struct QuietStore: LeaseStore {
        let base: KeychainLeaseStore

        func load() throws -> StoredRecord { try base.load() }
        func update(_ change: (inout LicenseRecord) -> Void) throws -> LicenseRecord {
            try base.update(change)
        }
        func erase() throws { try base.erase() }
        func tryRefreshLock() -> RefreshLockOutcome { base.tryRefreshLock() }
    }

    private let keychain = FakeKeychain()
    private let directory =
        FileManager.default.temporaryDirectory.path + "/keylight-keychain-\(UUID().uuidString)"
    private let bench: LicenseBench

    init() throws {
        bench = try LicenseBench()
        bench.transport.fallback = .reply(.failure(.notConnected))
    }

    /// A new process over the same Keychain.
    private func launch() throws -> LicenseEngine {
        let store = try KeychainLeaseStore(
            tenant: #require(ServiceIdentifier("testco")),
            product: #require(ServiceIdentifier("testapp")),
            accessGroup: nil,
            lockDirectory: directory,
            calls: keychain
        )
        return bench.makeEngine(over: QuietStore(base: store))
    }

    private func reads() -> Int { keychain.calls.filter { $0 == .copyMatching }.count }

    @Test("once at the start of a process, and not at all for what changes nothing") func once() throws {
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let first = try launch()
        bench.transport.enqueue(bench.activated(with: try bench.lease()))
        let key = bench.key.rawValue
        try bench.simulation.run { try await first.activate(key: key) }
        #expect(first.snapshot.state == .licensed)
        #expect(reads() == 1)
        try bench.simulation.relaunch(after: Seconds.hour)

        keychain.forgetCalls()
        let second = try launch()
        #expect(second.snapshot.state == .licensed)
        #expect(keychain.calls == [.copyMatching])
        _ = try bench.simulation.run(within: .seconds(120)) { try await second.checkOnLaunch() }
        #expect(reads() == 1)

        // Foreground events within the debounce, decisions and explanations.
        keychain.forgetCalls()
        for _ in 0..<20 {
            try bench.advance(by: 10)
            _ = try bench.simulation.run(within: .seconds(120)) { try await second.refreshIfNeeded() }
            #expect(!second.hasEntitlement("nothing"))
            _ = try bench.simulation.run { await second.explain() }
        }
        #expect(keychain.calls == [])

        // Days of refreshes: the record is written, and what was written need not be read.
        for _ in 0..<5 {
            try bench.advance(by: Seconds.day)
            _ = try bench.simulation.run(within: .seconds(120)) { try await second.refreshIfNeeded() }
        }
        #expect(keychain.calls.contains(.update))
        #expect(reads() == 0)
    }
}
