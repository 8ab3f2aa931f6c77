import KeylightClock
public import KeylightCore
import KeylightLogging
import KeylightPolicy

/// Activating a key that was bought a moment ago.
extension LicenseEngine {
    /// Activates a license key, and tries again for a while when the server does not know it yet.
    ///
    /// A key can take a few minutes from the shop to the licensing server. Only the answer "not found" is
    /// repeated, after 30 s, a minute and then each 2 minutes; every other failure ends it at once. Nothing is
    /// stored meanwhile, so the app keeps the typed key where the user can see it.
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
                guard let wait = waits.first else { throw error }
                let next = clock.now().continuous.adding(seconds: max(1, wait))
                guard next <= end else { throw error }
                if waits.count > 1 { waits.removeFirst() }
                logger.info("the key was not found; trying again", metadata: [("seconds", "\(wait)")])
                try await clock.sleep(until: next)
                guard generation == state.flight.generation else {
                    throw KeylightError(operation: .activate, kind: .superseded)
                }
            }
        }
    }
}
