import KeylightCore
import KeylightEngine
import KeylightLeaseStore
import KeylightPolicy
import KeylightTestSupport
import KeylightTesting
import KeylightTransport
import Testing

/// Two processes on one store, one of which cannot write for a while.
@Suite("The order of two processes' answers")
struct AnswerOrderTests {
    /// A process that cannot write, and a sibling that can.
    private struct Pair {
        let bench: LicenseBench
        let troubled: LicenseEngine
        let store: FailingStore
        let sibling: LicenseEngine

        init() throws {
            bench = try LicenseBench.licensed()
            bench.endProcess()
            let shared = SharedMemoryStore(bench.memory)
            store = FailingStore(wrapping: shared.open(isWatchable: false))
            troubled = bench.makeEngine(over: store)
            sibling = bench.makeEngine(over: shared.open(isWatchable: false))
            try bench.advance(by: 60)
            store.failUpdates(with: .writeFailed("disk full"))
        }

        func validate(_ engine: LicenseEngine, _ reply: ScriptedReply) throws {
            bench.transport.enqueue(reply)
            try bench.simulation.run { _ = try await engine.validate() }
        }
    }

    /// How the wall clock is set between the two answers: a second and days ahead at the first, or behind.
    private static let moves: [Int64] = [-3 * Seconds.day, -1, 0, 1, 3 * Seconds.day]

    @Test("a denial that could not be written takes nothing from a later confirmation", arguments: moves)
    func lateDenial(move: Int64) throws {
        let pair = try Pair()
        try pair.bench.simulation.moveWall(by: move)
        try pair.validate(pair.troubled, pair.bench.denied)
        #expect(pair.troubled.snapshot.state == .invalid)
        #expect(pair.troubled.snapshot.persistence == .failing("disk full"))
        try pair.bench.simulation.moveWall(by: -move)
        let lease = try pair.bench.lease(entitlements: ["new"])
        try pair.validate(pair.sibling, pair.bench.valid(lease))
        pair.store.recover()
        try pair.bench.advance(by: 60)
        #expect(try pair.bench.record.denial == nil)
        #expect(try pair.bench.record.lease == lease)
        #expect(pair.troubled.snapshot.persistence == .saved)
        #expect(pair.troubled.snapshot.state == .licensed)
        #expect(pair.troubled.snapshot.entitlements == ["new"])
        #expect(pair.sibling.snapshot.state == .licensed)
    }

    @Test("a confirmation that could not be written does not undo a later denial", arguments: moves)
    func lateConfirmation(move: Int64) throws {
        let pair = try Pair()
        try pair.validate(pair.troubled, pair.bench.valid())
        #expect(pair.troubled.snapshot.persistence == .failing("disk full"))
        try pair.bench.simulation.moveWall(by: move)
        try pair.validate(pair.sibling, pair.bench.denied)
        try pair.bench.simulation.moveWall(by: -move)
        pair.store.recover()
        try pair.bench.advance(by: 60)
        #expect(try pair.bench.record.denial != nil)
        #expect(try pair.bench.record.lease == nil)
        #expect(pair.troubled.snapshot.state == .invalid)
        #expect(pair.troubled.snapshot.persistence == .saved)
    }

    @Test("an answer that came after all others counts, however late it is written", arguments: moves)
    func lastAnswer(move: Int64) throws {
        let pair = try Pair()
        try pair.validate(pair.sibling, pair.bench.denied)
        try pair.bench.simulation.moveWall(by: move)
        try pair.bench.advance(by: 1)
        let lease = try pair.bench.lease(issuedAt: pair.bench.simulation.clock.trueTime)
        try pair.validate(pair.troubled, pair.bench.valid(lease))
        #expect(pair.troubled.snapshot.state == .licensed)
        pair.store.recover()
        try pair.bench.advance(by: 60)
        #expect(try pair.bench.record.denial == nil)
        #expect(try pair.bench.record.lease == lease)
    }

    @Test("a process that cannot write for a month holds a handful of changes, and writes them in one go")
    func bounded() throws {
        let pair = try Pair()
        pair.bench.transport.fallback = .reply(pair.bench.validWhenAsked())
        try pair.bench.advance(by: 30 * Seconds.day)
        pair.store.recover()
        let updates = pair.store.counts.updates
        try pair.bench.advance(by: 15 * Seconds.minute)
        #expect(pair.troubled.snapshot.persistence == .saved)
        #expect((1...2).contains(pair.store.counts.updates - updates))
    }
}
