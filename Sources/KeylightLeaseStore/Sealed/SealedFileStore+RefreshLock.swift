extension SealedFileStore {
    /// Tries to lock `refresh.lock`, an empty file beside the record.
    public func tryRefreshLock() -> RefreshLockOutcome { RefreshLockFile.tryLock(folder, fileSystem) }

    /// Reads the record, and leaves one that cannot be understood where it is.
    public func peek() throws(LeaseStoreError) -> StoredRecord { try examine() }
}
