import BenchmarkHarness
import CAllocationCounter

/// Proof that allocations are counted, made before each run: a counter that stands still would pass every limit.
enum AllocationCheck {
    enum Failure: Error {
        case notCounted(expected: UInt64, actual: UInt64)
        case countedTooMuch(UInt64)
    }

    /// The allocations of this thread so far; nil where they cannot be counted.
    static var count: UInt64? {
        benchmark_counts_allocations() == 1 ? benchmark_allocation_count() : nil
    }

    /// Allocates in known ways, from C and from Swift, and looks whether each was counted.
    static func run() throws {
        guard benchmark_counts_allocations() == 1 else { return }
        var start = benchmark_allocation_count()
        let expected = benchmark_allocate_once_in_every_way()
        var actual = benchmark_allocation_count() - start
        guard actual == expected else { throw Failure.notCounted(expected: expected, actual: actual) }
        // The first array also makes the runtime's description of its type.
        consume(makeArray(1))
        start = benchmark_allocation_count()
        for size in 1...100 { consume(makeArray(size)) }
        actual = benchmark_allocation_count() - start
        guard actual == 100 else { throw Failure.notCounted(expected: 100, actual: actual) }
        start = benchmark_allocation_count()
        var sum = 0
        for number in 1...100 { sum &+= number }
        consume(sum)
        actual = benchmark_allocation_count() - start
        guard actual == 0 else { throw Failure.countedTooMuch(actual) }
    }

    /// One array on the heap.
    @inline(never)
    private static func makeArray(_ size: Int) -> Int {
        let array = [Int](repeating: size, count: size)
        return identity(array).count
    }

    @inline(never)
    @_optimize(none)
    private static func identity(_ array: [Int]) -> [Int] { array }
}
