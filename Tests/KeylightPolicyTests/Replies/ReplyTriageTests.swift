import KeylightCore
import KeylightPolicy
import Testing

@Suite("ReplyTriage")
struct ReplyTriageTests {
    static func outcome(_ reply: ServerReply, stored: Lease? = Fixture.lease()) -> ReplyOutcome {
        ReplyTriage.outcome(of: reply, activation: Fixture.activation, stored: stored)
    }

    static func lease(_ evidence: LeaseEvidence) -> ReplyBody {
        ReplyBody(verdict: true, lease: evidence)
    }

    // MARK: The table of the specification, row by row

    @Test(
        "200 valid with an acceptable lease is confirmed, by its status",
        arguments: [
            LeaseStatus.active, .fallback, .expired,
        ]
    )
    func confirmed(status: LeaseStatus) {
        let lease = Fixture.lease(issued: 10, status: status)
        #expect(Self.outcome(Fixture.reply(200, Self.lease(.trusted(lease)))) == .confirmed(lease: lease))
        let same = Fixture.lease(status: status)
        #expect(Self.outcome(Fixture.reply(200, Self.lease(.trusted(same)))) == .confirmed(lease: same))
    }

    @Test("200 valid without a lease is confirmed without one")
    func confirmedWithoutLease() {
        #expect(Self.outcome(Fixture.reply(200, ReplyBody(verdict: true))) == .confirmed(lease: nil))
    }

    @Test("an explicit no is denied, with the server's text")
    func denied() {
        func outcome(_ status: Int, _ verdict: Bool?, _ text: String?) -> ReplyOutcome {
            Self.outcome(Fixture.reply(status, ReplyBody(verdict: verdict, errorText: text)))
        }
        #expect(outcome(200, false, nil) == .denied(text: nil))
        #expect(outcome(200, false, "no") == .denied(text: "no"))
        #expect(outcome(422, false, nil) == .denied(text: nil))
        #expect(outcome(422, false, "no") == .denied(text: "no"))
        #expect(outcome(422, nil, "License has been revoked") == .denied(text: "License has been revoked"))
    }

    @Test(
        "a signed end beside a no is confirmed with that status",
        arguments: [
            LeaseStatus.fallback, .expired,
        ]
    )
    func signedEnd(status: LeaseStatus) {
        let lease = Fixture.lease(issued: 10, status: status)
        func outcome(_ status: Int, _ verdict: Bool?, _ text: String?) -> ReplyOutcome {
            Self.outcome(
                Fixture.reply(
                    status,
                    ReplyBody(verdict: verdict, errorText: text, lease: .trusted(lease))
                )
            )
        }
        #expect(outcome(200, false, nil) == .confirmed(lease: lease))
        #expect(outcome(422, false, "ended") == .confirmed(lease: lease))
        #expect(outcome(422, nil, "ended") == .confirmed(lease: lease))
        #expect(
            outcome(422, nil, nil) == .confirmed(lease: lease),
            "a 422 with such a lease is how it is said"
        )
    }

    @Test("BL-015: the signed status wins over the flag")
    func signedStatusWins() {
        let lease = Fixture.lease(issued: 10, status: .expired)
        let body = ReplyBody(verdict: true, lease: .trusted(lease))
        for status in [200, 422] {
            #expect(Self.outcome(Fixture.reply(status, body)) == .confirmed(lease: lease))
        }
    }

    @Test("an active lease beside a no never licenses")
    func activeBesideNo() {
        for (status, verdict, text) in [
            (200, false, nil), (422, false, nil), (200, false, "no"), (422, false, "no"), (422, nil, "no"),
        ] as [(Int, Bool?, String?)] {
            let body = ReplyBody(
                verdict: verdict,
                errorText: text,
                lease: .trusted(Fixture.lease(issued: 10))
            )
            #expect(Self.outcome(Fixture.reply(status, body)) == .denied(text: text))
        }
    }

    @Test("BL-056: a lease that is not ours, or an old one, is unknown, whatever stands beside it")
    func refusedLeases() {
        let other = Fixture.otherActivation
        let refused: [(LeaseEvidence, FailureCause)] = [
            (.badSignature(Fixture.lease(issued: 10)), .badSignature),
            (.malformed("text"), .malformedLease),
            (.unverifiable(Fixture.lease(issued: 10), "no library"), .cryptographyUnavailable("no library")),
            (.trusted(Fixture.lease(issued: 10, instance: other.instanceID)), .foreignLease),
            (.trusted(Fixture.lease(issued: 10, keyHash: other.pinnedKeyHash)), .foreignLease),
            (.trusted(Fixture.lease(issued: -301)), .replayedLease),
            (.trusted(Fixture.lease(issued: -Fixture.day)), .replayedLease),
        ]
        for (evidence, cause) in refused {
            for status in [200, 422] {
                for verdict in [true, false, nil] as [Bool?] {
                    let body = ReplyBody(verdict: verdict, errorText: "text", lease: evidence)
                    #expect(Self.outcome(Fixture.reply(status, body)) == .unknown(cause))
                }
            }
        }
        let older = Fixture.lease(issued: -300)
        #expect(Self.outcome(Fixture.reply(200, Self.lease(.trusted(older)))) == .confirmed(lease: older))
    }

    @Test("BL-044: a key id that this app does not know is unknown, and names it")
    func unknownKey() {
        let body = Self.lease(.unknownKeyID(Fixture.lease(issued: 10, kid: "k2")))
        #expect(Self.outcome(Fixture.reply(200, body)) == .unknown(.unknownKeyID("k2")))
    }

    @Test("BL-042: a status that we do not know is unknown, and names it")
    func unknownStatus() {
        let body = Self.lease(.trusted(Fixture.lease(issued: 10, status: LeaseStatus(rawValue: "paused"))))
        #expect(Self.outcome(Fixture.reply(200, body)) == .unknown(.unknownLeaseStatus("paused")))
    }

    @Test("BL-004: JSON that is not ours is unknown on 200 and 422", arguments: [200, 422])
    func notOurs(status: Int) {
        let bodies: [(String, ReplyBody?)] = [
            ("{}", ReplyBody()),
            ("[]", nil),
            ("null", nil),
            ("true", nil),
            (#""no""#, nil),
            (#"{"status":"ok"}"#, ReplyBody()),
            (#"{"valid":null}"#, ReplyBody()),
            (#"{"valid":"false"}"#, ReplyBody(malformedFields: ["valid"])),
            (#"{"error":""}"#, ReplyBody()),
            (#"{"error":null}"#, ReplyBody()),
            (#"{"message":"blocked by policy"}"#, ReplyBody()),
            (#"{"valid":false,"error":{}}"#, ReplyBody(verdict: false, malformedFields: ["error"])),
            (#"{"valid":true,"instance_id":1}"#, ReplyBody(verdict: true, malformedFields: ["instance_id"])),
        ]
        for (text, body) in bodies {
            #expect(
                Self.outcome(Fixture.reply(status, body)) == .unknown(.unexpectedReply(status: status)),
                "\(text)"
            )
        }
    }

    @Test("200 with only an error text is no answer of ours")
    func errorOn200() {
        let body = ReplyBody(errorText: "blocked by policy")
        #expect(Self.outcome(Fixture.reply(200, body)) == .unknown(.unexpectedReply(status: 200)))
        for status in [LeaseStatus.active, .fallback, .expired] {
            let lease = Fixture.lease(issued: 10, status: status)
            let body = ReplyBody(errorText: "text", lease: .trusted(lease))
            #expect(Self.outcome(Fixture.reply(200, body)) == .unknown(.unexpectedReply(status: 200)))
        }
    }

    @Test("422 that says yes contradicts itself", arguments: [nil, "text"])
    func contradictory(text: String?) {
        for lease in [LeaseEvidence.absent, .trusted(Fixture.lease(issued: 10))] {
            let body = ReplyBody(verdict: true, errorText: text, lease: lease)
            #expect(Self.outcome(Fixture.reply(422, body)) == .unknown(.contradictoryReply))
        }
    }

    /// Bodies that would decide if the status were 200 or 422.
    static let decisive: [ReplyBody?] = [
        nil, ReplyBody(), ReplyBody(verdict: true), ReplyBody(verdict: false),
        ReplyBody(errorText: "License has been revoked"),
        ReplyBody(verdict: true, lease: .trusted(Fixture.lease(issued: 10))),
        ReplyBody(verdict: false, lease: .trusted(Fixture.lease(issued: 10, status: .expired))),
    ]

    @Test(
        "BL-001: a server in trouble says nothing of the license",
        arguments: [
            408, 500, 501, 502, 503, 504, 520, 521, 522, 524, 530, 599,
        ]
    )
    func serverFault(status: Int) {
        for body in Self.decisive {
            #expect(Self.outcome(Fixture.reply(status, body)) == .unknown(.serverFault(status: status)))
        }
    }

    @Test(
        "BL-003: a portal's reply is unexpected",
        arguments: [
            100, 199, 201, 202, 204, 206, 300, 301, 302, 303, 304, 307, 308, 511, 600, 999, 0, -1, Int.max,
            .min,
        ]
    )
    func portal(status: Int) {
        for body in Self.decisive {
            #expect(Self.outcome(Fixture.reply(status, body)) == .unknown(.unexpectedReply(status: status)))
        }
    }

    @Test("BL-003: 200 with a page or with nothing is unexpected")
    func page() {
        #expect(Self.outcome(Fixture.reply(200, nil)) == .unknown(.unexpectedReply(status: 200)))
        #expect(Self.outcome(Fixture.reply(422, nil)) == .unknown(.unexpectedReply(status: 422)))
    }

    @Test(
        "BL-005, BL-006: any other 4xx is a matter of configuration, whatever its body",
        arguments: [
            400, 401, 402, 403, 404, 405, 409, 410, 418, 421, 423, 451, 499,
        ]
    )
    func refusedRequest(status: Int) {
        for body in Self.decisive {
            #expect(Self.outcome(Fixture.reply(status, body)) == .unknown(.requestRefused(status: status)))
        }
    }

    @Test("429 asks for patience, and so does 503 when it says for how long")
    func rateLimited() {
        for body in Self.decisive {
            #expect(Self.outcome(Fixture.reply(429, body)) == .unknown(.rateLimited))
            #expect(Self.outcome(Fixture.reply(429, body, retryAfter: 60)) == .unknown(.rateLimited))
            #expect(Self.outcome(Fixture.reply(503, body, retryAfter: 60)) == .unknown(.rateLimited))
            #expect(
                Self.outcome(Fixture.reply(500, body, retryAfter: 60))
                    == .unknown(.serverFault(status: 500))
            )
        }
    }

    @Test(
        "a reply with another call's id is somebody else's, whatever it says",
        arguments: [
            200, 302, 401, 404, 422, 429, 503,
        ]
    )
    func foreign(status: Int) {
        for body in Self.decisive {
            for echo in ["00000000", "3F9A01BC", "", "text"] {
                let reply = Fixture.reply(status, body, echo: echo)
                #expect(Self.outcome(reply) == .unknown(.foreignReply))
            }
        }
        let own = Fixture.reply(200, ReplyBody(verdict: true), echo: Fixture.requestID.rawValue)
        #expect(Self.outcome(own) == .confirmed(lease: nil))
    }

    // MARK: Every combination

    /// The table in the specification's own order, for 200 and 422.
    static func expected(_ shape: ReplyShape) -> ReplyOutcome {
        switch shape.lease {
        case .malformed: return .unknown(.malformedLease)
        case .unknownKey: return .unknown(.unknownKeyID("k9"))
        case .badSignature: return .unknown(.badSignature)
        case .unverifiable: return .unknown(.cryptographyUnavailable("no library"))
        case .unknownStatus: return .unknown(.unknownLeaseStatus("paused"))
        case .otherInstance, .otherKey: return .unknown(.foreignLease)
        case .replayed: return .unknown(.replayedLease)
        case .absent, .active, .slightlyOlder, .fallback, .expired: break
        }
        let saysEnd = shape.lease == .fallback || shape.lease == .expired
        if saysEnd, shape.status == 422 || shape.verdict != nil { return .confirmed(lease: shape.newLease) }
        if shape.status == 200, shape.verdict == true { return .confirmed(lease: shape.newLease) }
        if shape.verdict == false { return .denied(text: shape.errorText) }
        if shape.status == 422, shape.verdict == true { return .unknown(.contradictoryReply) }
        if shape.status == 422, shape.errorText != nil { return .denied(text: shape.errorText) }
        return .unknown(.unexpectedReply(status: shape.status))
    }

    @Test("every combination of status, verdict, text and lease has the outcome of the table")
    func everyCombination() {
        #expect(ReplyShape.all.count == 156)
        for shape in ReplyShape.all {
            let outcome = Self.outcome(shape.reply, stored: ReplyShape.stored)
            #expect(outcome == Self.expected(shape), "\(shape)")
        }
    }

    @Test("no combination licenses by a lease that is not both said and signed to be good")
    func neverLicensesByAccident() {
        for shape in ReplyShape.all {
            guard case .confirmed(let lease) = Self.outcome(shape.reply, stored: ReplyShape.stored),
                lease?.status == .active
            else { continue }
            #expect(shape.status == 200 && shape.verdict == true, "\(shape)")
            #expect(shape.lease == .active || shape.lease == .slightlyOlder, "\(shape)")
        }
    }
}
