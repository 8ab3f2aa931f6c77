import KeylightCore
import KeylightEngine
import KeylightPolicy
import KeylightTestSupport
import KeylightTesting
import KeylightTransport
import Testing

@Suite("Counts of replies that told nothing")
struct UnusableReplyTests {
    private func counts(_ bench: LicenseBench) throws -> [UnusableReply: Int] {
        try bench.run { await $0.explain() }.unusableReplies
    }

    @Test("each kind is counted by itself, in the value and in the text")
    func kinds() throws {
        let bench = try LicenseBench.licensed()
        let lease = try bench.lease()
        let seat = try #require(InstanceID("inst-9"))
        let replies: [(UnusableReply?, ScriptedReply)] = [
            (.badSignature, try bench.valid(bench.signer.forge(lease))),
            (.badSignature, try bench.valid(bench.signer.forge(lease))),
            (.foreignLease, try bench.valid(bench.lease(instance: seat))),
            (.replayedLease, try bench.valid(bench.lease(issuedAt: LicenseBench.start.adding(-Seconds.day)))),
            (.unknownLeaseStatus, try bench.valid(bench.lease(status: LeaseStatus(rawValue: "paused")))),
            (.unexpectedReply, .html()),
            (.unexpectedReply, .json("[]")),
            (.requestRefused, .status(403)),
            (.rateLimited, .status(429, retryAfter: 1)),
            (nil, .failure(.tlsFailed)),
            (nil, try bench.valid()),
            (nil, bench.denied),
        ]
        var expected: [UnusableReply: Int] = [:]
        for (kind, reply) in replies {
            bench.transport.enqueue(reply)
            bench.transport.fallback = .reply(reply)
            _ = try? bench.run(within: 60) { try await $0.validate() }
            if let kind { expected[kind, default: 0] += 1 }
            #expect(try counts(bench) == expected)
            try bench.advance(by: 2)
        }
        let text = try bench.run { await $0.explain() }.description
        #expect(
            text.contains(
                "unusable replies: badSignature 2, foreignLease 1, replayedLease 1, unknownLeaseStatus 1, "
                    + "unexpectedReply 2, requestRefused 1, rateLimited 1"
            )
        )
        try bench.relaunch()
        #expect(try counts(bench).isEmpty)
        #expect(try !bench.run { await $0.explain() }.description.contains("unusable"))
        try bench.finish()
    }

    @Test("the replies to each call count")
    func calls() throws {
        let bench = try LicenseBench(seed: ProductSeed(freeTierEnabled: true))
        bench.configuration.sendsKeylessReports = true
        bench.transport.fallback = .reply(.html())
        try bench.launchProcess()
        try bench.checkOnLaunch()
        #expect(bench.requestCount(to: "keyless") == 1)
        #expect(try counts(bench) == [.unexpectedReply: 1])
        _ = try? bench.run(within: 60) { try await $0.fetchConfig() }
        #expect(try counts(bench) == [.unexpectedReply: 2])
        let key = bench.key.rawValue
        _ = try? bench.run(within: 60) { try await $0.activate(key: key) }
        #expect(try counts(bench) == [.unexpectedReply: 3])
        // A lease that cannot be trusted, and then a web page in answer to the release of its seat.
        bench.transport.enqueue(bench.activated(with: bench.signer.forge(try bench.lease())))
        _ = try? bench.run(within: 60) { try await $0.activate(key: key) }
        #expect(bench.requestCount(to: "deactivate") == 1)
        #expect(try counts(bench) == [.unexpectedReply: 4, .badSignature: 1])
        // A refusal that says what it means is an answer.
        bench.transport.enqueue(.json(#"{"error":"not found"}"#, status: 404))
        _ = try? bench.run(within: 60) { try await $0.activate(key: key) }
        #expect(try counts(bench) == [.unexpectedReply: 4, .badSignature: 1])
        try bench.finish()
    }

    @Test("every cause with a reply is a kind of its own, and one without is none")
    func causes() {
        let replied: [FailureCause] = [
            .badSignature, .foreignLease, .replayedLease, .unknownKeyID("k9"), .unknownLeaseStatus("x"),
            .malformedLease, .cryptographyUnavailable("x"), .contradictoryReply, .refusedSettings("x"),
            .unexpectedReply(status: 302), .foreignReply, .oversizeReply, .requestRefused(status: 400),
            .serverFault(status: 500), .rateLimited,
        ]
        #expect(replied.compactMap(UnusableReply.init) == UnusableReply.allCases)
        let silent: [FailureCause] = [
            .notConnected, .cannotConnect, .timedOut, .connectionLost, .tlsFailed, .transport("x"),
        ]
        #expect(silent.compactMap(UnusableReply.init).isEmpty)
    }
}
