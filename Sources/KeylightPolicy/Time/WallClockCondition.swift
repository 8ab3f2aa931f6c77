/// Whether the wall clock can be right, judged against trusted time.
public enum WallClockCondition: Sendable, Hashable {
    /// Nothing speaks against it.
    case plausible
    /// It stands this many seconds, more than the tolerance, below trusted time.
    case rolledBack(seconds: Int64)
    /// It stands years before the lease was issued: a machine without a clock battery, not fraud.
    case notSet
    /// It stands past the end of a lease that the server has just issued, so it is not used.
    case ahead(seconds: Int64)
}
