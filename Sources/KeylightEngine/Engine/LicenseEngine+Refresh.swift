import KeylightClock
public import KeylightCore
import KeylightLeaseStore
import KeylightLogging
import KeylightPolicy
import KeylightTransport

/// Asking the server whether the license still holds.
extension LicenseEngine {
    /// To be called when the app comes to the foreground, as often as it likes.
    ///
    /// Asks the server at most once in 5 minutes, and only when the lease is near its end, the last success
    /// is stale or the license is not held; never while the server has asked for patience.
    ///
    /// - Returns: what became of the check.
    /// - Throws: `CancellationError` only; the check itself then goes on.
    @discardableResult
    public func refreshIfNeeded() async throws -> RefreshResult {
        if let validation { return try await validation.outcome.value() }
        await reload()
        try Task.checkCancellation()
        return try await check(.foreground)
    }

    /// Asks the server now, whenever the last check was.
    ///
    /// - Returns: the snapshot after the server has confirmed or denied.
    /// - Throws: ``KeylightCore/KeylightError`` when nothing was learnt, when there is no key (or it is another
    ///   machine's: `movedDevice`), or when the server has asked not to be called yet (with the date);
    ///   `CancellationError` when the caller is cancelled.
    @discardableResult
    public func validate() async throws -> LicenseSnapshot {
        await reload()
        switch try await check(.user) {
        case .confirmed, .denied: return snapshot
        case .unknown(let error): throw error
        case .superseded: throw KeylightError(operation: .validate, kind: .superseded)
        case .skipped(let reason): throw KeylightError(operation: .validate, kind: kind(of: reason))
        }
    }

    /// Asks the server at a moment that matters to the app, at most once a minute.
    ///
    /// - Returns: what became of the check; skipped when the last attempt is younger than 60 s.
    /// - Throws: `CancellationError` only; the check itself then goes on.
    @discardableResult
    public func activeRevalidate() async throws -> RefreshResult {
        await reload()
        return try await check(.active)
    }

    /// Waits for an upgrade that the user has just bought on the web.
    ///
    /// Asks the server at once and then again and again, until the state or the entitlements differ.
    ///
    /// - Parameters:
    ///   - timeout: how long to wait in all, in seconds; 30.
    ///   - pollInterval: seconds between two requests; 2, and never under 0.1.
    /// - Returns: true as soon as something differs; false when nothing did in time, or when the server may
    ///   not be asked.
    /// - Throws: `CancellationError` when the caller is cancelled.
    public func refreshAfterUpgrade(timeout: Double = 30, pollInterval: Double = 2) async throws -> Bool {
        let before = snapshot
        let end = clock.now().continuous.adding(nanoseconds: Self.nanoseconds(timeout, atLeast: 0))
        let interval = Self.nanoseconds(pollInterval, atLeast: 0.1)
        await reload()
        while true {
            let asked = clock.now().continuous
            guard let outcome = startCheck(.user) else { return differs(from: before) }
            try await waitFor(outcome, until: end)
            if differs(from: before) { return true }
            let next = max(asked.adding(nanoseconds: interval), clock.now().continuous)
            guard next < end else { return false }
            try await clock.sleep(until: next)
        }
    }

    private func differs(from before: LicenseSnapshot) -> Bool {
        snapshot.state != before.state || snapshot.entitlements != before.entitlements
    }

    /// Waits for a check to end, but not past a deadline; the check goes on.
    private func waitFor(_ outcome: SharedOutcome<RefreshResult>, until end: ContinuousInstant) async throws {
        let race = SharedOutcome<Void>()
        let timer = runner.run { [clock] in
            // It throws only when the race is over.
            try? await clock.sleep(until: end)
            race.finish(())
        }
        let waiter = runner.run {
            _ = try? await outcome.value()
            race.finish(())
        }
        defer {
            timer.cancel()
            waiter.cancel()
        }
        try await race.value()
    }

    private static func nanoseconds(_ seconds: Double, atLeast least: Double) -> Int64 {
        let bounded = max(seconds.isNaN ? least : seconds, least)
        return Int64(exactly: (min(bounded, 1e9) * 1e9).rounded()) ?? .max
    }

    /// Puts one trigger through the gate, and starts or joins the check.
    func check(_ trigger: RefreshTrigger) async throws -> RefreshResult {
        releaseSeatsInBackground()
        guard let outcome = startCheck(trigger) else {
            return .skipped(skipReason(trigger))
        }
        return try await outcome.value()
    }

    /// Starts or joins a check when the gate lets the trigger through; nil when it does not.
    func startCheck(_ trigger: RefreshTrigger) -> SharedOutcome<RefreshResult>? {
        if let validation {
            // A check that another process would be left to is the user's own from now on.
            if trigger == .user { self.validation?.isUsersWish = true }
            return validation.outcome
        }
        let time = state.observe(clock.now())
        guard case .send = decide(trigger, at: time), let activation = state.record.activation,
            case .start(let ticket) = state.flight.board()
        else { return nil }
        if case .rolledBack = time.condition { state.attempts.rollbackWasAsked = true }
        // The user is back: the ladder of failures begins anew.
        if trigger == .foreground { state.attempts.dueFailures = 0 }
        let planned = RefreshSchedule.nextCheck(
            state.facts,
            attempts: state.attempts,
            rule: snapshot.rule,
            time: time,
            policy: state.policy
        )
        let start = CheckStart(
            ticket: ticket,
            activation: activation,
            lastAttempt: state.record.lastAttempt,
            time: time,
            requestID: client.makeRequestID(),
            wasDue: planned.map { $0.time <= time.now } ?? false
        )
        let outcome = SharedOutcome<RefreshResult>()
        validation = ValidationUnderWay(
            ticket: ticket,
            outcome: outcome,
            task: nil,
            isUsersWish: trigger == .user
        )
        logger.info(
            requestID: start.requestID.rawValue,
            "checking the license",
            metadata: [("trigger", trigger.rawValue)]
        )
        let request = ValidateRequest(
            licenseKey: activation.licenseKey,
            instanceID: activation.instanceID,
            // An id that cannot be read now is the one that was read when the license was activated.
            machineHash: configuration.sentMachineHash(otherwise: activation.origin?.machineHash),
            trialDurationDays: configuration.sentTrialDurationDays,
            telemetry: configuration.telemetry
        )
        // The request does not hold the engine: letting go of the engine ends it.
        validation?.task = runner.run { [weak self, client] in
            let lock: RefreshLock?
            switch await self?.seekPermit(start) {
            case .granted(let granted): lock = granted
            case .refused(let result): return outcome.finish(result)
            case nil: return outcome.finish(.superseded)
            }
            let exchange = await client.validate(request, requestID: start.requestID)
            guard let self else { return outcome.finish(.superseded) }
            await self.finish(start, exchange: exchange, outcome: outcome)
            // Not before the answer is stored: whoever takes the lock next finds it.
            lock?.release()
        }
        updateChecking()
        return outcome
    }

    private func decide(_ trigger: RefreshTrigger, at time: TimeAssessment) -> RefreshDecision {
        if isReadOnly { return .skip(.readOnly) }
        return RefreshGate.decide(
            trigger,
            facts: state.facts,
            attempts: state.attempts,
            time: time,
            policy: state.policy,
            launchSkipsFresh: configuration.launchValidation == .ifStale
        )
    }

    private func skipReason(_ trigger: RefreshTrigger) -> RefreshSkipReason {
        switch decide(trigger, at: state.observe(clock.now())) {
        case .skip(let reason): reason
        // The gate would open; what is missing is something to ask about.
        case .send: .noLicenseKey
        }
    }

    private func kind(of reason: RefreshSkipReason) -> KeylightError.Kind {
        switch reason {
        case .notBefore(let seconds):
            .notBefore(state.time.assess(clock.now(), policy: state.policy).now.adding(seconds))
        case .readOnly:
            .invalidConfiguration(field: "role", problem: "an extension only reads; let the app do it")
        case .storageUnavailable: .storage("\(snapshot.reason)")
        case .movedDevice: .movedDevice
        case .askedElsewhere: .askedElsewhere
        // The last two hold back nobody who asks for a check himself.
        case .noLicenseKey, .debounced, .fresh: .noLicenseKey
        }
    }

    /// Takes in what a check brought.
    private func finish(
        _ start: CheckStart,
        exchange: Exchange,
        outcome: SharedOutcome<RefreshResult>
    ) async {
        guard state.flight.land(start.ticket) else {
            logger.debug(requestID: start.requestID.rawValue, "answer dropped: the license changed meanwhile")
            return outcome.finish(.superseded)
        }
        validation = nil
        // One attempt after a wake-up has ended: what is to be announced need not wait any longer.
        if let held = hold { hold = EventHold(base: held.base, end: clock.now().continuous) }
        let result = await apply(exchange, start: start)
        updateChecking()
        outcome.finish(result)
    }

    private func apply(_ exchange: Exchange, start: CheckStart) async -> RefreshResult {
        let reading = clock.now()
        let judged: ReplyOutcome
        switch exchange.result {
        case .reply(let reply):
            judged = ReplyTriage.outcome(
                of: reply,
                activation: start.activation,
                stored: state.record.lease,
                newestIssuedAt: state.record.newestLeaseIssuedAt
            )
        case .failure(let cause, _): judged = .unknown(cause)
        }
        let retryAfter = exchange.reply.flatMap { RetryAfter.wait(in: $0, policy: state.policy) }
        if case .confirmed(let lease?) = judged { accept(lease, at: reading) }
        let end = state.observe(reading)
        var changes: [RecordChange] = [
            .attempted(at: start.time.wall, notBefore: retryAfter.map { end.wall.adding($0) })
        ]
        var settled: (result: RefreshResult, failure: FailureCause?, lease: Lease?)
        switch judged {
        case .confirmed(let lease):
            changes.append(
                .confirmed(
                    start.activation,
                    lease: lease,
                    licenseEnd: exchange.reply?.body?.licenseEnd,
                    at: confirmationTime(of: lease, at: end)
                )
            )
            settled = (.confirmed, nil, lease)
        case .denied(let text):
            let denial = Denial(date: end.now, text: text, requestID: start.requestID)
            changes.append(.denied(start.activation, denial))
            settled = (.denied(denial), nil, nil)
        case .unknown(let cause):
            settled = (.unknown(error(cause, .validate, exchange)), cause, nil)
        }
        if settled.failure == nil, let settings = exchange.reply?.body?.settings,
            settings != ProductSettings()
        {
            changes.append(.settingsReceived(settings))
        }
        report(settled.result, exchange: exchange)
        for change in changes { state.change(change, trusted: settled.lease) }
        var isConfirmed = false
        if case .confirmed = judged { isConfirmed = true }
        state.attempts.note(
            start: start.time,
            end: end,
            failure: settled.failure,
            isConfirmed: isConfirmed,
            wasDue: start.wasDue,
            retryAfter: retryAfter,
            record: state.record
        )
        requests.add(
            LicenseExplanation.Request(
                id: start.requestID,
                serverRequestID: exchange.serverRequestID,
                operation: .validate,
                date: end.now,
                outcome: settled.result.summary
            )
        )
        update()
        await flush()
        return settled.result
    }

    /// When a confirmation counts as made: by the server's clock, where a new signature tells it.
    ///
    /// The user's clock may be ahead now and be put right later, and the offline cap would be longer by that.
    func confirmationTime(of lease: Lease?, at time: TimeAssessment) -> TimeAssessment {
        guard let lease, LeaseBinding.isFresh(lease, beside: state.record.lease) else { return time }
        var signed = time
        signed.now = lease.issuedAt
        return signed
    }

    /// Believes the time of a lease that has just been accepted.
    func accept(_ lease: Lease, at reading: ClockReading) {
        let isFresh = LeaseBinding.isFresh(lease, beside: state.record.lease)
        state.time.acceptSigned(
            issuedAt: lease.issuedAt,
            latestWall: OfflineLimit.latestWall(for: LeaseFacts(lease), policy: state.policy),
            isFresh: isFresh,
            at: reading
        )
        if isFresh { state.noteToldTime(at: reading) }
    }
}
