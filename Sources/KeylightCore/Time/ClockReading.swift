/// Both clocks of the machine, read together.
///
/// An operation reads the time once and hands this value to every rule, so that all of them decide about
/// the same moment.
public struct ClockReading: Sendable, Hashable {
    /// What the wall clock says; users, time servers and restored machines move it at will.
    public var wall: Timestamp
    /// What the continuous clock says; it runs in sleep and nobody can set it.
    public var continuous: ContinuousInstant

    /// Makes a reading of both clocks.
    public init(wall: Timestamp, continuous: ContinuousInstant) {
        self.wall = wall
        self.continuous = continuous
    }
}
