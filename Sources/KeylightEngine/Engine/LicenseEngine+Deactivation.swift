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
    /// - Returns: what became of the seat; pending with an error of kind `superseded` when a key was activated
    ///   meanwhile, so that the server is not told of a seat that may be in use again.
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
        switch await tell(release) {
        case .released: return .released
        case .refused(let error), .failed(let error), .calledOff(let error): return .releasePending(error)
        }
    }

    /// Notes that a seat is to be given back, and tells the server in the background.
    func giveBack(_ seat: InstanceID, of key: LicenseKey) async {
        await commit([.releaseWanted(PendingRelease(licenseKey: key, instanceID: seat))])
        releaseSeatsInBackground(isUrgent: true)
    }

    /// Tells the server of seats that are free, when some are and it was not tried within the debounce.
    func releaseSeatsInBackground(isUrgent: Bool = false) {
        let now = clock.now().continuous
        guard !isReadOnly, !releases.isRunning, !isActivating, !state.facts.isMoved,
            state.record.pendingReleases.contains(where: { mayTell(of: $0, at: now) }),
            state.attempts.notBeforeWait(at: now) == nil
        else { return }
        if !isUrgent, let last = releases.lastAttempt, now.seconds(since: last) < state.policy.debounce {
            return
        }
        releases.isRunning = true
        releases.lastAttempt = now
        _ = runner.run { [weak self] in await self?.releaseSeats() }
    }

    private func releaseSeats() async {
        defer { releases.isRunning = false }
        for release in state.record.pendingReleases {
            // It may have been cancelled by an activation meanwhile.
            guard state.record.pendingReleases.contains(release),
                mayTell(of: release, at: clock.now().continuous)
            else { continue }
            switch await tell(release) {
            // What the server has against one seat says nothing of the others.
            case .released, .refused: continue
            case .failed, .calledOff: return
            }
        }
    }

    /// Whether a key is being activated, and the server has not answered yet.
    ///
    /// One that was called off does not count: its own seat goes back, too.
    private var isActivating: Bool {
        activation.map { !$0.isAnswered && $0.generation == state.flight.generation } ?? false
    }

    private func mayTell(of release: PendingRelease, at now: ContinuousInstant) -> Bool {
        releases.mayTell(of: release, at: now, policy: state.policy)
    }

    /// Whether a seat is still to be given back: it may be in use again, here or in another process.
    private func isStillWanted(_ release: PendingRelease) async -> Bool {
        await reload()
        guard !isActivating, state.record.pendingReleases.contains(release) else { return false }
        releases.lastAttempt = clock.now().continuous
        return true
    }

    /// What became of telling the server of a seat; all but the first leave it pending.
    private enum Telling {
        case released
        /// The server does not want to release this one.
        case refused(KeylightError)
        /// It could not be told, or wants patience.
        case failed(KeylightError)
        /// A key is activated meanwhile, or the seat is not pending any more.
        case calledOff(KeylightError)
    }

    /// Tells the server that a seat is free.
    private func tell(_ release: PendingRelease) async -> Telling {
        let requestID = client.makeRequestID()
        // An activation waits for the end of this, or this one might reach the server after it.
        let number = releases.begin()
        defer { releases.end(number) }
        let exchange = await client.deactivate(
            DeactivateRequest(licenseKey: release.licenseKey, instanceID: release.instanceID),
            requestID: requestID,
            isWanted: { await self.isStillWanted(release) }
        )
        let cause: FailureCause
        switch exchange.result {
        case .reply(let reply) where ReleaseTriage.isSettled(reply):
            logger.info(requestID: requestID.rawValue, "seat released")
            remember(exchange, .deactivate, "released")
            releases.forget(release)
            await commit([.released(release)])
            return .released
        case .failure where exchange.wasCancelled && !Task.isCancelled:
            logger.info(requestID: requestID.rawValue, "seat not released: it may be in use again")
            if exchange.attempts > 0 { remember(exchange, .deactivate, "called off") }
            return .calledOff(
                KeylightError(operation: .deactivate, kind: .superseded, requestID: exchange.requestID)
            )
        case .reply(let reply): cause = ReleaseTriage.cause(of: reply)
        case .failure(let failure, _): cause = failure
        }
        count(cause)
        logger.notice(requestID: requestID.rawValue, "seat not released yet: \(cause)")
        remember(exchange, .deactivate, "not released yet: \(cause)")
        await commit(patience(askedBy: exchange))
        let error = error(cause, .deactivate, exchange)
        guard case .requestRefused = cause else { return .failed(error) }
        noteRefusal(of: release, requestID: requestID)
        return .refused(error)
    }

    private func noteRefusal(of release: PendingRelease, requestID: RequestID) {
        let now = clock.now().continuous
        guard releases.noteRefusal(of: release, at: now, policy: state.policy) else { return }
        logger.notice(
            requestID: requestID.rawValue,
            "the server keeps refusing to release a seat; it is asked less often from now on",
            metadata: [
                ("refusals", "\(state.policy.refusedReleaseTries)"),
                ("seconds", "\(state.policy.refusedReleaseInterval)"),
            ]
        )
    }
}
