public import KeylightCore

/// The numbers of the rules that a product may want to set, in seconds unless it says otherwise.
///
/// Some more stand where they are used, since setting them would only break something: how much older than the stored
/// one a lease may be (``LeaseBinding/replayTolerance``, 300), how far a time server may nudge the wall clock without
/// its being another course, and a trial's start (60 each), how long another process may hold the refresh lock (120),
/// and the skew for signed settings (300, the service's own). Attempts and time limits of one call are the transport's
/// `RetryPolicy`.
///
/// ```swift
/// var policy = LicensePolicy.standard
/// policy.maxOfflineDays = 30
/// ```
public struct LicensePolicy: Sendable, Hashable {
    /// Least time between two automatic requests; failed ones count. 5 min: one foreground event is as good
    /// as fifty.
    public var debounce: Int64 = 5 * Seconds.minute
    /// A lease with this much left or less is near its expiry. 24 h: a day of trouble is survived.
    public var nearExpiry: Int64 = 24 * Seconds.hour
    /// A success older than this is stale. 6 h: a revocation is noticed within a working day.
    public var staleAfter: Int64 = 6 * Seconds.hour
    /// How long before a lease's end the scheduled refresh runs. 1 h: a wake-up may be 40 min late.
    public var scheduleLead: Int64 = Seconds.hour
    /// The scheduled refresh runs up to this much earlier still, by a fixed share per install, so that a
    /// fleet does not call in one second. 10 min; 0 for exact times in tests.
    public var scheduleJitter: Int64 = 10 * Seconds.minute
    /// Days that a lease is honoured without an online check; nil turns the cap off. 15.
    public var maxOfflineDays: Int64? = 15
    /// Seconds that a lease is honoured past its end, for clocks that differ. 300, as the service's own
    /// verifiers have it.
    public var leaseSkew: Int64 = 300
    /// A wall clock this much or less below trusted time is drift, not a rollback. 1 h.
    public var rollbackTolerance: Int64 = Seconds.hour
    /// What a rollback does to the state. It is reported; denying is for products that ask for it.
    public var clockRollbackResponse: ClockRollbackResponse = .report
    /// A wall clock this far before the lease's issue was never set. 365 days.
    public var unsetClockDistance: Int64 = 365 * Seconds.day
    /// A wall clock before this was never set, and starts no trial. 2020: this SDK is younger.
    public var earliestWallClock = Timestamp(1_577_836_800)
    /// How long a forward jump of the wall clock must last, on the continuous clock, to be believed for
    /// good. 1 h.
    public var jumpConfirmation: Int64 = Seconds.hour
    /// The time floor is written when it has moved this far. 15 min.
    public var floorStep: Int64 = 15 * Seconds.minute
    /// The longest wait in one piece; deadlines are computed afresh after it. 15 min.
    public var longestHop: Int64 = 15 * Seconds.minute
    /// Waits after the first, second, … failure of a due check; the last one repeats. 30 s, 1, 5, 15 min.
    public var retryLadder: [Int64] = [30, Seconds.minute, 5 * Seconds.minute, 15 * Seconds.minute]
    /// Wait between checks once the lease has ended. 1 h.
    public var retryAfterEnd: Int64 = Seconds.hour
    /// Wait between checks while the server's last word was no, or that the license ended. 6 h: a renewal
    /// is noticed by an app that is never brought to the foreground.
    public var recoveryInterval: Int64 = 6 * Seconds.hour
    /// Least and most that `Retry-After` is honoured. 1 s and 1 h.
    public var retryAfterLimits: ClosedRange<Int64> = 1...Seconds.hour
    /// Least time between two `activeRevalidate()` requests. 60 s.
    public var activeRevalidateInterval: Int64 = Seconds.minute
    /// A warning is shown when the state would change within this time and the last check failed. 48 h.
    public var warningLead: Int64 = 48 * Seconds.hour

    /// Waits before the repetitions of a check that failed right after the machine woke up, when name service
    /// and Wi-Fi are often not there yet. 5, 10 and 30 s; then the ladder goes on from its start.
    public var wakeRetries: [Int64] = [5, 10, 30]
    /// After a wake-up the event `expired` (not the state) waits this long for one attempt to end. 30 s.
    public var wakeEventPatience: Int64 = 30
    /// A timer that rings this much too late has been asleep with the machine. 30 s.
    public var wakeLateness: Int64 = 30
    /// How long a verdict that is due waits for the store's answer; then it is made from what is in memory. 1 s: a read
    /// takes milliseconds, and a license that another process has renewed must not seem to have ended for a moment.
    public var storePatience: Int64 = 1

    /// Least time between two reports of an install without a license that say the same. 24 h.
    public var keylessDebounce: Int64 = 24 * Seconds.hour
    /// How often it is looked whether such a report is due. 6 h.
    public var keylessHeartbeat: Int64 = 6 * Seconds.hour
    /// Waits before an activation is repeated whose key was not found, when the app wants that: a key that was
    /// just bought can take a minute or two to arrive. 30 s, 1 min and then each 2 min.
    public var notFoundRetries: [Int64] = [30, Seconds.minute, 2 * Seconds.minute]

    /// How often a release is asked for within the debounce's rhythm when the server refuses it. 3: what the
    /// first three did not bring is a matter of the vendor's settings.
    public var refusedReleaseTries: Int64 = 3
    /// How often it is asked for after that, in one process. 24 h: the seat is not given up.
    public var refusedReleaseInterval: Int64 = 24 * Seconds.hour

    /// The numbers of the service's documentation.
    public static let standard = LicensePolicy()

    /// Makes a policy with the standard numbers.
    public init() {}

    /// ``maxOfflineDays`` in seconds.
    var offlineCap: Int64? { maxOfflineDays.map { Seconds.product($0, Seconds.day) } }
}
