package import KeylightCore

/// A store over a vault of the system's: the Keychain, a desktop's Secret Service.
///
/// A vault has no transactions, so each runs under the lock of a directory, which holds nothing else. A record that
/// cannot be understood stays where it is until it is replaced, and is then kept under a second name.
package struct VaultLeaseStore: Sendable {
    private let vault: any RecordVault
    private let folder: StoreFolder
    private let fileSystem: FileSystem

    /// Makes a store; touches nothing yet.
    ///
    /// - Parameter lockDirectory: an absolute path, for this product alone; made at the first write.
    package init(vault: any RecordVault, lockDirectory: String) throws(StoreLocationError) {
        guard lockDirectory.hasPrefix("/") else { throw .notAbsolute(lockDirectory) }
        guard !lockDirectory.utf8.contains(0) else { throw .containsNull }
        self.vault = vault
        folder = StoreFolder(directory: lockDirectory)
        fileSystem = FileSystem(operations: SystemFileOperations())
    }

    package func load() throws(LeaseStoreError) -> StoredRecord {
        guard let bytes = try vault.read(.record) else { return .absent }
        return VaultRecordFormat.read(bytes)
    }

    package func update(_ change: (inout LicenseRecord) -> Void) throws(LeaseStoreError) -> LicenseRecord {
        let lock = try lock()
        defer { lock.release() }
        let found = try vault.read(.record)
        var before = LicenseRecord()
        switch found.map(VaultRecordFormat.read) {
        case nil, .absent?: break
        case .record(let record)?: before = record
        case .newerSchema(let schema)?: throw .newerSchema(schema)
        case .corrupt?: try vault.write(found ?? [], to: .corrupt)
        }
        var after = before
        change(&after)
        guard after != before else { return after }
        try vault.write(bytes(of: after), to: .record)
        return after
    }

    package func erase() throws(LeaseStoreError) {
        let lock = try lock()
        defer { lock.release() }
        for entry in VaultEntry.allCases { try vault.remove(entry) }
    }

    package func tryRefreshLock() -> RefreshLockOutcome { RefreshLockFile.tryLock(folder, fileSystem) }

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
