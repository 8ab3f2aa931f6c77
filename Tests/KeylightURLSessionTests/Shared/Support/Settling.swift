/// Waits until a count has come down to a limit; false when it does not.
///
/// What a stack closes on a thread of its own is closed soon, and nobody tells when. So this lets the others run and
/// looks again, often, without a clock.
func settles(at limit: Int, _ count: () -> Int) async -> Bool {
    for _ in 0..<200_000 {
        if count() <= limit { return true }
        for _ in 0..<10 { await Task.yield() }
    }
    return false
}
