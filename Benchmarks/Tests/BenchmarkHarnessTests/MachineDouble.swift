import BenchmarkHarness

/// A machine whose time passes only when an operation says so.
final class MachineDouble {
    var nanoseconds: UInt64 = 0
    var allocations: UInt64 = 0

    var meter: Meter {
        Meter(now: { self.nanoseconds }, allocationCount: { self.allocations })
    }

    /// An operation that takes so long each time.
    func operation(
        _ name: String,
        nanoseconds: UInt64,
        allocations: UInt64 = 0,
        each: @escaping (Int) -> Void = { _ in }
    ) -> Operation {
        Operation(name) { count in
            self.nanoseconds += nanoseconds * UInt64(count)
            self.allocations += allocations * UInt64(count)
            each(count)
        }
    }
}
