import KeylightCore

/// Bringing the mirror up to date.
extension MirroringLeaseStore {
    /// Copies the record when the mirror has to have it.
    func keepUp(from before: LicenseRecord, to written: LicenseRecord) {
        let number = standing.withLock { standing in
            if !before.isEmpty { standing.noteRecord() }
            return standing.copyNeeded(from: before, to: written)
        }
        if let number { copy(number) }
    }

    /// Copies what the first store holds by now, as a transaction of the mirror.
    ///
    /// Not the record that was just written: another process may have written a newer one since, and have copied
    /// that already.
    private func copy(_ number: UInt64) {
        var isCopied = false
        var failure: (any Error)?
        do {
            try mirror.update { mirrored in
                do {
                    guard case .record(let present) = try first.peek() else { return }
                    if !mirrored.agrees(with: present) { mirrored = present }
                    isCopied = true
                } catch {
                    failure = error
                }
            }
            if let failure { throw failure }
        } catch LeaseStoreError.notOffered(let reason) {
            tell(.notOffered, "the license record has no mirror: \(reason)")
            return
        } catch {
            tell(.copying, "the mirror of the license record is behind: \(error)")
            return
        }
        worked(.copying, .notOffered)
        if isCopied { standing.withLock { $0.finishCopy(number) } }
    }
}
