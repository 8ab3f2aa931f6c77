import BenchmarkHarness
import KeylightCore
import KeylightPolicy

extension Rows {
    /// What the rules cost, which run on each change, each tick and each return to the foreground.
    func decisions() -> [Benchmark] {
        let facts = LicenseFacts(
            record: fixture.record,
            evidence: .trusted(fixture.lease),
            seed: ProductSeed(),
            storage: .readable,
            jitter: 600
        )
        let reading = fixture.clock.now()
        let time = TimeAssessment(now: reading.wall, instant: reading.continuous, wall: reading.wall)
        var attempts = AttemptHistory()
        attempts.adopt(fixture.record, at: time, policy: .standard)
        let policy = LicensePolicy.standard
        return [
            decision("policy decision: state of the license", "Resolver.resolve") { [attempts] count in
                var licensed = 0
                for _ in 0..<count {
                    let snapshot = Resolver.resolve(facts, attempts: attempts, time: time, policy: policy)
                    if snapshot.state == .licensed { licensed += 1 }
                }
                try expect(licensed == count, "licensed")
            },
            decision("policy decision: ask the server now?", "RefreshGate.decide") { [attempts] count in
                var skipped = 0
                for _ in 0..<count {
                    let decision = RefreshGate.decide(
                        .foreground,
                        facts: facts,
                        attempts: attempts,
                        time: time,
                        policy: policy
                    )
                    if decision == .skip(.fresh) { skipped += 1 }
                }
                try expect(skipped == count, "fresh")
            },
        ]
    }

    private func decision(
        _ name: String,
        _ call: String,
        _ repeated: @escaping (Int) throws -> Void
    ) -> Benchmark {
        let bytes = [UInt8](0..<90)
        return Benchmark(
            name,
            subject: Operation(call, repeated: repeated),
            reference: Operation("FNV-1a over 90 bytes") { count in
                var hash: UInt64 = 0
                for _ in 0..<count { hash = fnv1a(bytes, from: hash) }
                consume(Int(truncatingIfNeeded: hash))
            },
            ratioGoal: 1,
            allocationGoal: 0,
            shortfall: Benchmark.Shortfall(
                ratio: 1.6,
                reason:
                    "the reference only multiplies; a machine with slow memory or other work beside shifts it"
            )
        )
    }
}
