import KeylightCore

/// An activation that is under way, for those who want the same and for those who have to wait for its end.
struct ActivationUnderWay: Sendable {
    /// The key that is being activated.
    let key: LicenseKey
    /// What comes of it.
    let outcome: SharedOutcome<Result<LicenseSnapshot, KeylightError>>
    /// The generation of the license for which it counts; in a later one its seat only goes back.
    var generation: UInt64
    /// Whether the server's answer is there.
    var isAnswered = false
}
