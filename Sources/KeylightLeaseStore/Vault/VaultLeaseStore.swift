package import KeylightCore

/// A store over a vault of the system's: the Keychain, a desktop's Secret Service.
///
/// A vault has no transactions, so each runs under the lock of a directory, which holds nothing else but a mark that
/// changes with the record: as long as that is the same, the record is what it was, and the vault is not asked. A
/// record that cannot be understood stays where it is until it is replaced, and is then kept under a second name.
package struct VaultLeaseStore: Sendable {
    private let vault: any RecordVault
    private let folder: StoreFolder
    private let fileSystem: FileSystem
    private let stamp: VaultStamp
    private let seen = Locked<Seen?>(nil)

    /// What was read last, or written, and under which mark.
    private struct Seen: Sendable {
        var record: LicenseRecord?
        var mark: VaultStamp.Mark
    }

    /// Makes a store; touches nothing yet.
    ///
    /// - Parameter lockDirectory: an absolute path, for this product alone; made at the first write.
    package init(vault: any RecordVault, lockDirectory: String) throws(StoreLocationError) {
        guard lockDirectory.hasPrefix("/") else { throw .notAbsolute(lockDirectory) }
        guard !lockDirectory.utf8.contains(0) else { throw .containsNull }
        self.vault = vault
        folder = StoreFolder(directory: lockDirectory)
        fileSystem = FileSystem(operations: SystemFileOperations())
        stamp = VaultStamp(folder: folder, fileSystem: fileSystem)
    }

    package func load() throws(LeaseStoreError) -> StoredRecord {
        // Before the vault is read: what is written in between changes it once more.
        let mark = stamp.read()
        if let seen = seen(under: mark) { return seen.record.map(StoredRecord.record) ?? .absent }
        guard let bytes = try vault.read(.record) else {
            remember(nil, under: mark)
            return .absent
        }
        let found = VaultRecordFormat.read(bytes)
        if case .record(let record) = found { remember(record, under: mark) }
        return found
    }

    package func update(_ change: (inout LicenseRecord) -> Void) throws(LeaseStoreError) -> LicenseRecord {
        let lock = try lock()
        defer { lock.release() }
        let before = try recordToChange()
        var after = before
        change(&after)
        guard after != before else { return after }
        let bytes = try bytes(of: after)
        try writing { () throws(LeaseStoreError) in try vault.write(bytes, to: .record) }
        remember(after, under: stamp.read())
        return after
    }

    package func erase() throws(LeaseStoreError) {
        let lock = try lock()
        defer { lock.release() }
        try writing { () throws(LeaseStoreError) in
            for entry in VaultEntry.allCases { try vault.remove(entry) }
        }
    }

    /// Watches the mark.
    package func watch(_ changed: @escaping @Sendable () -> Void) -> StoreWatch? {
        DirectoryWatch.start(folder.directory, name: VaultStamp.name, changed)
    }

    package func tryRefreshLock() -> RefreshLockOutcome { RefreshLockFile.tryLock(folder, fileSystem) }

    private func recordToChange() throws(LeaseStoreError) -> LicenseRecord {
        if let seen = seen(under: stamp.read()) { return seen.record ?? LicenseRecord() }
        let found = try vault.read(.record)
        switch found.map(VaultRecordFormat.read) {
        case nil, .absent?: return LicenseRecord()
        case .record(let record)?: return record
        case .newerSchema(let schema)?: throw .newerSchema(schema)
        case .corrupt?:
            try vault.write(found ?? [], to: .corrupt)
            return LicenseRecord()
        }
    }

    private func seen(under mark: VaultStamp.Mark?) -> Seen? {
        seen.withLock { seen in seen?.mark == mark ? seen : nil }
    }

    private func remember(_ record: LicenseRecord?, under mark: VaultStamp.Mark?) {
        seen.withLock { seen in seen = mark.map { Seen(record: record, mark: $0) } }
    }

    /// Changes the vault between two new marks: were the process to end in between, the first one tells the others.
    private func writing(_ body: () throws(LeaseStoreError) -> Void) throws(LeaseStoreError) {
        seen.withLock { $0 = nil }
        // What a process has left that died while it renewed the mark. Should it stay, the next change tries again.
        try? FileWriter(folder: folder, fileSystem: fileSystem).removeLeftovers()
        try renewStamp()
        try body()
        try renewStamp()
    }

    private func renewStamp() throws(LeaseStoreError) {
        do throws(FileFailure) {
            try stamp.renew()
        } catch {
            throw .writeFailed(fileSystem.explain(error))
        }
    }

    private func bytes(of record: LicenseRecord) throws(LeaseStoreError) -> [UInt8] {
        do throws(RecordSealError) {
            let bytes = try VaultRecordFormat.bytes(record)
            guard bytes.count <= RecordSeal.sizeLimit else { throw .tooLarge(bytes.count) }
            return bytes
        } catch {
            throw .writeFailed("\(error)")
        }
    }

    private func lock() throws(LeaseStoreError) -> StoreLock {
        do throws(FileFailure) {
            try fileSystem.makeDirectories(folder.directory)
            return try StoreLock(folder, fileSystem)
        } catch {
            throw .writeFailed(fileSystem.explain(error))
        }
    }
}
