import KeylightCore
import KeylightPolicy
import Testing

/// Between two looks at the clocks with no fresh signed answer in between, in one process:
/// trusted time moves on by at least what the continuous clock moved, less what the wall clock was set back;
/// and what is proven (a floor, a signed time) always moves on in full.
@Suite("TrustedTime: properties")
struct TrustedTimePropertyTests {
    private struct Script {
        var bench = ClockBench()
        /// Moments that are proven, and when that was known; cleared by a fresh signed answer.
        var proofs: [(time: Int64, instant: Int64)] = []
        /// What the wall clock said when it was looked at.
        var walls: [(time: Int64, instant: Int64)] = []
        var last: (now: Int64, wall: Int64, instant: Int64)?

        func latest(_ moments: [(time: Int64, instant: Int64)]) -> Int64? {
            moments.map { $0.time + bench.continuous - $0.instant }.max()
        }

        mutating func prove(_ time: Int64) { proofs.append((time, bench.continuous)) }

        mutating func reanchor(_ time: Int64) {
            proofs = []
            walls = []
            last = nil
            prove(time)
        }
    }

    private static func step(_ script: inout Script, _ random: inout SeededGenerator) {
        switch random.seconds(0...11) {
        case 0...2: script.bench.advance(random.pick([0, 1, 59, 600, 3_599, 3_600, 3_601, 20_000]))
        case 3, 4:
            script.bench.moveWall(
                random.pick([-400 * 86_400, -7_200, -3_601, -61, -60, -1, 1, 60, 61, 3_600, 9 * 86_400])
            )
        case 5, 6:
            let issued = script.bench.wall + random.pick([-10 * 86_400, -3_601, -5, 0, 5, 3_601])
            let isFresh = random.flip()
            if isFresh { script.reanchor(issued) } else { script.prove(issued) }
            script.bench.acceptSigned(issued, isFresh: isFresh)
        case 7:
            let floor = script.bench.wall + random.pick([-86_400, -901, 0, 901, 86_400])
            let isReanchor = random.seconds(0...3) == 0
            if isReanchor { script.reanchor(floor) } else { script.prove(floor) }
            script.bench.adopt(floor: floor, reanchor: isReanchor)
        case 8: script.bench.trusted.forgetSigned()
        default: break
        }
    }

    private static func check(_ script: inout Script, seed: UInt64) throws {
        let bench = script.bench
        let before = bench.now
        script.bench.observe()
        let now = script.bench.now
        try #require(before == now, "a look changes nothing that was seen, seed \(seed)")
        script.walls.append((bench.wall, bench.continuous))
        if let proven = script.latest(script.proofs) {
            try #require(now >= proven, "slower than what is proven, seed \(seed)")
        }
        let known = [script.latest(script.proofs), script.latest(script.walls)].compactMap(\.self).max()
        try #require(now <= known ?? now, "later than anything that was ever said, seed \(seed)")
        if let last = script.last {
            let elapsed = bench.continuous - last.instant
            let setBack = max(0, elapsed - (bench.wall - last.wall))
            try #require(now >= last.now + elapsed - setBack, "time went back, seed \(seed)")
            if last.now > last.wall, setBack > 0 {
                try #require(now >= last.now + elapsed, "proven time went back, seed \(seed)")
            }
        }
        if let floor = script.bench.finalFloor {
            try #require(floor <= now, "a floor in the future, seed \(seed)")
        }
        script.last = (now, bench.wall, bench.continuous)
    }

    @Test(
        "over 20,000 random scripts, time goes back only with a wall clock that was set back, or a fresh answer"
    )
    func monotonic() throws {
        for seed in UInt64(0)..<20_000 {
            var random = SeededGenerator(seed: seed)
            var script = Script()
            for _ in 0..<8 {
                Self.step(&script, &random)
                try Self.check(&script, seed: seed)
            }
        }
    }

    @Test("jumps of less than an hour each leave no trace in the floor, over 500 random scripts")
    func shortJumps() throws {
        for seed in UInt64(0)..<500 {
            var random = SeededGenerator(seed: seed)
            var bench = ClockBench()
            bench.adopt(floor: 0)
            bench.observe()
            for _ in 0..<6 {
                let jump = random.seconds(61...4_000 * Fixture.day)
                bench.moveWall(jump)
                bench.run(random.seconds(0...3_599))
                bench.moveWall(-jump)
                bench.run(random.seconds(0...7_200))
                try #require(bench.now == bench.wall, "seed \(seed)")
                try #require(bench.finalFloor ?? 0 <= bench.wall, "seed \(seed)")
            }
        }
    }
}
