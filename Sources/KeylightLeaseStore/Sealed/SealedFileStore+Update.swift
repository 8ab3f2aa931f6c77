public import KeylightCore

extension SealedFileStore {
    /// Reads the record, lets `change` alter it and writes it, as one transaction among all processes.
    ///
    /// Waits for the store's lock. `change` runs while it is held: it must be quick, and must not call the store.
    /// When it leaves the record as it was, nothing is written.
    ///
    /// - Returns: the record as it is now stored.
    /// - Throws: ``LeaseStoreError/unavailable(_:)`` when the present record cannot be read,
    ///   ``LeaseStoreError/newerSchema(_:)`` when it must not be replaced, ``LeaseStoreError/writeFailed(_:)``
    ///   when the store cannot be locked or written. What was there is then still there, whole.
    @discardableResult
    public func update(_ change: (inout LicenseRecord) -> Void) throws(LeaseStoreError) -> LicenseRecord {
        let lock = try lockForWriting()
        defer { lock.release() }
        let before = try recordToChange()
        var after = before
        change(&after)
        if after != before { try write(after) }
        return after
    }

    /// Takes the lock, making the directory for it where needed.
    func lockForWriting() throws(LeaseStoreError) -> StoreLock {
        do throws(FileFailure) {
            do throws(FileFailure) {
                return try StoreLock(folder, fileSystem)
            } catch {
                guard error.code == .notFound else { throw error }
                try fileSystem.makeDirectories(folder.directory)
                return try StoreLock(folder, fileSystem)
            }
        } catch {
            // Where the record cannot be read either, that is the greater trouble, and what load would say.
            _ = try examine()
            throw writeFailed(error)
        }
    }

    /// The record as a transaction finds it, with whatever cannot be understood out of the way.
    private func recordToChange() throws(LeaseStoreError) -> LicenseRecord {
        switch try examine() {
        case .absent: return LicenseRecord()
        case .record(let record): return record
        case .newerSchema(let schema): throw .newerSchema(schema)
        case .corrupt:
            try writing { () throws(FileFailure) in _ = try moveAside(folder.record, as: .record) }
            return LicenseRecord()
        }
    }

    private func write(_ record: LicenseRecord) throws(LeaseStoreError) {
        let writer = FileWriter(folder: folder, fileSystem: fileSystem)
        // The first write of a process, and the one after a failure, are made with more care: leftovers are cleared
        // away, which a good write leaves none of, and what was written is read back before it replaces a record that
        // perhaps an older version wrote.
        let isTried = hasWritten.withLock { hasWritten in
            defer { hasWritten = false }
            return hasWritten
        }
        if !isTried { try writing { () throws(FileFailure) in try writer.removeLeftovers() } }
        let bytes = try sealed(record, secret: secret(writer))
        try writing { () throws(FileFailure) in
            try writer.replace(folder.record, with: bytes, isGood: isTried ? nil : { opens($0, to: record) })
        }
        hasWritten.withLock { $0 = true }
    }

    private func opens(_ bytes: [UInt8], to record: LicenseRecord) -> Bool {
        guard let schema = SealedHeader.schema(of: bytes), let cipher = knownKey.withLock({ $0?.cipher })
        else {
            return false
        }
        return (try? seal.open(bytes, schema: schema, with: cipher)) == record
    }

    private func sealed(_ record: LicenseRecord, secret: [UInt8]) throws(LeaseStoreError) -> [UInt8] {
        do throws(RecordSealError) {
            let cipher = try cipher(secret)
            let bytes = try seal.seal(record, with: cipher)
            knownKey.withLock { $0 = KnownKey(secret: secret, cipher: cipher) }
            return bytes
        } catch .cannotTell(let text) {
            throw .unavailable("cannot seal \(folder.record): \(text)")
        } catch {
            throw .writeFailed("cannot seal \(folder.record): \(error)")
        }
    }

    /// The store's secret, made now if there is none.
    func secret(_ writer: FileWriter) throws(LeaseStoreError) -> [UInt8] {
        try writing { () throws(FileFailure) in
            switch try InstallSecret.read(folder, fileSystem) {
            case .bytes(let secret): return secret
            case .absent: break
            case .damaged: _ = try moveAside(folder.secret, as: .secret)
            }
            return try writer.makeSecret()
        }
    }

    private func writing<Value>(
        _ body: () throws(FileFailure) -> Value
    ) throws(LeaseStoreError) -> Value {
        do throws(FileFailure) {
            return try body()
        } catch {
            throw writeFailed(error)
        }
    }

    private func writeFailed(_ failure: FileFailure) -> LeaseStoreError {
        .writeFailed(fileSystem.explain(failure))
    }
}
