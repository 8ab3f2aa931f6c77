import Testing

@Suite("Mutation (test double)")
struct MutationTests {
    @Test("the same seed gives the same damage, and another seed other damage")
    func deterministic() {
        let text = Array("{\"valid\":true}".utf8)
        func series(_ seed: UInt64) -> [[UInt8]] {
            var generator = SeededGenerator(seed: seed)
            return (0..<50).map { _ in Mutation.mutated(text, with: &generator) }
        }
        #expect(series(1) == series(1))
        #expect(series(1) != series(2))
        #expect(series(1).filter { $0 != text }.count > 40)
    }

    @Test("an empty text can be damaged, too")
    func empty() {
        var generator = SeededGenerator(seed: 3)
        #expect(!Mutation.mutated([], with: &generator).isEmpty)
    }
}
