import KeylightCore

/// The parts of a validate reply that can matter, to be combined with each other.
struct ReplyShape: Sendable, CustomStringConvertible {
    enum LeaseKind: CaseIterable, Sendable {
        case absent, malformed, unknownKey, badSignature, unverifiable
        case active, fallback, expired, unknownStatus, otherInstance, otherKey, replayed, slightlyOlder
    }

    var status: Int
    var verdict: Bool?
    var errorText: String?
    var lease: LeaseKind

    static var all: [ReplyShape] {
        var shapes: [ReplyShape] = []
        for status in [200, 422] {
            for verdict in [true, false, nil] as [Bool?] {
                for errorText in [nil, "License has been revoked"] {
                    for lease in LeaseKind.allCases {
                        shapes.append(
                            ReplyShape(status: status, verdict: verdict, errorText: errorText, lease: lease)
                        )
                    }
                }
            }
        }
        return shapes
    }

    /// The lease that is stored when the reply comes.
    static let stored = Fixture.lease(issued: 1_000, expires: 1_000 + Fixture.week)

    /// The lease in the reply; nil when it is none.
    var newLease: Lease? {
        let now: Int64 = 2_000
        let end = now + Fixture.week
        return switch lease {
        case .absent, .malformed: nil
        case .unknownKey: Fixture.lease(issued: now, expires: end, kid: "k9")
        case .badSignature, .unverifiable, .active: Fixture.lease(issued: now, expires: end)
        case .fallback: Fixture.lease(issued: now, expires: end, status: .fallback)
        case .expired: Fixture.lease(issued: now, expires: end, status: .expired)
        case .unknownStatus:
            Fixture.lease(issued: now, expires: end, status: LeaseStatus(rawValue: "paused"))
        case .otherInstance: Fixture.lease(issued: now, expires: end, instance: Fixture.otherInstance)
        case .otherKey: Fixture.lease(issued: now, expires: end, keyHash: String(repeating: "cd", count: 32))
        case .replayed: Fixture.lease(issued: 699, expires: end)
        case .slightlyOlder: Fixture.lease(issued: 700, expires: end)
        }
    }

    var evidence: LeaseEvidence {
        switch (lease, newLease) {
        case (.absent, _), (_, nil): lease == .malformed ? .malformed("not an object") : .absent
        case (.unknownKey, let lease?): .unknownKeyID(lease)
        case (.badSignature, let lease?): .badSignature(lease)
        case (.unverifiable, let lease?): .unverifiable(lease, "no library")
        case (_, let lease?): .trusted(lease)
        }
    }

    var reply: ServerReply {
        Fixture.reply(status, ReplyBody(verdict: verdict, errorText: errorText, lease: evidence))
    }

    var description: String {
        "\(status) valid:\(verdict.map { "\($0)" } ?? "-") error:\(errorText ?? "-") lease:\(lease)"
    }
}
