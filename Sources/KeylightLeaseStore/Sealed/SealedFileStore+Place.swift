extension SealedFileStore {
    /// The numbers that the file system gave to the directory and to the secret in it.
    ///
    /// A backup that is restored, a migration assistant and a plain copy all make new files, which get other numbers;
    /// a restart or an update of the system leaves them alone.
    public func place(preparing: Bool) -> String? {
        if preparing { prepareSecret() }
        guard let directory = try? fileSystem.status(at: folder.directory),
            let secret = try? fileSystem.status(at: folder.secret), secret.kind == .regular
        else { return nil }
        return "\(directory.number)-\(secret.number)"
    }

    /// Makes the secret where there is none. That it cannot be made is said by the write that comes.
    private func prepareSecret() {
        guard (try? InstallSecret.read(folder, fileSystem)) == .absent, let lock = try? lockForWriting()
        else {
            return
        }
        defer { lock.release() }
        _ = try? secret(FileWriter(folder: folder, fileSystem: fileSystem))
    }
}
