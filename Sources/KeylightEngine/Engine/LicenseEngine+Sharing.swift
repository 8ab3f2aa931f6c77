import KeylightClock
import KeylightCore
import KeylightLeaseStore
import KeylightLogging
import KeylightPolicy

/// Sharing a store with other processes: one of them asks, all of them see.
extension LicenseEngine {
    /// Whether this process only looks.
    var isReadOnly: Bool { configuration.role == .extension }

    /// Begins to hear of changes that other processes make; again after a write, since there may have been nothing
    /// to watch before.
    func startWatching() async {
        guard watch == nil else { return }
        let runner = runner
        watch = await keeper.watch { [weak self] in
            _ = runner.run { [weak self] in await self?.storeChanged() }
        }
    }

    private func storeChanged() async {
        // A read that is under way may have begun before the change.
        if let loading { _ = try? await loading.value() }
        await reload()
    }

    /// Finds out whether this process may ask now, or another one does.
    func seekPermit(_ start: CheckStart) async -> RefreshPermit {
        switch await keeper.tryRefreshLock() {
        case .notOffered:
            heldElsewhere = nil
            return .granted(nil)
        case .heldElsewhere:
            let isStuck = isStuck()
            return isStuck || isUsersWish(start) ? .granted(nil) : .refused(standDown(start))
        case .acquired(let lock):
            heldElsewhere = nil
            await reload()
            // Somebody may have asked, or changed the license, between the look that led here and the lock.
            let isAsIt = state.record.lastAttempt == start.lastAttempt
            guard isAsIt && state.record.activation == start.activation || isUsersWish(start) else {
                return .refused(standDown(start))
            }
            return .granted(lock)
        }
    }

    /// Whether a check is the user's own wish, which is not another process's.
    private func isUsersWish(_ start: CheckStart) -> Bool {
        validation.map { $0.ticket == start.ticket && $0.isUsersWish } ?? false
    }

    /// Whether the lock has been held for longer than any call takes: by a process that is stopped, most likely.
    private func isStuck() -> Bool {
        let now = clock.now().continuous
        let known = heldElsewhere.flatMap { $0.lastAttempt == state.record.lastAttempt ? $0 : nil }
        let series = known ?? HeldElsewhere(since: now, lastAttempt: state.record.lastAttempt)
        heldElsewhere = series
        return now.seconds(since: series.since) >= Self.longestHold
    }

    /// Three attempts of 15 s with their pauses, and as much again.
    private static let longestHold: Int64 = 120

    private func standDown(_ start: CheckStart) -> RefreshResult {
        guard state.flight.land(start.ticket) else { return .superseded }
        validation = nil
        logger.debug(requestID: start.requestID.rawValue, "not asked: another process on this store asks")
        update()
        updateChecking()
        return .skipped(.askedElsewhere)
    }

    /// What is thrown where a process that only reads is asked for more.
    func requireFullRole(_ operation: KeylightError.Operation) throws(KeylightError) {
        guard isReadOnly else { return }
        throw KeylightError(
            operation: operation,
            kind: .invalidConfiguration(field: "role", problem: "an extension only reads; let the app do it")
        )
    }
}

/// Whether a check may go on to the server.
enum RefreshPermit: Sendable {
    /// It may; the lock is given back when the answer has been stored. Nil where there is none.
    case granted(RefreshLock?)
    /// It may not, and this is what became of it.
    case refused(RefreshResult)
}
