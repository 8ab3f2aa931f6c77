/// What the app may do now.
///
/// Only `licensed`, and `trial` with days left, are entitled. `isEntitled` on the snapshot says so; do not
/// compare states to find out.
public enum LicenseState: Sendable, Hashable {
    /// A trial is running; the days that are left, rounded up, at least 1.
    case trial(daysLeft: Int64)
    /// A signed lease of the server holds.
    case licensed
    /// The license has ended, and the vendor lets the product go on with less.
    case limited
    /// No license and no trial; the product has a free tier.
    case freeTier
    /// Nothing holds any more, or nothing ever did; the snapshot's reason tells which.
    case expired
    /// The server said explicitly that the license is not valid.
    case invalid
}

extension LicenseState: CustomStringConvertible {
    /// The state as one word, and the days for a trial: `licensed`, `trial(3)`.
    public var description: String {
        switch self {
        case .trial(let daysLeft): "trial(\(daysLeft))"
        case .licensed: "licensed"
        case .limited: "limited"
        case .freeTier: "freeTier"
        case .expired: "expired"
        case .invalid: "invalid"
        }
    }
}
