import KeylightCore

/// One unbroken series of looks at the refresh lock in which another process held it.
struct HeldElsewhere: Sendable {
    /// When the first of them was.
    var since: ContinuousInstant
    /// The last attempt on record then: with another one the holder has done its work, and a new series begins.
    var lastAttempt: Timestamp?
}
