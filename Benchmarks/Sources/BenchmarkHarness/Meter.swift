/// Measures rows.
///
/// Subject and reference take turns, so that whatever slows the machine down for a while slows down both, and the
/// ratio is taken within each turn. No absolute time is judged.
public struct Meter {
    /// How many turns a measurement takes at first; a repeated one takes more.
    public var rounds = 101
    /// How long one batch takes at least, in nanoseconds: far above what a clock reading costs, and below the time
    /// slice of a scheduler, so that most batches run undisturbed.
    public var batchNanoseconds: UInt64 = 500_000

    private let now: () -> UInt64
    private let allocationCount: () -> UInt64?

    /// Makes a meter.
    ///
    /// - Parameters:
    ///   - now: nanoseconds of a clock that never goes back.
    ///   - allocationCount: allocations of this thread so far; nil where they cannot be counted.
    public init(now: @escaping () -> UInt64, allocationCount: @escaping () -> UInt64?) {
        self.now = now
        self.allocationCount = allocationCount
    }

    /// Measures a row.
    ///
    /// - Parameter factor: how many times as many rounds as usual.
    /// - Throws: what the operations throw.
    public func measure(_ benchmark: Benchmark, factor: Int = 1) throws -> Measurement {
        let subject = benchmark.subject
        let reference = benchmark.reference
        // Finding the size of a batch is the warm-up as well.
        let subjectCount = try batchSize(subject)
        let referenceCount = try batchSize(reference)
        let allocations = try allocations(subject, sample: max(1, benchmark.effort.allocationSample))
        var subjectTimes: [Double] = []
        var referenceTimes: [Double] = []
        let rounds = max(1, (benchmark.effort.rounds ?? rounds) * factor)
        for _ in 0..<rounds {
            subjectTimes.append(try time(subject, subjectCount))
            referenceTimes.append(try time(reference, referenceCount))
        }
        let ratios = zip(subjectTimes, referenceTimes).map { $0 / max($1, .leastNonzeroMagnitude) }
        return Measurement(
            subjectNanoseconds: median(subjectTimes) ?? 0,
            referenceNanoseconds: median(referenceTimes) ?? 0,
            ratio: median(ratios) ?? 0,
            allocations: allocations,
            rounds: rounds
        )
    }

    /// Nanoseconds of one operation in a batch.
    private func time(_ operation: Operation, _ count: Int) throws -> Double {
        let start = now()
        try operation.repeated(count)
        return Double(now() - start) / Double(count)
    }

    /// How many operations fill a batch: doubled until they do, twice in a row, since the first may be cold.
    private func batchSize(_ operation: Operation) throws -> Int {
        var count = 1
        var fills = 0
        while fills < 2, count < 1 << 30 {
            let start = now()
            try operation.repeated(count)
            if now() - start >= batchNanoseconds {
                fills += 1
            } else {
                fills = 0
                count *= 2
            }
        }
        return count
    }

    private func allocations(_ operation: Operation, sample count: Int) throws -> Double? {
        guard let start = allocationCount() else { return nil }
        try operation.repeated(count)
        guard let end = allocationCount() else { return nil }
        return Double(end - start) / Double(count)
    }
}
