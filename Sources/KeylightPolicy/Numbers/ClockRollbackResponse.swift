/// What a wall clock that was set back does to the state.
public enum ClockRollbackResponse: Sendable, Hashable {
    /// It shows as the reason and makes a refresh due; setting the clock back gains nothing anyway.
    case report
    /// The license, or the trial, counts as `invalid` until the clock is right again or a signed answer comes.
    ///
    /// For products that want it; it also hits honest people whose clock is wrong.
    case deny
}
