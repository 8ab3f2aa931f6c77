public import KeylightCore

extension LicenseRecord {
    /// Applies a change to this record, by the rules of merging: newer leases win, floors only rise except
    /// by a fresh signed answer, the earliest trial start stays.
    ///
    /// Of two processes' answers the later one stays. A denial that was to be written earlier and could not be is dropped
    /// where another process has since been confirmed, and a confirmation where another has since been denied. When
    /// nobody can say which was later, since two processes asked at once, the one that was stored first stays; the
    /// next check tells.
    ///
    /// - Parameter answer: what was known of the server's answers when the change was made; nil for a change that
    ///   is just being made on top of this very record.
    public mutating func apply(_ change: RecordChange, knowing answer: KnownAnswer? = nil) {
        switch change {
        case .activated(let activation, let lease, let licenseEnd, let time):
            activate(activation, lease: lease, licenseEnd: licenseEnd, at: time)
        case .confirmed(let activation, let lease, let licenseEnd, let time):
            guard isAbout(activation), answer == nil || denial == nil || denial == answer?.denial else {
                return
            }
            let isLate = answer.map { $0.lastValidated != lastValidated } ?? false
            confirm(lease: lease, licenseEnd: licenseEnd, at: time, isLate: isLate)
        case .denied(let activation, let denial):
            guard isAbout(activation), answer == nil || answer == knownAnswer else { return }
            newestLeaseIssuedAt = [newestLeaseIssuedAt, lease?.issuedAt].compactMap(\.self).max()
            lease = nil
            self.denial = denial
        case .attempted(let time, let notBefore):
            lastAttempt = time
            self.notBefore = notBefore
        case .deactivated(let activation):
            guard isAbout(activation) else { return }
            want(
                release: PendingRelease(licenseKey: activation.licenseKey, instanceID: activation.instanceID)
            )
            clearLicense()
        case .leftToOtherMachine(let activation):
            guard isAbout(activation) else { return }
            clearLicense()
            // These were copied along: the other machine tells the server, and may use the seat again.
            pendingReleases = []
        case .released(let release):
            pendingReleases.removeAll { $0 == release }
        case .releaseWanted(let release):
            guard activation?.instanceID != release.instanceID else { return }
            want(release: release)
        case .trialStarted(let start):
            trialStart = trialStart.map { min($0, start) } ?? start
        case .trialRan(let seconds):
            trialRun = max(trialRun ?? 0, seconds)
        case .floorRaised(let floor):
            timeFloor = timeFloor.map { max($0, floor) } ?? floor
        case .recordLost(let lost):
            if isEmpty { self = lost }
        case .settingsReceived(let received):
            settings.trialDurationDays = received.trialDurationDays ?? settings.trialDurationDays
            settings.freeTierEnabled = received.freeTierEnabled ?? settings.freeTierEnabled
        case .anonymousIDMade(let id):
            anonymousID = anonymousID ?? id
        case .keylessReported(let report):
            keylessReport = report
        case .patienceAsked(let until):
            notBefore = until
        }
    }

    private func isAbout(_ other: Activation) -> Bool {
        activation?.licenseKey == other.licenseKey && activation?.instanceID == other.instanceID
    }

    private mutating func activate(
        _ new: Activation,
        lease newLease: Lease,
        licenseEnd newEnd: LicenseEnd?,
        at time: TimeAssessment
    ) {
        if let old = activation, old.instanceID != new.instanceID {
            want(release: PendingRelease(licenseKey: old.licenseKey, instanceID: old.instanceID))
        }
        // The lease of the same activation stays to be compared with: an old one could be played again here, too.
        let known = activation == new ? (lease, newestLeaseIssuedAt) : (nil, nil)
        clearLicense()
        activation = new
        (lease, newestLeaseIssuedAt) = known
        // A seat that is in use again must not be given back later.
        pendingReleases.removeAll { $0.instanceID == new.instanceID }
        confirm(lease: newLease, licenseEnd: newEnd, at: time)
    }

    /// - Parameter isLate: whether another process has been confirmed since this answer came.
    private mutating func confirm(
        lease new: Lease?,
        licenseEnd newEnd: LicenseEnd?,
        at time: TimeAssessment,
        isLate: Bool = false
    ) {
        denial = nil
        // Whose lease is the newer one has the newer answer in any case.
        if isLate, new.map({ !LeaseBinding.isFresh($0, beside: lease) }) ?? true {
            licenseEnd = licenseEnd ?? newEnd
            lastValidated = lastValidated.map { max($0, time.now) } ?? time.now
        } else {
            licenseEnd = newEnd ?? licenseEnd
            lastValidated = time.now
        }
        guard let new else { return }
        if LeaseBinding.isFresh(new, beside: lease) {
            timeFloor = new.issuedAt
        } else {
            timeFloor = timeFloor.map { max($0, new.issuedAt) } ?? new.issuedAt
        }
        if replaces(new) { lease = new }
        newestLeaseIssuedAt = newestLeaseIssuedAt.map { max($0, new.issuedAt) } ?? new.issuedAt
    }

    /// A newer lease is never replaced by an older one, unless the older one, signed by a server whose clock
    /// is a little behind, says something else of the license.
    private func replaces(_ new: Lease) -> Bool {
        guard let lease, lease.instanceID == new.instanceID else { return true }
        if new.issuedAt >= lease.issuedAt { return true }
        return LeaseBinding.isCurrent(new, beside: lease) && new.status != lease.status
    }

    private mutating func clearLicense() {
        activation = nil
        lease = nil
        newestLeaseIssuedAt = nil
        licenseEnd = nil
        lastValidated = nil
        denial = nil
    }

    private mutating func want(release: PendingRelease) {
        guard !pendingReleases.contains(release) else { return }
        pendingReleases.append(release)
    }
}
