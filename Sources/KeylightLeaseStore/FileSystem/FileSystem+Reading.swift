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
        return try readBytes(descriptor, path, limit: limit)
    }

    /// Refuses what is no regular file.
    func requireRegularFile(_ descriptor: Int32, _ path: String, action: String) throws(FileFailure) {
        let status = try attempt(action, path) { () throws(SystemErrorCode) in
            try operations.status(of: descriptor)
        }
        switch status.kind {
        case .regular: return
        case .directory: throw FileFailure(action, path, .isDirectory)
        case .symbolicLink: throw FileFailure(action, path, .symbolicLink)
        case .other: throw FileFailure(action, path, .notSupported, detail: "it is no regular file")
        }
    }

    private func readBytes(_ descriptor: Int32, _ path: String, limit: Int) throws(FileFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: min(limit, 16_384))
        while bytes.count < limit {
            let wanted = min(chunk.count, limit - bytes.count)
            let count = try attempt("read", path) { () throws(SystemErrorCode) in
                try chunk.withRawBytes(first: wanted) { (buffer) throws(SystemErrorCode) in
                    try operations.read(descriptor, into: buffer)
                }
            }
            if count <= 0 { break }
            bytes.append(contentsOf: chunk.prefix(count))
        }
        return bytes
    }
}

extension [UInt8] {
    /// The first bytes as a raw buffer; the standard library's version loses the type of the error.
    fileprivate mutating func withRawBytes<Value, Failure: Error>(
        first count: Int,
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try withUnsafeMutableBufferPointer { (buffer) throws(Failure) in
            try body(
                UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer).prefix(count))
            )
        }
    }
}
