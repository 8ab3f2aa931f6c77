import Foundation
import KeylightCore
import KeylightLeaseStore
import KeylightTesting
import Testing

@testable import KeylightSecretService

@Suite struct SecretServiceLeaseStoreTests {
    let calls = FakeSecretService()
    let directory = FileManager.default.temporaryDirectory.path + "/keylight-secrets-\(UUID().uuidString)"

    private func open() throws -> SecretServiceLeaseStore {
        try SecretServiceLeaseStore(calls: calls, lockDirectory: directory)
    }

    private func cleanUp() { try? FileManager.default.removeItem(atPath: directory) }

    @Test func conforms() async throws {
        let root = directory
        defer { cleanUp() }
        let suite = LeaseStoreConformance {
            let calls = FakeSecretService()
            let place = root + "/" + UUID().uuidString
            return { try SecretServiceLeaseStore(calls: calls, lockDirectory: place) }
        }
        #expect(await suite.violations() == [])
    }

    @Test("BL-046: a locked keyring is unavailable, with the reason") func locked() throws {
        defer { cleanUp() }
        calls.answerAll(with: .locked("the keyring is locked"))
        #expect(throws: LeaseStoreError.unavailable("the keyring is locked")) { try open().load() }
        #expect(throws: LeaseStoreError.unavailable("the keyring is locked")) {
            try open().update { $0.trialStart = Timestamp(1) }
        }
        #expect(throws: LeaseStoreError.writeFailed("the keyring is locked")) { try open().erase() }
    }

    @Test("without a service the second store is used") func noService() throws {
        defer { cleanUp() }
        calls.answerAll(with: .noService("no bus"))
        #expect(throws: LeaseStoreError.notOffered("no bus")) { try open().load() }
        let second = InMemoryLeaseStore()
        let store = FallbackLeaseStore(try open(), else: second)
        try store.update { $0.trialStart = Timestamp(1) }
        #expect(second.record?.trialStart == Timestamp(1))
    }

    @Test func damagedTextIsKeptAside() throws {
        defer { cleanUp() }
        _ = calls.write("rubbish", to: .record)
        guard case .corrupt = try open().load() else {
            Issue.record("not found to be damaged")
            return
        }
        try open().update { $0.trialStart = Timestamp(1) }
        #expect(calls.read(.corrupt) == .done("rubbish"))
    }
}

/// A service in memory.
final class FakeSecretService: SecretServiceCalls {
    private struct State {
        var texts: [VaultEntry: String] = [:]
        var answer: SecretServiceOutcome?
    }

    private let state = Locked(State())

    /// Answers every call with this.
    func answerAll(with outcome: SecretServiceOutcome?) { state.withLock { $0.answer = outcome } }

    func read(_ entry: VaultEntry) -> SecretServiceOutcome {
        state.withLock { $0.answer ?? $0.texts[entry].map { .done($0) } ?? .absent }
    }

    func write(_ text: String, to entry: VaultEntry) -> SecretServiceOutcome {
        state.withLock { state in
            if let answer = state.answer { return answer }
            state.texts[entry] = text
            return .done("")
        }
    }

    func remove(_ entry: VaultEntry) -> SecretServiceOutcome {
        state.withLock { state in
            if let answer = state.answer { return answer }
            return state.texts.removeValue(forKey: entry) == nil ? .absent : .done("")
        }
    }
}
