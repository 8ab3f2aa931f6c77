import KeylightClock
public import KeylightCore
import KeylightLogging
import KeylightPolicy
import KeylightTransport

/// The product's settings: the length of the trial, and whether there is a free tier.
extension LicenseEngine {
    /// The settings that apply now: what the server said last, else what was compiled in, else 0 and off.
    public var effectiveSettings: ProductSettings {
        ProductSettings(
            trialDurationDays: state.facts.trialDurationDays,
            freeTierEnabled: state.facts.freeTierEnabled
        )
    }

    /// Asks the server for the product's settings.
    ///
    /// There is seldom a need: they ride along on other answers. Callers at the same time share one request. What
    /// the server leaves out stays as it was; a 0 or a false is a value.
    ///
    /// - Returns: the settings that apply then.
    /// - Throws: ``KeylightCore/KeylightError`` when there was no answer of status 200, when the settings are not believed, or
    ///   when the server has asked not to be called yet; `CancellationError` when the caller is cancelled, while
    ///   the request goes on.
    @discardableResult
    public func fetchConfig() async throws -> ProductSettings {
        try requireFullRole(.fetchConfig)
        if let settingsFetch { return try await settingsFetch.value().get() }
        await reload()
        try Task.checkCancellation()
        return try await startSettingsFetch().value().get()
    }

    private func startSettingsFetch() -> SharedOutcome<Result<ProductSettings, KeylightError>> {
        if let settingsFetch { return settingsFetch }
        let outcome = SharedOutcome<Result<ProductSettings, KeylightError>>()
        let time = state.observe(clock.now())
        guard state.storage.isReadable else {
            let kind = KeylightError.Kind.storage("\(snapshot.reason)")
            outcome.finish(.failure(KeylightError(operation: .fetchConfig, kind: kind)))
            return outcome
        }
        if let wait = state.attempts.notBeforeWait(at: time.instant) {
            let kind = KeylightError.Kind.notBefore(time.now.adding(wait))
            outcome.finish(.failure(KeylightError(operation: .fetchConfig, kind: kind)))
            return outcome
        }
        settingsFetch = outcome
        let requestID = client.makeRequestID()
        logger.info(requestID: requestID.rawValue, "asking for the product's settings")
        _ = runner.run { [weak self, client] in
            let exchange = await client.config(requestID: requestID)
            let result = await self?.finishSettingsFetch(exchange)
            outcome.finish(result ?? .failure(KeylightError(operation: .fetchConfig, kind: .superseded)))
        }
        return outcome
    }

    private func finishSettingsFetch(_ exchange: Exchange) async -> Result<ProductSettings, KeylightError> {
        var changes = patience(askedBy: exchange)
        var failure: FailureCause?
        switch exchange.result {
        case .failure(let cause, _): failure = cause
        case .reply(let reply):
            guard reply.status == 200 else {
                failure = SettingsTriage.cause(of: reply)
                break
            }
            if let body = reply.body {
                failure = body.settingsRefusal.map { .refusedSettings($0) }
                if body.settings != ProductSettings() { changes.append(.settingsReceived(body.settings)) }
            } else {
                failure = .unexpectedReply(status: reply.status)
            }
        }
        settingsFetch = nil
        await commit(changes)
        guard let failure else {
            remember(exchange, .fetchConfig, "received")
            return .success(effectiveSettings)
        }
        reportUnknown(failure, requestID: exchange.requestID.rawValue)
        remember(exchange, .fetchConfig, "nothing learnt: \(failure)")
        return .failure(error(failure, .fetchConfig, exchange))
    }
}
