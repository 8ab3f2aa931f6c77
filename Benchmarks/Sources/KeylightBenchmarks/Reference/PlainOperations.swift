import Synchronization

/// One atomic load behind a function call, as the question for an entitlement is behind one.
final class AtomicFlag: Sendable {
    private let flag = Atomic<Bool>(true)

    @inline(never)
    func load() -> Bool { flag.load(ordering: .acquiring) }
}

/// FNV-1a: a chain of multiplications each of which needs the one before, so that neither a compiler nor
/// a processor can shorten it. Four cycles or five for each byte.
///
/// - Parameter hash: the hash before; each call needs the last one's result, or the compiler would call it only once.
@inline(never)
func fnv1a(_ bytes: [UInt8], from hash: UInt64 = 0xcbf2_9ce4_8422_2325) -> UInt64 {
    var hash = hash
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    return hash
}
