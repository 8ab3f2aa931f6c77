/// Everything that is known about the license at one moment; immutable, and the only thing that is read.
///
/// State, entitlements, reason and dates are decided together, so two readers can never disagree: the
/// manager, `hasEntitlement`, streams, events and the command-line tool all show one snapshot.
public struct LicenseSnapshot: Sendable, Hashable {
    /// Grows by at least one with each snapshot that is published.
    public var sequence: UInt64
    /// What the app may do.
    public var state: LicenseState
    /// Why.
    public var reason: LicenseReason
    /// Which rule of the resolver decided.
    public var rule: ResolutionRule
    /// What the license allows; empty unless the state is `licensed`.
    public var entitlements: Set<Entitlement>
    /// The very second at which the state stops being entitled without a network; nil when it is not
    /// entitled now.
    public var offlineUntil: Timestamp?
    /// When the SDK next asks the server by itself; nil when it has no reason to.
    public var nextCheck: Timestamp?
    /// When the license itself ends, as the server last said (unsigned, for display); nil when it said nothing.
    public var licenseEnd: LicenseEnd?
    /// When the server last confirmed the license; nil when it never did.
    public var lastValidated: Timestamp?
    /// Whether a license key is stored.
    public var hasLicenseKey: Bool
    /// False while the store cannot be read: then `state` is not a verdict, and nothing should be taken away.
    public var isResolved: Bool
    /// What a person should hear of while there is time left.
    public var warning: LicenseWarning?
    /// Whether what is in memory is also on disk.
    public var persistence: PersistenceCondition

    /// Makes a snapshot; apps read them, tests and the resolver make them.
    public init(
        sequence: UInt64 = 0,
        state: LicenseState,
        reason: LicenseReason,
        rule: ResolutionRule,
        entitlements: Set<Entitlement> = [],
        offlineUntil: Timestamp? = nil,
        nextCheck: Timestamp? = nil,
        licenseEnd: LicenseEnd? = nil,
        lastValidated: Timestamp? = nil,
        hasLicenseKey: Bool = false,
        isResolved: Bool = true,
        warning: LicenseWarning? = nil,
        persistence: PersistenceCondition = .saved
    ) {
        self.sequence = sequence
        self.state = state
        self.reason = reason
        self.rule = rule
        self.entitlements = entitlements
        self.offlineUntil = offlineUntil
        self.nextCheck = nextCheck
        self.licenseEnd = licenseEnd
        self.lastValidated = lastValidated
        self.hasLicenseKey = hasLicenseKey
        self.isResolved = isResolved
        self.warning = warning
        self.persistence = persistence
    }

    /// Whether the app should work in full: `licensed`, or a trial with days left.
    public var isEntitled: Bool {
        switch state {
        case .licensed: true
        case .trial(let daysLeft): daysLeft > 0
        case .limited, .freeTier, .expired, .invalid: false
        }
    }

    /// Whether the license allows this.
    public func hasEntitlement(_ entitlement: Entitlement) -> Bool {
        entitlements.contains(entitlement)
    }
}
