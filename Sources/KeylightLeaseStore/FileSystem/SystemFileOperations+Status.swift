#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension SystemFileOperations {
    func status(of descriptor: Int32) throws(SystemErrorCode) -> FileStatus {
        var information = stat()
        guard fstat(descriptor, &information) == 0 else { throw .last }
        return FileStatus(information)
    }

    func status(at path: String) throws(SystemErrorCode) -> FileStatus {
        var information = stat()
        guard lstat(path, &information) == 0 else { throw .last }
        return FileStatus(information)
    }
}

extension FileStatus {
    fileprivate init(_ information: stat) {
        let kind: Kind =
            switch information.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .directory
            case S_IFLNK: .symbolicLink
            default: .other
            }
        self.init(
            kind: kind,
            permissions: UInt32(information.st_mode & 0o7777),
            owner: information.st_uid,
            device: UInt64(truncatingIfNeeded: information.st_dev),
            number: UInt64(truncatingIfNeeded: information.st_ino)
        )
    }
}
