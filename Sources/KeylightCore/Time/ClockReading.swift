/// Both clocks of the machine, read together.
///
/// An operation reads the time once and hands this value to every rule, so that all of them decide about
/// the same moment.
public struct ClockReading: Sendable, Hashable {
    /// What the wall clock says; users, time servers and restored machines move it at will.
    public var wall: Timestamp
    /// Nanoseconds of the wall clock's present second that have passed, 0 to 999,999,999.
    ///
    /// No rule compares them; they tell a timer when the next second begins.
    public var wallFraction: Int64
    /// What the continuous clock says; it runs in sleep and nobody can set it.
    public var continuous: ContinuousInstant

    /// Makes a reading of both clocks.
    public init(wall: Timestamp, wallFraction: Int64 = 0, continuous: ContinuousInstant) {
        self.wall = wall
        self.wallFraction = wallFraction
        self.continuous = continuous
    }
}
