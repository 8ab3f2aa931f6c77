public import KeylightCore

/// One change of the stored record, as a value: it can be applied to a record that another process has
/// changed meanwhile, and applied again after a write that failed.
///
/// Changes that answer a request name the activation they are about and do nothing to a record that holds
/// another: a deactivation or a new activation wins over a late reply.
public enum RecordChange: Sendable, Hashable {
    /// A key was activated. What was held before is to be released.
    case activated(Activation, lease: Lease, licenseEnd: LicenseEnd?, at: TimeAssessment)
    /// The license was confirmed.
    case confirmed(Activation, lease: Lease?, licenseEnd: LicenseEnd?, at: TimeAssessment)
    /// The license was denied.
    case denied(Activation, Denial)
    /// A request was made at this wall time, and automatic ones are not wanted before `notBefore`.
    case attempted(at: Timestamp, notBefore: Timestamp?)
    /// The user gave the license back; the seat is yet to be released.
    case deactivated(Activation)
    /// The license on record is another machine's: forgotten here, while its seat stays that machine's.
    case leftToOtherMachine(Activation)
    /// The server was told of a seat that is free, or says it never was taken.
    case released(PendingRelease)
    /// A seat is held that no license here uses; it is to be released.
    case releaseWanted(PendingRelease)
    /// The trial began.
    case trialStarted(at: Timestamp)
    /// The app has run for so many seconds in all during the trial.
    case trialRan(seconds: Int64)
    /// This moment is known to have been reached.
    case floorRaised(to: Timestamp)
    /// The record vanished from the disk while this was in memory; put back where there is still none.
    case recordLost(LicenseRecord)
    /// The server told the product's settings.
    case settingsReceived(ProductSettings)
    /// An id for reports without a license was made; one that is there already stays.
    case anonymousIDMade(AnonymousID)
    /// The server has taken a report of an install without a license.
    case keylessReported(KeylessReport)
    /// The server does not want automatic requests before this wall time.
    case patienceAsked(until: Timestamp)
}
