import KeylightCore
import KeylightLeaseStore

@testable import KeylightKeychain

/// A Keychain in memory with the semantics of the real one: add refuses what is there, update and delete what is not.
/// Counts the calls, and can be told what to answer.
final class FakeKeychain: KeychainCalls {
    enum Call: Hashable, Sendable { case copyMatching, update, add, delete }

    private struct Identity: Hashable {
        var service: String
        var account: String
        var accessGroup: String?
    }

    private struct State {
        var items: [Identity: [UInt8]] = [:]
        var calls: [Call] = []
        var scripted: [Call: [KeychainStatus]] = [:]
        var lasting: KeychainStatus?
    }

    private let state = Locked(State())

    var calls: [Call] { state.withLock { $0.calls } }
    var itemCount: Int { state.withLock { $0.items.count } }

    func forgetCalls() { state.withLock { $0.calls = [] } }

    /// Changes all items as another program would.
    func replaceAll(with bytes: [UInt8]) { state.withLock { $0.items = $0.items.mapValues { _ in bytes } } }

    /// Answers the next calls of a kind with these, without doing anything.
    func script(_ call: Call, _ statuses: KeychainStatus...) {
        state.withLock { $0.scripted[call, default: []] += statuses }
    }

    /// Answers every call with this; nil lets them through again.
    func answerAll(with status: KeychainStatus?) { state.withLock { $0.lasting = status } }

    private func scripted(_ call: Call) -> KeychainStatus? {
        state.withLock { state in
            state.calls.append(call)
            if let lasting = state.lasting { return lasting }
            guard var rest = state.scripted[call], !rest.isEmpty else { return nil }
            defer { state.scripted[call] = rest }
            return rest.removeFirst()
        }
    }

    private func identity(_ attributes: [KeychainAttribute: KeychainQuery.Value]) -> Identity? {
        guard attributes[.itemClass] == .constant(.genericPassword),
            case .text(let service)? = attributes[.service],
            case .text(let account)? = attributes[.account], attributes[.usesDataProtection] == .flag(true)
        else { return nil }
        var identity = Identity(service: service, account: account)
        if case .text(let group)? = attributes[.accessGroup] { identity.accessGroup = group }
        return identity
    }

    func copyMatching(_ query: KeychainQuery) -> (status: KeychainStatus, bytes: [UInt8]?) {
        if let status = scripted(.copyMatching) { return (status, nil) }
        guard let bytes = state.withLock({ state in identity(query.reading).flatMap { state.items[$0] } })
        else {
            return (.itemNotFound, nil)
        }
        return (.success, bytes)
    }

    func update(_ query: KeychainQuery, bytes: [UInt8]) -> KeychainStatus {
        if let status = scripted(.update) { return status }
        return state.withLock { state in
            guard let identity = identity(query.identity), state.items[identity] != nil else {
                return .itemNotFound
            }
            state.items[identity] = bytes
            return .success
        }
    }

    func add(_ query: KeychainQuery, bytes: [UInt8]) -> KeychainStatus {
        if let status = scripted(.add) { return status }
        return state.withLock { state in
            guard let identity = identity(query.adding) else { return KeychainStatus(rawValue: -50) }
            if state.items[identity] != nil { return .duplicateItem }
            state.items[identity] = bytes
            return .success
        }
    }

    func delete(_ query: KeychainQuery) -> KeychainStatus {
        if let status = scripted(.delete) { return status }
        return state.withLock { state in
            guard let identity = identity(query.identity), state.items.removeValue(forKey: identity) != nil
            else {
                return .itemNotFound
            }
            return .success
        }
    }
}
