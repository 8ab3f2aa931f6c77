import KeylightCore

/// Finding in the mirror what the first store has lost.
extension MirroringLeaseStore {
    /// What was found, and the record to be written back to the first store; nil when there is nothing to write.
    typealias Finding = (answer: StoredRecord, lost: LicenseRecord?)

    /// Reads the first store, and where that has no record, the mirror.
    func look(_ read: (any LeaseStore) throws -> StoredRecord) throws -> Finding {
        let own: StoredRecord
        do {
            own = try read(first)
        } catch {
            return (try standIn(for: error, read), nil)
        }
        worked(.standingIn)
        let lack: String
        switch own {
        case .record:
            standing.withLock { $0.noteRecord() }
            return (own, nil)
        case .newerSchema: return (own, nil)
        case .absent: lack = "there is none"
        // It has been moved aside, so that the next look would find nothing: the answer must not depend on that.
        case .corrupt(let text): lack = text
        }
        let mirrored = try ask(read, lack: lack)
        switch mirrored {
        case .absent: return (own, nil)
        case .record(let record): return (mirrored, record)
        // Something was there once, so it is not "absent".
        case .corrupt: return (own == .absent ? mirrored : own, nil)
        case .newerSchema: return (mirrored, nil)
        }
    }

    /// The mirror's record, for a transaction that finds the first store empty; nil when it has none.
    func lostRecord() throws -> LicenseRecord? {
        switch try ask({ try $0.load() }, lack: "there is none") {
        case .record(let record): return record
        case .newerSchema(let schema): throw LeaseStoreError.newerSchema(schema)
        case .absent, .corrupt: return nil
        }
    }

    /// Writes a record back, where there is still none.
    ///
    /// - Returns: what the first store holds then, or the record itself when it could not be written.
    func putBack(_ lost: LicenseRecord) -> LicenseRecord {
        var isMissing = false
        do {
            let written = try first.update { record in
                isMissing = record.isEmpty
                if isMissing { record = lost }
            }
            worked(.puttingBack)
            if isMissing {
                standing.withLock { $0.noteAgreement() }
                tellRestored()
            }
            return written
        } catch {
            tell(
                .puttingBack,
                "the license record comes from its mirror and cannot be written back: \(error)"
            )
            return lost
        }
    }

    /// The mirror's record in place of a first store that cannot be read: wrong permissions lock nobody out.
    private func standIn(
        for error: any Error,
        _ read: (any LeaseStore) throws -> StoredRecord
    ) throws -> StoredRecord {
        switch error {
        case LeaseStoreError.notOffered, LeaseStoreError.newerSchema: throw error
        default: break
        }
        guard let mirrored = try? ask(read, lack: "\(error)"), case .record = mirrored else { throw error }
        tell(.standingIn, "the license record is read from its mirror: \(error)")
        return mirrored
    }

    /// What the mirror holds; absent also when it is not offered, is known to be empty, or is behind.
    ///
    /// - Parameter lack: what the first store said.
    private func ask(_ read: (any LeaseStore) throws -> StoredRecord, lack: String) throws -> StoredRecord {
        let (isWorthIt, number) = standing.withLock { ($0.isWorthAsking, $0.expected) }
        guard isWorthIt else { return .absent }
        do {
            let found = try read(mirror)
            worked(.reading, .notOffered)
            guard found == .absent || found == .record(LicenseRecord()) else { return found }
            standing.withLock { $0.noteEmpty(asOf: number) }
            return .absent
        } catch LeaseStoreError.newerSchema(let schema) {
            return .newerSchema(schema)
        } catch LeaseStoreError.notOffered(let reason) {
            tell(.notOffered, "the license record has no mirror: \(reason)")
            return .absent
        } catch {
            tell(.reading, "the mirror of the license record: \(error)")
            throw LeaseStoreError.unavailable("\(lack), and of the mirror it is not known: \(error)")
        }
    }
}
