import KeylightClock
public import KeylightCore
import KeylightLogging
import KeylightPolicy
import KeylightTransport
import KeylightVerification

/// Activating a license key.
extension LicenseEngine {
    /// Activates a license key on this machine.
    ///
    /// The key is checked locally first. The lease that the server sends is verified before anything is
    /// stored. With a license already active, the new one is activated first and the old one's seat given
    /// back then; a failure keeps the old. When the answer was lost, the error says that a seat may have been
    /// taken; trying again is safe.
    ///
    /// - Parameter text: the key as typed or pasted.
    /// - Returns: the snapshot afterwards; `licensed`, unless the signed lease says that the license has ended.
    /// - Throws: ``KeylightCore/KeylightError``; `CancellationError` when the caller is cancelled, while the activation
    ///   itself goes on.
    @discardableResult
    public func activate(key text: String) async throws -> LicenseSnapshot {
        try requireFullRole(.activate)
        let key: LicenseKey
        do {
            key = try LicenseKey(parsing: text, requiredPrefix: configuration.keyPrefix)
        } catch {
            throw KeylightError(operation: .activate, kind: .invalidLicenseKey(error))
        }
        guard !configuration.trustedKeys.isEmpty else {
            throw KeylightError(
                operation: .activate,
                kind: .invalidConfiguration(
                    field: "trustedPublicKeys",
                    problem: "no key is trusted, so no lease could be verified"
                )
            )
        }
        await reload()
        guard state.storage.isReadable else {
            throw KeylightError(operation: .activate, kind: .storage("\(snapshot.reason)"))
        }
        while let running = activation {
            // One that was called off meanwhile ends in nothing, and is no answer to this call.
            let isShared = running.key == key && running.generation == state.flight.generation
            let result = try await running.outcome.value()
            if isShared { return try result.get() }
        }
        return try await startActivation(of: key).value().get()
    }

    private func startActivation(
        of key: LicenseKey
    ) -> SharedOutcome<Result<LicenseSnapshot, KeylightError>> {
        let outcome = SharedOutcome<Result<LicenseSnapshot, KeylightError>>()
        let requestID = client.makeRequestID()
        let generation = state.flight.generation
        activation = ActivationUnderWay(key: key, outcome: outcome, generation: generation)
        logger.info(requestID: requestID.rawValue, "activating", metadata: [("key", "\(key)")])
        let request = ActivateRequest(
            licenseKey: key,
            instanceName: configuration.instanceName,
            machineHash: configuration.sentMachineHash,
            trialDurationDays: configuration.sentTrialDurationDays,
            freeTierInstanceID: configuration.sendsKeylessReports ? state.record.anonymousID?.rawValue : nil,
            telemetry: configuration.telemetry
        )
        // Held while it runs, unlike a check: a seat is being taken, and must be stored or given back.
        _ = runner.run { [self, client] in
            await locate()
            let result: Result<LicenseSnapshot, KeylightError>
            if await mayActivate(in: generation) {
                let exchange = await client.activate(request, requestID: requestID)
                result = await finishActivation(of: key, exchange: exchange, generation: generation)
            } else {
                result = .failure(KeylightError(operation: .activate, kind: .superseded))
            }
            await endActivation()
            outcome.finish(result)
        }
        // As with a check, told when the work has begun: whoever hears of it finds it under way.
        updateChecking()
        return outcome
    }

    /// Learns the store's place while there is time, so that the activation is stored in one write.
    private func locate() async {
        state.locate(await keeper.preparedPlace())
    }

    /// Waits until no seat is being given back any more; none is from then on until the answer is there.
    ///
    /// A release that reaches the server after the activation would free the seat that the activation got.
    ///
    /// - Returns: whether the activation is still wanted then.
    private func mayActivate(in generation: UInt64) async -> Bool {
        while let release = releases.anyUnderWay {
            // It throws only when the process ends.
            guard (try? await release.value()) != nil else { break }
        }
        return generation == state.flight.generation
    }

    private func endActivation() {
        activation = nil
        updateChecking()
    }

    private func finishActivation(
        of key: LicenseKey,
        exchange: Exchange,
        generation: UInt64
    ) async -> Result<LicenseSnapshot, KeylightError> {
        activation?.isAnswered = true
        var error: KeylightError
        switch exchange.result {
        case .failure(let cause, _):
            error = self.error(cause, .activate, exchange)
            error.seatMayBeTaken = exchange.mayHaveArrived
        case .reply(let reply):
            error = KeylightError(
                operation: .activate,
                kind: .superseded,
                requestID: exchange.requestID,
                echoedRequestID: reply.echoedRequestID,
                serverRequestID: reply.serverRequestID,
                status: reply.status
            )
            switch ActivationTriage.outcome(of: reply, key: key) {
            case .activated(let activation, let lease):
                guard generation == state.flight.generation else {
                    // The user has given up the license meanwhile; the seat goes back.
                    await giveBack(activation.instanceID, of: key)
                    break
                }
                await store(located(activation), lease: lease, reply: reply, exchange: exchange)
                return .success(snapshot)
            case .failed(let kind):
                error.kind = kind
                error.seatMayBeTaken = exchange.mayHaveArrived
            case .unusable(let cause, let seat):
                error.kind = .noAnswer(cause)
                error.seatMayBeTaken = seat == nil
                if let seat { await giveBack(seat, of: key) }
            }
        }
        if case .noAnswer(let cause) = error.kind { count(cause) }
        logger.error(requestID: exchange.requestID.rawValue, "activation failed: \(error.kind)")
        remember(exchange, .activate, "failed: \(error.kind)")
        await commit(patience(askedBy: exchange))
        return .failure(error)
    }

    private func store(
        _ new: Activation,
        lease: Lease,
        reply: ServerReply,
        exchange: Exchange
    ) async {
        abandonValidation()
        // The new generation is its own: whoever wants the same key may share its end.
        activation?.generation = state.flight.generation
        let reading = clock.now()
        accept(lease, at: reading)
        let time = state.observe(reading)
        let confirmed = confirmationTime(of: lease, at: time)
        var changes: [RecordChange] = [
            .activated(new, lease: lease, licenseEnd: reply.body?.licenseEnd, at: confirmed),
            .attempted(at: time.wall, notBefore: nil),
        ]
        if let settings = reply.body?.settings, settings != ProductSettings() {
            changes.append(.settingsReceived(settings))
        }
        if state.facts.isMoved, let other = state.record.activation {
            changes.insert(.leftToOtherMachine(other), at: 0)
        }
        for change in changes { state.change(change, trusted: lease) }
        state.attempts.note(
            start: time,
            end: time,
            failure: nil,
            isConfirmed: true,
            wasDue: false,
            retryAfter: nil,
            record: state.record
        )
        logger.info(requestID: exchange.requestID.rawValue, "activated")
        reportKeyHash(requestID: exchange.requestID)
        remember(exchange, .activate, "activated")
        update()
        await flush()
        releaseSeatsInBackground(isUrgent: true)
    }

    /// Ends a generation: a check that is under way asks about a license that is no more.
    func abandonValidation() {
        state.flight.beginGeneration()
        guard let abandoned = validation else { return }
        validation = nil
        abandoned.task?.cancel()
        abandoned.outcome.finish(.superseded)
        updateChecking()
    }

    func remember(_ exchange: Exchange, _ operation: KeylightError.Operation, _ outcome: String) {
        requests.add(
            LicenseExplanation.Request(
                id: exchange.requestID,
                serverRequestID: exchange.serverRequestID,
                operation: operation,
                date: state.time.assess(clock.now(), policy: state.policy).now,
                outcome: outcome
            )
        )
    }
}
