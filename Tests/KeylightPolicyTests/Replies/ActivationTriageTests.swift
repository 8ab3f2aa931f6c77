import KeylightCore
import KeylightPolicy
import Testing

@Suite("ActivationTriage")
struct ActivationTriageTests {
    static func outcome(_ reply: ServerReply) -> ActivationOutcome {
        ActivationTriage.outcome(of: reply, key: Fixture.key)
    }

    static func accepted(_ lease: LeaseEvidence, instance: InstanceID? = Fixture.instance) -> ReplyBody {
        ReplyBody(verdict: true, instanceID: instance, lease: lease)
    }

    @Test(
        "a key that was accepted, with a trusted lease for the new instance, is activated",
        arguments: [
            LeaseStatus.active, .fallback, .expired,
        ]
    )
    func activated(status: LeaseStatus) {
        let lease = Fixture.lease(status: status)
        let outcome = Self.outcome(Fixture.reply(200, Self.accepted(.trusted(lease))))
        #expect(outcome == .activated(Fixture.activation, lease: lease))
    }

    @Test("the hash of the first lease is pinned, whatever it is")
    func pinned() {
        let hash = String(repeating: "01", count: 32)
        let lease = Fixture.lease(keyHash: hash)
        guard
            case .activated(let activation, _) = Self.outcome(
                Fixture.reply(200, Self.accepted(.trusted(lease)))
            )
        else {
            Issue.record("not activated")
            return
        }
        #expect(activation.pinnedKeyHash == hash)
        #expect(activation.licenseKey == Fixture.key)
    }

    @Test("BL-015: accepted without a lease that can be used is no activation, and the seat is to go back")
    func unusable() {
        let unusable: [(LeaseEvidence, FailureCause)] = [
            (.absent, .malformedLease),
            (.malformed("text"), .malformedLease),
            (.unknownKeyID(Fixture.lease(kid: "k9")), .unknownKeyID("k9")),
            (.badSignature(Fixture.lease()), .badSignature),
            (.unverifiable(Fixture.lease(), "no library"), .cryptographyUnavailable("no library")),
            (.trusted(Fixture.lease(instance: Fixture.otherInstance)), .foreignLease),
            (
                .trusted(Fixture.lease(status: LeaseStatus(rawValue: "paused"))),
                .unknownLeaseStatus("paused")
            ),
        ]
        for (evidence, cause) in unusable {
            #expect(
                Self.outcome(Fixture.reply(200, Self.accepted(evidence)))
                    == .unusable(cause, seat: Fixture.instance)
            )
        }
    }

    @Test("accepted without an instance is no activation, and no seat is known")
    func noInstance() {
        let reply = Fixture.reply(200, Self.accepted(.trusted(Fixture.lease()), instance: nil))
        #expect(Self.outcome(reply) == .unusable(.unexpectedReply(status: 200), seat: nil))
    }

    @Test(
        "a yes that cannot be used has taken a seat, and it is to go back where its name is known",
        arguments: [
            (200, .unexpectedReply(status: 200)), (201, .unexpectedReply(status: 201)),
            (299, .unexpectedReply(status: 299)), (422, .contradictoryReply),
        ] as [(Int, FailureCause)],
        [Fixture.instance, nil]
    )
    func takenInVain(answer: (status: Int, cause: FailureCause), seat: InstanceID?) {
        let bodies = [
            ReplyBody(verdict: true, instanceID: seat, malformedFields: ["error"]),
            ReplyBody(verdict: true, instanceID: seat, lease: .absent, malformedFields: ["valid"]),
            ReplyBody(verdict: true, errorText: "no", instanceID: seat, malformedFields: ["instance_id"]),
        ]
        for body in bodies {
            #expect(
                Self.outcome(Fixture.reply(answer.status, body)) == .unusable(answer.cause, seat: seat)
            )
        }
    }

    @Test("names that the server chose are cut, and hold neither key nor seat")
    func names() {
        let name = "\(Fixture.key.rawValue)\n" + String(repeating: "k", count: 100)
        let evidence: [LeaseEvidence] = [
            .unknownKeyID(Fixture.lease(kid: name)),
            .trusted(Fixture.lease(status: LeaseStatus(rawValue: name))),
        ]
        for lease in evidence {
            switch Self.outcome(Fixture.reply(200, Self.accepted(lease))) {
            case .unusable(.unknownKeyID(let shown), _), .unusable(.unknownLeaseStatus(let shown), _):
                #expect(shown.unicodeScalars.count == 64)
                #expect(!shown.contains(Fixture.key.rawValue) && !shown.contains("\n"))
            case let other: Issue.record("\(other)")
            }
        }
    }

    @Test("a refusal carries the server's text")
    func refused() {
        func outcome(_ status: Int, _ verdict: Bool?, _ text: String?) -> ActivationOutcome {
            Self.outcome(Fixture.reply(status, ReplyBody(verdict: verdict, errorText: text)))
        }
        #expect(outcome(200, false, "no seats") == .failed(.refused("no seats")))
        #expect(outcome(422, nil, "revoked") == .failed(.refused("revoked")))
        #expect(outcome(422, false, "revoked") == .failed(.refused("revoked")))
        for status in [200, 422] {
            guard case .failed(.refused(let text)) = outcome(status, false, nil) else {
                Issue.record("not refused")
                return
            }
            #expect(!text.isEmpty)
        }
        let lease = ReplyBody(verdict: false, instanceID: Fixture.instance, lease: .trusted(Fixture.lease()))
        guard case .failed(.refused) = Self.outcome(Fixture.reply(200, lease)) else {
            Issue.record("a lease beside a refusal must not license")
            return
        }
    }

    @Test("402 is a matter of seats; the service's own 404 is a matter of the key")
    func seatsAndKeys() {
        #expect(Self.outcome(Fixture.reply(402, nil)) == .failed(.seatLimitReached))
        let text = ReplyBody(errorText: "not found")
        #expect(Self.outcome(Fixture.reply(402, text)) == .failed(.seatLimitReached))
        #expect(Self.outcome(Fixture.reply(404, text)) == .failed(.licenseNotFound))
        for body in [nil, ReplyBody()] as [ReplyBody?] {
            #expect(
                Self.outcome(Fixture.reply(404, body)) == .failed(.noAnswer(.requestRefused(status: 404)))
            )
        }
    }

    @Test("what is no answer tells nothing of the key")
    func noAnswer() {
        let rows: [(Int, FailureCause)] = [
            (201, .unexpectedReply(status: 201)), (302, .unexpectedReply(status: 302)),
            (511, .unexpectedReply(status: 511)), (400, .requestRefused(status: 400)),
            (401, .requestRefused(status: 401)), (403, .requestRefused(status: 403)),
            (409, .requestRefused(status: 409)), (408, .serverFault(status: 408)), (429, .rateLimited),
            (500, .serverFault(status: 500)), (502, .serverFault(status: 502)),
            (503, .serverFault(status: 503)), (504, .serverFault(status: 504)),
        ]
        let bodies = [
            nil, ReplyBody(), ReplyBody(verdict: false, errorText: "text"),
            Self.accepted(.trusted(Fixture.lease())),
        ]
        for (status, cause) in rows {
            // A yes beside another 2xx is a seat taken in vain.
            for body in bodies where status >= 300 || body?.verdict != true {
                #expect(Self.outcome(Fixture.reply(status, body)) == .failed(.noAnswer(cause)))
            }
        }
        #expect(Self.outcome(Fixture.reply(503, nil, retryAfter: 9)) == .failed(.noAnswer(.rateLimited)))
    }

    @Test("BL-004: 200 and 422 with anything else tell nothing", arguments: [200, 422])
    func notOurs(status: Int) {
        let bodies = [
            nil, ReplyBody(), ReplyBody(verdict: false, malformedFields: ["error"]),
            ReplyBody(instanceID: Fixture.instance, malformedFields: ["activated"]),
            ReplyBody(instanceID: Fixture.instance, lease: .trusted(Fixture.lease())),
        ]
        for body in bodies {
            #expect(
                Self.outcome(Fixture.reply(status, body))
                    == .failed(.noAnswer(.unexpectedReply(status: status)))
            )
        }
    }

    @Test("a reply with another call's id is somebody else's", arguments: [200, 402, 404, 422, 500])
    func foreign(status: Int) {
        let body = Self.accepted(.trusted(Fixture.lease()))
        #expect(
            Self.outcome(Fixture.reply(status, body, echo: "00000000")) == .failed(.noAnswer(.foreignReply))
        )
    }
}
