import KeylightCore
import KeylightCrypto

extension SealedFileStore {
    /// What a record hardly ever exceeds, in bytes: one without pending releases takes about 1,200.
    private static let usualSizeLimit = 8_192

    /// Reads the record.
    ///
    /// Waits for no lock, unless something is there that cannot be understood: that is looked at once more, and
    /// moved aside, as a transaction.
    ///
    /// - Returns: also `.corrupt` when it could not be moved aside; the text then says so.
    /// - Throws: ``LeaseStoreError/unavailable(_:)`` when the file is there and cannot be read now, and when
    ///   the system's cryptographic library is missing.
    public func load() throws(LeaseStoreError) -> StoredRecord {
        let found = try examine()
        guard case .corrupt(let text) = found else { return found }
        let lock: StoreLock
        do throws(FileFailure) {
            lock = try StoreLock(folder, fileSystem)
        } catch {
            return .corrupt("\(text); it could not be moved aside: \(fileSystem.explain(error))")
        }
        defer { lock.release() }
        // Another process may have replaced it in the meantime, or erased the store between our two reads.
        let confirmed = try examine()
        guard case .corrupt(let text) = confirmed else { return confirmed }
        do throws(FileFailure) {
            return .corrupt("\(text); it was moved to \(try moveAside(folder.record, as: .record))")
        } catch {
            return .corrupt("\(text); it could not be moved aside: \(fileSystem.explain(error))")
        }
    }

    /// Looks at the record as it is now.
    func examine() throws(LeaseStoreError) -> StoredRecord {
        if let record = recordAsBefore() { return .record(record) }
        // One byte more than is allowed tells that there is more.
        guard
            let bytes = try read({ () throws(FileFailure) in
                try fileSystem.read(folder.record, limit: RecordSeal.sizeLimit + 1)
            })
        else { return .absent }
        guard let schema = SealedHeader.schema(of: bytes) else { return corrupt("it has no header") }
        if schema > LicenseRecord.currentSchema { return .newerSchema(Int(clamping: schema)) }
        if bytes.count > RecordSeal.sizeLimit { return corrupt("it is too large") }
        let secret = try read { () throws(FileFailure) in try InstallSecret.read(folder, fileSystem) }
        switch secret {
        case .absent: return corrupt("\(folder.secret) is missing, without which it cannot be opened")
        case .damaged: return corrupt("\(folder.secret) is damaged, without which it cannot be opened")
        case .bytes(let secret): return try open(bytes, schema: schema, secret: secret)
        }
    }

    /// Moves a file aside, to be kept.
    func moveAside(_ path: String, as kind: Quarantine.Kind) throws(FileFailure) -> String {
        try Quarantine(folder: folder, fileSystem: fileSystem).take(path, as: kind)
    }

    private func read<Value>(
        _ body: () throws(FileFailure) -> Value
    ) throws(LeaseStoreError) -> Value {
        do throws(FileFailure) {
            return try body()
        } catch {
            throw .unavailable(fileSystem.explain(error))
        }
    }

    private func open(
        _ bytes: [UInt8],
        schema: UInt32,
        secret: [UInt8]
    ) throws(LeaseStoreError) -> StoredRecord {
        do throws(RecordSealError) {
            let cipher = try cipher(secret)
            let record = try seal.open(bytes, schema: schema, with: cipher)
            knownKey.withLock { $0 = KnownKey(secret: secret, cipher: cipher) }
            return .record(record)
        } catch {
            switch error {
            case .damaged(let text): return corrupt(text)
            case .cannotTell, .tooLarge: throw .unavailable("cannot open \(folder.record): \(error)")
            }
        }
    }

    /// Opens the record with what opened the one before.
    ///
    /// A record that opens is one, so nothing else needs to be asked: what kind of file it is, whether all of it was
    /// read, what the secret is now.
    ///
    /// - Returns: nil when that does not do, for whatever reason; then everything is looked at with care.
    private func recordAsBefore() -> LicenseRecord? {
        guard let cipher = knownKey.withLock({ $0?.cipher }),
            let bytes = fileSystem.glance(at: folder.record, limit: Self.usualSizeLimit),
            let schema = SealedHeader.schema(of: bytes)
        else { return nil }
        return try? seal.open(bytes, schema: schema, with: cipher)
    }

    /// The cipher under the key that a secret gives.
    func cipher(_ secret: [UInt8]) throws(RecordSealError) -> ChaChaPolyCipher {
        if let known = knownKey.withLock({ $0 }), known.secret == secret { return known.cipher }
        do throws(CryptoError) {
            return try key.cipher(secret: secret)
        } catch {
            throw .cannotTell("\(error)")
        }
    }

    private func corrupt(_ text: String) -> StoredRecord { .corrupt("\(folder.record): \(text)") }
}
