import KeylightClock
import KeylightCore
import KeylightLogging
import KeylightPolicy

/// Reading and writing the record.
extension LicenseEngine {
    /// Reads the record again, since another process may have changed it; callers at the same time share one
    /// read.
    ///
    /// A store may take for ever, such as when another process was stopped while it held the lock. The verdict does not
    /// wait for that: see ``expectStore()``.
    func reload() async {
        if let loading {
            if isStoreLate { update() }
            // Finished by the engine itself, so waiting throws only when the caller is cancelled.
            _ = try? await loading.value()
            return
        }
        let outcome = SharedOutcome<Void>()
        loading = outcome
        expectStore()
        let loaded = await keeper.load()
        loading = nil
        isStoreLate = false
        storeAlarm.cancel()
        state.locate(loaded.place)
        state.adopt(loaded.result, order: loaded.order, at: clock.now())
        reportMachineID()
        update()
        outcome.finish(())
        followUp()
    }

    /// Sets a timer by which the store should have answered.
    ///
    /// What is due is decided only after the record was read, or a process that has slept would show for a moment that
    /// its license has ended, which another one has renewed in the meantime. When the store has not answered by then,
    /// it is decided by what is in memory.
    private func expectStore() {
        guard !isReadOnly else { return }
        let deadline = clock.now().continuous.adding(seconds: state.policy.storePatience)
        storeAlarm.set(deadline, clock: clock, runner: runner) { [weak self] number in
            await self?.storeIsLate(number)
        }
    }

    private func storeIsLate(_ number: UInt64) {
        guard storeAlarm.accept(number) != nil, loading != nil else { return }
        isStoreLate = true
        logger.notice("the store does not answer; going on with what is in memory")
        update()
    }

    /// What a read leads to, beside the work of whoever wanted it: a lost record is put back, and what a launch has
    /// left undone is made up for.
    private func followUp() {
        let mayWrite = !state.unsaved.isEmpty && flushing == nil && !state.lastWriteFailed
        guard !isReadOnly, mayWrite || (owesLaunch && state.storage.isReadable) else { return }
        _ = runner.run { [weak self] in
            await self?.payLaunch()
            if mayWrite { await self?.flush() }
        }
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
