import Keylight
import KeylightPolicy

extension LicenseState {
    /// The state as a word without its number.
    var name: String {
        switch self {
        case .trial: "trial"
        case .licensed: "licensed"
        case .limited: "limited"
        case .freeTier: "free_tier"
        case .expired: "expired"
        case .invalid: "invalid"
        }
    }

    /// The days of a trial; nil for any other state.
    var daysLeft: Int64? {
        if case .trial(let days) = self { days } else { nil }
    }
}

extension LicenseReason {
    /// The reason as a word that scripts may compare.
    var name: String {
        switch self {
        case .leaseActive: "lease_active"
        case .fallbackLease: "fallback_lease"
        case .licenseEnded: "license_ended"
        case .denied: "denied"
        case .offlineLeaseEnded: "offline_lease_ended"
        case .offlineCapReached: "offline_cap_reached"
        case .neverConfirmed: "never_confirmed"
        case .leaseNotTrusted: "lease_not_trusted"
        case .trialRunning: "trial_running"
        case .trialEnded: "trial_ended"
        case .freeTier: "free_tier"
        case .notActivated: "not_activated"
        case .movedDevice: "moved_device"
        case .clockRolledBack: "clock_rolled_back"
        case .storageUnavailable: "storage_unavailable"
        case .recordCorrupt: "record_corrupt"
        case .newerSchema: "newer_schema"
        }
    }
}

extension ResolutionRule {
    /// The rule as a word that scripts may compare.
    var name: String {
        switch self {
        case .undetermined: "undetermined"
        case .storedDenial: "stored_denial"
        case .usableLease: "usable_lease"
        case .leaseStatus: "lease_status"
        case .keyWithoutUsableLease: "key_without_usable_lease"
        case .trial: "trial"
        case .freeTier: "free_tier"
        case .nothingHeld: "nothing_held"
        }
    }
}

extension WallClockCondition {
    /// The condition as a word that scripts may compare.
    var name: String {
        switch self {
        case .plausible: "plausible"
        case .rolledBack: "rolled_back"
        case .notSet: "not_set"
        case .ahead: "ahead"
        }
    }
}

extension KeylightError.Kind {
    /// The kind as a word that scripts may compare.
    var name: String {
        switch self {
        case .invalidConfiguration: "invalid_configuration"
        case .invalidLicenseKey: "invalid_license_key"
        case .noLicenseKey: "no_license_key"
        case .movedDevice: "moved_device"
        case .askedElsewhere: "asked_elsewhere"
        case .refused: "refused"
        case .seatLimitReached: "seat_limit_reached"
        case .licenseNotFound: "license_not_found"
        case .noAnswer: "no_answer"
        case .notBefore: "not_before"
        case .superseded: "superseded"
        case .storage: "storage"
        }
    }
}

extension RefreshResult {
    /// The result as a command reports it.
    var report: VerdictReport.Result {
        switch self {
        case .skipped(let reason):
            VerdictReport.Result(
                name: "skipped",
                skipReason: reason.name,
                waitSeconds: reason.waitSeconds,
                text: "not asked: \(reason.text)"
            )
        case .confirmed: VerdictReport.Result(name: "confirmed")
        case .denied: VerdictReport.Result(name: "denied")
        case .unknown: VerdictReport.Result(name: "unknown", text: "nothing learnt")
        case .superseded: VerdictReport.Result(name: "superseded")
        }
    }
}

extension RefreshSkipReason {
    fileprivate var name: String {
        switch self {
        case .noLicenseKey: "no_license_key"
        case .storageUnavailable: "storage_unavailable"
        case .movedDevice: "moved_device"
        case .readOnly: "read_only"
        case .askedElsewhere: "asked_elsewhere"
        case .debounced: "debounced"
        case .fresh: "fresh"
        case .notBefore: "not_before"
        }
    }

    fileprivate var waitSeconds: Int64? {
        switch self {
        case .debounced(let seconds), .notBefore(let seconds): seconds
        case .noLicenseKey, .storageUnavailable, .movedDevice, .readOnly, .askedElsewhere, .fresh: nil
        }
    }

    fileprivate var text: String {
        switch self {
        case .noLicenseKey: "no license key is stored"
        case .storageUnavailable: "the store cannot be read"
        case .movedDevice: "the license was activated on another machine; activate it here"
        case .readOnly: "this process only reads"
        case .askedElsewhere: "another process is asking"
        case .debounced(let seconds): "asked a short time ago, again in \(seconds) s"
        case .fresh: "the last confirmation is recent"
        case .notBefore(let seconds): "the server asked for patience, again in \(seconds) s"
        }
    }
}
