import KeylightClock
import KeylightCore
import KeylightLogging
import KeylightPolicy

/// Reading and writing the record.
extension LicenseEngine {
    /// Reads the record again, since another process may have changed it; callers at the same time share one
    /// read.
    func reload() async {
        if let loading {
            // Finished by the engine itself, so waiting throws only when the caller is cancelled.
            _ = try? await loading.value()
            return
        }
        let outcome = SharedOutcome<Void>()
        loading = outcome
        let loaded = await keeper.load()
        loading = nil
        state.locate(loaded.place)
        state.adopt(loaded.result, order: loaded.order, at: clock.now())
        reportMachineID()
        update()
        outcome.finish(())
    }

    /// Changes the record in memory, publishes, and writes what is unsaved.
    func commit(_ changes: [RecordChange], trusted: Lease? = nil, isUsersDeactivation: Bool = false) async {
        for change in changes { state.change(change, trusted: trusted) }
        update(isUsersDeactivation: isUsersDeactivation)
        await flush()
    }

    /// Writes what is unsaved, as one transaction; what fails stays in memory and is tried again.
    func flush() async {
        guard !isReadOnly else { return }
        while !state.unsaved.isEmpty {
            if let flushing {
                _ = try? await flushing.value()
                if state.lastWriteFailed { return }
                if Task.isCancelled { return }
                continue
            }
            let outcome = SharedOutcome<Void>()
            flushing = outcome
            let batch = state.unsaved
            let written = await keeper.apply(batch)
            flushing = nil
            state.adopt(written.result, of: batch, order: written.order, at: clock.now())
            update()
            outcome.finish(())
            await startWatching()
            if case .failure(let error) = written.result {
                logger.error("license record not saved; kept in memory", metadata: [("error", "\(error)")])
                return
            }
        }
    }
}
