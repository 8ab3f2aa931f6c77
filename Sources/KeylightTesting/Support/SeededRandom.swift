import KeylightCore

/// Random bits that are the same in every run, for request ids, retries and property tests.
///
/// ```swift
/// let random = SeededRandom(seed: 1)
/// let engine = LicenseEngine(…, randomBits: { random.next() })
/// ```
///
/// It is SplitMix64 (Steele, Lea and Flood, 2014): well mixed for any seed, and no good for secrets.
public final class SeededRandom: Sendable {
    private let state: Locked<UInt64>

    /// Makes a generator; the same seed gives the same bits.
    public init(seed: UInt64) {
        state = Locked(seed)
    }

    /// The next 32 bits.
    public func next() -> UInt32 { UInt32(truncatingIfNeeded: next64() >> 32) }

    /// The next 64 bits.
    public func next64() -> UInt64 {
        state.withLock { state in
            state &+= 0x9e37_79b9_7f4a_7c15
            var bits = state
            bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
            bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
            return bits ^ (bits >> 31)
        }
    }
}
