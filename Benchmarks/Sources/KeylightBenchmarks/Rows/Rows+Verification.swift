import BenchmarkHarness
import KeylightCore
import KeylightTransport
import KeylightVerification

extension Rows {
    /// What the SDK adds to the one call that does the work: the signed text, the key's look-up.
    func leaseVerification() throws -> Benchmark {
        let verifier = LeaseVerifier(trustedKeys: fixture.trustedKeys)
        let lease = fixture.lease
        let now = fixture.clock.wall
        return Benchmark(
            "lease verification",
            subject: Operation("LeaseVerifier.verify") {
                let found = try verifier.verify(lease, at: now)
                try expect(found.signatureValid && !found.expired, "\(found)")
            },
            reference: rawVerification,
            ratioGoal: 1.10,
            allocationGoal: 30
        )
    }

    /// From what the network brought to a lease that can be believed.
    func replyToLease() throws -> Benchmark {
        let decoder = ReplyDecoder(verifier: LeaseVerifier(trustedKeys: fixture.trustedKeys))
        return Benchmark(
            "reply bytes to trusted lease",
            subject: Operation("ReplyDecoder.decode") { [fixture] in
                let reply = decoder.decode(
                    fixture.reply,
                    requestID: fixture.requestID,
                    now: fixture.clock.wall
                )
                guard case .trusted? = reply.body?.lease else { throw Fixture.Problem.unexpected("\(reply)") }
            },
            reference: rawVerification,
            ratioGoal: 1.30,
            allocationGoal: 110
        )
    }
}
