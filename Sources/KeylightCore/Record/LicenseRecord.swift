/// All that is kept between launches: one record, written as a whole.
///
/// Its times are seconds of trusted time. A field that is nil was never set.
public struct LicenseRecord: Sendable, Hashable, Codable {
    /// The schema that this version writes.
    public static let currentSchema = 2

    /// The activation; nil when there is no license.
    public var activation: Activation?
    /// The last good lease of the activation.
    public var lease: Lease?
    /// When the newest lease of the activation was signed; kept when a denial drops the lease itself, so that
    /// an old one, played again, cannot undo the denial.
    public var newestLeaseIssuedAt: Timestamp?
    /// When the license itself ends, as the server last said.
    public var licenseEnd: LicenseEnd?
    /// When the server last confirmed the license: the anchor of the offline cap.
    public var lastValidated: Timestamp?
    /// When the server was last asked, successfully or not, by the wall clock.
    public var lastAttempt: Timestamp?
    /// Before when no automatic request may be made, by the wall clock.
    public var notBefore: Timestamp?
    /// The server's explicit no.
    public var denial: Denial?
    /// A moment that is known to have been reached; time never counts as earlier.
    public var timeFloor: Timestamp?
    /// When the trial began.
    public var trialStart: Timestamp?
    /// For how many seconds the app has run during the trial, by a clock that cannot be set; nil for none
    /// on record.
    public var trialRun: Int64?
    /// What the vendor set at the server.
    public var settings: ProductSettings
    /// Seats that the server has yet to be told are free.
    public var pendingReleases: [PendingRelease]
    /// Under which an install without a license reports itself; nil until the first report was due.
    public var anonymousID: AnonymousID?
    /// The last of those reports that the server has taken.
    public var keylessReport: KeylessReport?

    /// Makes an empty record.
    public init() {
        settings = ProductSettings()
        pendingReleases = []
    }

    /// Whether nothing was ever recorded.
    public var isEmpty: Bool { self == LicenseRecord() }
}
