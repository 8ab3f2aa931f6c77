extension SealedFileStore {
    /// Watches the directory: inotify on Linux, a dispatch source on Apple's systems.
    ///
    /// - Returns: nil as long as there is no directory; it is made at the first write.
    public func watch(_ changed: @escaping @Sendable () -> Void) -> StoreWatch? {
        DirectoryWatch.start(folder.directory, name: StoreFolder.recordName, changed)
    }
}
