/// Why the state is what it is, with the evidence and its date.
@nonexhaustive
public enum LicenseReason: Sendable, Hashable {
    /// A signed lease holds until this moment.
    case leaseActive(until: Timestamp)
    /// The signed lease says that the license has ended and the product goes on with less.
    case fallbackLease
    /// The signed lease says that the license has ended.
    case licenseEnded
    /// The server denied the license.
    case denied(Denial)
    /// The lease ended at this moment and nobody could be asked for a new one.
    case offlineLeaseEnded(at: Timestamp)
    /// The time that the app may go without an online check is over; nil: no check is on record.
    case offlineCapReached(lastValidated: Timestamp?)
    /// A key is stored but no lease was ever received for it, or none is left.
    case neverConfirmed
    /// A lease is stored but this version of the app does not trust the key that signed it.
    case leaseNotTrusted(kid: String)
    /// The trial is running.
    case trialRunning
    /// The trial is over.
    case trialEnded
    /// The product has a free tier and there is no license.
    case freeTier
    /// No license was ever activated here.
    case notActivated
    /// The record was copied here from another machine; its key can be activated here, its seat is not used.
    case movedDevice
    /// The wall clock stands this many seconds below the time that is known to have been reached.
    case clockRolledBack(seconds: Int64)
    /// The store could not be read, so nothing is known yet; the text says why.
    case storageUnavailable(String)
    /// The stored record was damaged and has been moved aside.
    case recordCorrupt
    /// The stored record was written by a newer version of the SDK and is left untouched.
    case newerSchema(Int)
}

extension LicenseReason: CustomStringConvertible {
    /// A short phrase for logs and support, safe to paste.
    public var description: String {
        switch self {
        case .leaseActive(let end): "lease holds until \(end)"
        case .fallbackLease: "license ended, product goes on with less"
        case .licenseEnded: "license ended"
        case .denied(let denial): "denied at \(denial.date)\(denial.requestID.map { " [\($0)]" } ?? "")"
        case .offlineLeaseEnded(let end): "lease ended at \(end) without a new one"
        case .offlineCapReached(let last):
            last.map { "offline cap reached, last online check at \($0)" }
                ?? "offline cap reached, no online check on record"
        case .neverConfirmed: "the license key has no confirmed lease"
        case .leaseNotTrusted(let kid): "lease signed by key \(kid), which this app does not trust"
        case .trialRunning: "trial running"
        case .trialEnded: "trial ended"
        case .freeTier: "free tier"
        case .notActivated: "not activated"
        case .movedDevice: "license was activated on another machine"
        case .clockRolledBack(let seconds): "clock set back by \(seconds) s"
        case .storageUnavailable(let cause): "license storage unavailable: \(cause)"
        case .recordCorrupt: "stored license record was damaged and moved aside"
        case .newerSchema(let schema): "license record has newer schema \(schema)"
        }
    }
}
