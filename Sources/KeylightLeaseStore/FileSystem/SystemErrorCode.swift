#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The system's own number for what went wrong in a call.
struct SystemErrorCode: Error, Hashable {
    let rawValue: Int32

    static let notFound = SystemErrorCode(rawValue: ENOENT)
    static let exists = SystemErrorCode(rawValue: EEXIST)
    static let interrupted = SystemErrorCode(rawValue: EINTR)
    static let inputOutput = SystemErrorCode(rawValue: EIO)
    static let noSpace = SystemErrorCode(rawValue: ENOSPC)
    static let readOnlyFileSystem = SystemErrorCode(rawValue: EROFS)
    static let accessDenied = SystemErrorCode(rawValue: EACCES)
    static let notPermitted = SystemErrorCode(rawValue: EPERM)
    static let notSupported = SystemErrorCode(rawValue: ENOTSUP)
    static let operationNotSupported = SystemErrorCode(rawValue: EOPNOTSUPP)
    static let notImplemented = SystemErrorCode(rawValue: ENOSYS)
    static let notDirectory = SystemErrorCode(rawValue: ENOTDIR)
    static let isDirectory = SystemErrorCode(rawValue: EISDIR)
    static let symbolicLink = SystemErrorCode(rawValue: ELOOP)
    static let wouldBlock = SystemErrorCode(rawValue: EWOULDBLOCK)
    static let timedOut = SystemErrorCode(rawValue: ETIMEDOUT)
    static let stale = SystemErrorCode(rawValue: ESTALE)

    /// What the last failed call of this thread left behind.
    static var last: SystemErrorCode { SystemErrorCode(rawValue: errno) }
}

extension SystemErrorCode: CustomStringConvertible {
    /// The name that support searches for, and the system's words: `EACCES (Permission denied)`.
    var description: String {
        let words = strerror(rawValue).map { String(cString: $0) } ?? "unknown error"
        return "\(Self.names[self] ?? "errno \(rawValue)") (\(words))"
    }

    private static let names: [SystemErrorCode: String] = [
        .notFound: "ENOENT", .exists: "EEXIST", .interrupted: "EINTR", .inputOutput: "EIO",
        .noSpace: "ENOSPC", .readOnlyFileSystem: "EROFS", .accessDenied: "EACCES", .notPermitted: "EPERM",
        .notImplemented: "ENOSYS", .notDirectory: "ENOTDIR", .isDirectory: "EISDIR",
        .symbolicLink: "ELOOP", .stale: "ESTALE", .timedOut: "ETIMEDOUT",
        SystemErrorCode(rawValue: ENAMETOOLONG): "ENAMETOOLONG",
        SystemErrorCode(rawValue: EDQUOT): "EDQUOT", SystemErrorCode(rawValue: EFBIG): "EFBIG",
        SystemErrorCode(rawValue: EMFILE): "EMFILE", SystemErrorCode(rawValue: ENFILE): "ENFILE",
        SystemErrorCode(rawValue: ENOLCK): "ENOLCK", SystemErrorCode(rawValue: EBUSY): "EBUSY",
    ]
}
