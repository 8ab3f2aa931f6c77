import Keylight

/// What is said about a tenant's published keys.
struct KeysReport: Sendable {
    var published: PublishedKeySet
    var pinned: TrustedPublicKeys

    /// Writes what the action is for.
    func write(_ action: KeysAction, isJSON: Bool, to console: Console) -> ToolStatus {
        let status = status(of: action)
        for line in complaints(about: action) { console.writeError("\(CommandLineTool.name) keys: \(line)") }
        if isJSON {
            let members: [JSONText.Member] = [
                .init("command", .string("keys \(action.rawValue)")),
                .init("exit_status", .integer(Int64(status.rawValue))),
                .init("primary_kid", JSONText(published.primaryKeyID)),
            ]
            console.write(JSONText.object(members + self.members(of: action)).line)
        } else {
            for line in lines(of: action) { console.write(line) }
        }
        return status
    }

    private func status(of action: KeysAction) -> ToolStatus {
        switch action {
        case .fetch: .done
        case .pin: usable.isEmpty ? .refused : .done
        case .check: problems.isEmpty ? .done : .refused
        }
    }

    private var usable: [PublishedKeySet.Key] { published.keys.filter { $0.bytes != nil } }

    private func complaints(about action: KeysAction) -> [String] {
        switch action {
        case .fetch: published.keys.isEmpty ? ["no key is published"] : []
        case .pin:
            published.keys.filter { $0.bytes == nil }
                .map { "\($0.kid) is no Ed25519 key of 32 bytes, left out" }
                + (usable.isEmpty ? ["there is no key to pin"] : [])
        case .check: []
        }
    }

    private func lines(of action: KeysAction) -> [String] {
        switch action {
        case .fetch: return published.keys.map(line)
        case .pin:
            guard !usable.isEmpty else { return [] }
            let entries = usable.map {
                "    \(JSONText.string($0.kid).line): \(JSONText.string($0.base64).line),"
            }
            return ["trustedPublicKeys: ["] + entries + ["]"]
        case .check:
            let verdict = problems.isEmpty ? ["good: the key that signs now is trusted"] : []
            return problems.map { "problem: \($0)" } + hints.map { "hint: \($0)" } + verdict
        }
    }

    private func members(of action: KeysAction) -> [JSONText.Member] {
        switch action {
        case .fetch, .pin:
            let keys = action == .pin ? usable : published.keys
            return [.init("keys", .array(keys.map(json)))]
        case .check:
            return [
                .init("trusted", .bool(problems.isEmpty)),
                .init("problems", .array(problems.map { .string($0) })),
                .init("hints", .array(hints.map { .string($0) })),
            ]
        }
    }

    private func line(for key: PublishedKeySet.Key) -> String {
        let mark = key.kid == published.primaryKeyID ? "*" : " "
        let remark = key.bytes == nil ? "  (cannot be used)" : ""
        return "\(mark) \(key.kid)  \(key.algorithm)  \(key.base64)\(remark)"
    }

    private func json(of key: PublishedKeySet.Key) -> JSONText {
        [
            "kid": .string(key.kid), "alg": .string(key.algorithm), "public_key": .string(key.base64),
            "usable": .bool(key.bytes != nil),
        ]
    }

    // MARK: The comparison

    /// Why an app with the pinned keys would refuse leases that are signed now.
    var problems: [String] {
        var problems: [String] = []
        for pin in pinned.entries {
            guard let key = published.keys.first(where: { $0.kid == pin.kid }) else { continue }
            guard let bytes = bytes(of: pin) else {
                problems.append("\(pin.kid) is pinned with a value that is no key")
                continue
            }
            if key.bytes != bytes {
                problems.append("\(pin.kid) is pinned with another key than the published one")
            }
        }
        if let primary = published.primaryKeyID {
            if !published.keys.contains(where: { $0.kid == primary }) {
                problems.append("\(primary) signs now and is not among the published keys")
            }
            if !pinned.entries.contains(where: { $0.kid == primary }) {
                problems.append("\(primary) signs now and is not pinned")
            }
        } else {
            problems.append("the key set does not say which key signs")
        }
        return problems
    }

    /// What is worth knowing before the next rotation.
    var hints: [String] {
        let next = published.keys.filter { key in
            key.kid != published.primaryKeyID && !pinned.entries.contains { $0.kid == key.kid }
        }
        let gone = pinned.entries.filter { pin in !published.keys.contains { $0.kid == pin.kid } }
        return next.map { "\($0.kid) is published and not pinned; an app should know it before it signs" }
            + gone.map { "\($0.kid) is pinned and no longer published; a later version can leave it out" }
    }

    private func bytes(of pin: TrustedPublicKeys.Entry) -> [UInt8]? {
        PublishedKeySet.Key(kid: pin.kid, base64: pin.base64).bytes
    }
}
