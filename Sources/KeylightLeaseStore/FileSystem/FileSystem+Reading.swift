extension FileSystem {
    /// Reads a regular file's first bytes.
    ///
    /// - Parameter limit: the most that is read, whatever the file's size; a longer answer than the caller
    ///   can use tells it that the file is too long.
    /// - Returns: the bytes; nil when there is no file.
    /// - Throws: also when something other than a regular file stands there: a directory, a pipe, a link.
    func read(_ path: String, limit: Int) throws(FileFailure) -> [UInt8]? {
        let descriptor: Int32
        do throws(FileFailure) {
            descriptor = try attempt("read", path) { () throws(SystemErrorCode) in
                try operations.open(path, for: .reading)
            }
        } catch {
            if error.code == .notFound { return nil }
            throw error
        }
        defer { operations.close(descriptor) }
        try requireRegularFile(descriptor, path, action: "read")
        var bytes: [UInt8] = []
        while bytes.count < limit {
            let more = try readOnce(descriptor, path, upTo: min(limit - bytes.count, 16_384))
            if more.isEmpty { break }
            if bytes.isEmpty { bytes = more } else { bytes += more }
        }
        return bytes
    }

    /// What a single read gives, for a caller who can tell whether that was all: no other question is asked.
    ///
    /// - Returns: nil at the slightest trouble.
    func glance(at path: String, limit: Int) -> [UInt8]? {
        guard let descriptor = try? operations.open(path, for: .reading) else { return nil }
        defer { operations.close(descriptor) }
        return try? readOnce(descriptor, path, upTo: limit)
    }

    private func readOnce(_ descriptor: Int32, _ path: String, upTo limit: Int) throws(FileFailure) -> [UInt8]
    {
        try [UInt8](unsafeUninitializedCapacity: limit) { (buffer, count) throws(FileFailure) in
            count = try attempt("read", path) { () throws(SystemErrorCode) in
                try operations.read(
                    descriptor,
                    into: UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: limit)
                )
            }
        }
    }

    /// Refuses what is no regular file.
    @discardableResult
    func requireRegularFile(
        _ descriptor: Int32,
        _ path: String,
        action: String
    ) throws(FileFailure) -> FileStatus {
        let status = try attempt(action, path) { () throws(SystemErrorCode) in
            try operations.status(of: descriptor)
        }
        switch status.kind {
        case .regular: return status
        case .directory: throw FileFailure(action, path, .isDirectory)
        case .symbolicLink: throw FileFailure(action, path, .symbolicLink)
        case .other: throw FileFailure(action, path, .notSupported, detail: "it is no regular file")
        }
    }
}
