/// A random generator (SplitMix64) that gives the same numbers for the same seed, so that a property that
/// failed fails again.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// One of the values; the list is not empty.
    mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &self)]
    }

    mutating func seconds(_ range: ClosedRange<Int64>) -> Int64 { .random(in: range, using: &self) }

    mutating func flip() -> Bool { .random(using: &self) }
}
