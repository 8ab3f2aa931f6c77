#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The calls of POSIX that a file store cannot do without.
enum RawFile {
    struct Failure: Error {
        let call: String
        let code: Int32
    }

    /// Replaces a file so that it is on the disk when this returns: write, fsync, rename, fsync of the folder.
    static func replace(_ name: String, in directory: String, with bytes: [UInt8]) throws {
        let temporary = "\(directory)/\(name).tmp"
        let descriptor = try check(
            "open",
            open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        )
        do {
            defer { close(descriptor) }
            let written = write(descriptor, bytes, bytes.count)
            guard written == bytes.count else { throw Failure(call: "write", code: errno) }
            try synchronize(descriptor)
        }
        try check("rename", rename(temporary, "\(directory)/\(name)"))
        let folder = try check("open", open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        defer { close(folder) }
        try synchronize(folder)
    }

    /// Reads a file that is no longer than the buffer.
    ///
    /// - Returns: how many bytes it has.
    static func read(_ path: String, into buffer: inout [UInt8]) throws -> Int {
        let descriptor = try check("open", open(path, O_RDONLY | O_CLOEXEC))
        defer { close(descriptor) }
        let capacity = buffer.count
        return try buffer.withUnsafeMutableBytes { buffer in
            var size = 0
            while size < capacity {
                let count = readSome(descriptor, buffer.baseAddress.map { $0 + size }, capacity - size)
                if count == 0 { return size }
                guard count > 0 else { throw Failure(call: "read", code: errno) }
                size += count
            }
            throw Failure(call: "read", code: EFBIG)
        }
    }

    private static func synchronize(_ descriptor: Int32) throws {
        #if canImport(Darwin)
            // As the store does it: fsync leaves the bytes in the drive's own memory here.
            if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        #endif
        try check("fsync", fsync(descriptor))
    }

    @discardableResult
    private static func check(_ call: String, _ outcome: Int32) throws -> Int32 {
        guard outcome >= 0 else { throw Failure(call: call, code: errno) }
        return outcome
    }
}

// Under a name that the method above does not hide.
private func readSome(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}
