import KeylightCore

/// What the rules make of a license, before a snapshot is made of it.
///
/// The parts on which state and reason depend, and no more: a snapshot is large, and passing one around while it is
/// being filled took longer than all rules together.
struct Verdict {
    var state: LicenseState
    var reason: LicenseReason
    var rule: ResolutionRule
    var entitlements: Set<Entitlement> = []
    var offlineUntil: Timestamp?
    var isResolved = true
}
