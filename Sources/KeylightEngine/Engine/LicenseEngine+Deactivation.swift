import KeylightClock
import KeylightCore
import KeylightLogging
import KeylightPolicy
import KeylightTransport

/// Giving a license back.
extension LicenseEngine {
    /// Removes the license from this machine and gives its seat back.
    ///
    /// It always works here, also offline and with a wrong clock. When the server cannot be told, it is told
    /// later. The trial's start, the settings and the time floor stay.
    ///
    /// - Returns: what became of the seat.
    /// - Throws: ``KeylightCore/KeylightError`` when the store cannot be read, so that it is not known what to give back.
    @discardableResult
    public func deactivate() async throws -> DeactivationResult {
        try requireFullRole(.deactivate)
        await reload()
        guard state.storage.isReadable else {
            throw KeylightError(operation: .deactivate, kind: .storage("\(snapshot.reason)"))
        }
        // An activation that is under way is called off as well: its seat goes back when its answer comes.
        abandonValidation()
        guard let old = state.record.activation else { return .nothingToRelease }
        if state.facts.isMoved {
            // The seat is another machine's: this one only forgets.
            await commit([.leftToOtherMachine(old)], isUsersDeactivation: true)
            return .nothingToRelease
        }
        let release = PendingRelease(licenseKey: old.licenseKey, instanceID: old.instanceID)
        state.time.forgetSigned()
        await commit([.deactivated(old)], isUsersDeactivation: true)
        state.attempts.forgetLicense()
        update()
        guard let failure = await tell(release) else { return .released }
        return .releasePending(failure)
    }

    /// Notes that a seat is to be given back, and tells the server in the background.
    func giveBack(_ seat: InstanceID, of key: LicenseKey) async {
        await commit([.releaseWanted(PendingRelease(licenseKey: key, instanceID: seat))])
        releaseSeatsInBackground(isUrgent: true)
    }

    /// Tells the server of seats that are free, when some are and it was not tried within the debounce.
    func releaseSeatsInBackground(isUrgent: Bool = false) {
        let now = clock.now().continuous
        guard !isReadOnly, !isReleasing, !state.facts.isMoved, !state.record.pendingReleases.isEmpty,
            state.attempts.notBeforeWait(at: now) == nil
        else { return }
        if !isUrgent, let last = lastReleaseAttempt, now.seconds(since: last) < state.policy.debounce {
            return
        }
        isReleasing = true
        lastReleaseAttempt = now
        _ = runner.run { [weak self] in await self?.releaseSeats() }
    }

    private func releaseSeats() async {
        for release in state.record.pendingReleases {
            // It may have been cancelled by an activation meanwhile.
            guard state.record.pendingReleases.contains(release) else { continue }
            if await tell(release) != nil { break }
        }
        isReleasing = false
    }

    /// Tells the server that a seat is free.
    ///
    /// - Returns: nil when the matter is settled, else why not; then it stays pending.
    private func tell(_ release: PendingRelease) async -> KeylightError? {
        let requestID = client.makeRequestID()
        lastReleaseAttempt = clock.now().continuous
        let exchange = await client.deactivate(
            DeactivateRequest(licenseKey: release.licenseKey, instanceID: release.instanceID),
            requestID: requestID
        )
        let cause: FailureCause
        switch exchange.result {
        case .reply(let reply) where ReleaseTriage.isSettled(reply):
            logger.info(requestID: requestID.rawValue, "seat released")
            remember(exchange, .deactivate, "released")
            await commit([.released(release)])
            return nil
        case .reply(let reply): cause = ReleaseTriage.cause(of: reply)
        case .failure(let failure, _): cause = failure
        }
        logger.notice(requestID: requestID.rawValue, "seat not released yet: \(cause)")
        remember(exchange, .deactivate, "not released yet: \(cause)")
        return error(cause, .deactivate, exchange)
    }
}
