import KeylightClock
public import KeylightCore
import KeylightLogging
import KeylightPolicy

/// Activating a key that was bought a moment ago.
extension LicenseEngine {
    /// Activates a license key, and tries again for a while when the server does not know it yet.
    ///
    /// A key can take a few minutes from the shop to the licensing server. Only the answer "not found" is
    /// repeated, after 30 s, a minute and then each 2 minutes, and not before a moment that the server has
    /// named; every other failure ends it at once. Nothing is stored meanwhile, so the app keeps the typed key
    /// where the user can see it.
    ///
    /// - Parameters:
    ///   - text: the key as typed or pasted.
    ///   - patience: for how many seconds to try; 0 or less tries once.
    /// - Returns: the snapshot afterwards, as ``activate(key:)`` does.
    /// - Throws: as ``activate(key:)`` does; with kind `licenseNotFound` when the time is over, with kind
    ///   `superseded` when another license was activated or given back in between, and `CancellationError`
    ///   when the caller is cancelled.
    @discardableResult
    public func activate(key text: String, retryNotFoundFor patience: Int64) async throws -> LicenseSnapshot {
        let end = clock.now().continuous.adding(seconds: max(0, patience))
        let generation = state.flight.generation
        var waits = state.policy.notFoundRetries[...]
        while true {
            do {
                return try await activate(key: text)
            } catch let error as KeylightError where error.kind == .licenseNotFound {
                guard let wait = waits.first.map({ max(1, $0) }),
                    clock.now().continuous.adding(seconds: wait) <= end
                else { throw error }
                if waits.count > 1 { waits.removeFirst() }
                logger.info(
                    requestID: error.requestID?.rawValue,
                    "the key was not found; trying again",
                    metadata: [("seconds", "\(wait)")]
                )
                try await waitForNextTry(wait, until: end, after: error)
                guard generation == state.flight.generation else {
                    throw KeylightError(operation: .activate, kind: .superseded)
                }
            }
        }
    }

    /// Waits for so many seconds, and for as long as the server wants to be left alone.
    ///
    /// - Throws: `failure` when that would be later than `end`; `CancellationError` when the caller is cancelled.
    private func waitForNextTry(
        _ seconds: Int64,
        until end: ContinuousInstant,
        after failure: KeylightError
    ) async throws {
        var wait: Int64? = seconds
        while let seconds = wait {
            let next = clock.now().continuous.adding(seconds: seconds)
            guard next <= end else { throw failure }
            try await clock.sleep(until: next)
            // What was asked for meanwhile counts as well: nobody but the user may be impatient.
            wait = state.attempts.notBeforeWait(at: clock.now().continuous)
        }
    }
}
