extension FileSystem {
    /// Makes a new file with these bytes, on the medium when this returns; nothing stays behind when it throws.
    ///
    /// - Parameter lasts: whether it has to outlast a power cut, which is what takes time.
    func create(_ path: String, _ bytes: [UInt8], lasts: Bool = true) throws(FileFailure) {
        let descriptor = try attempt("create", path) { () throws(SystemErrorCode) in
            try operations.open(path, for: .creatingExclusively)
        }
        do throws(FileFailure) {
            try writeAll(descriptor, path, bytes)
            if lasts {
                try attempt("synchronise", path) { () throws(SystemErrorCode) in
                    try operations.synchronize(descriptor)
                }
            }
        } catch {
            operations.close(descriptor)
            discard(path)
            throw error
        }
        operations.close(descriptor)
    }

    /// Removes a temporary file; the next writer tries again should this fail.
    func discard(_ path: String) {
        try? remove(path)
    }

    private func writeAll(_ descriptor: Int32, _ path: String, _ bytes: [UInt8]) throws(FileFailure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = try attempt("write", path) { () throws(SystemErrorCode) in
                try rest.withUnsafeBufferPointer { (buffer) throws(SystemErrorCode) in
                    try operations.write(descriptor, from: UnsafeRawBufferPointer(buffer))
                }
            }
            // The system never does this for a regular file; if it did, we would go round for ever.
            guard count > 0 else { throw FileFailure("write", path, .inputOutput) }
            rest = rest.dropFirst(count)
        }
    }
}
