extension FileSystem {
    /// A sentence for people: what failed, whose the file is, and what may be the matter.
    ///
    /// Looks at the path itself, or, when that cannot be seen, at the nearest directory above that can.
    func explain(_ failure: FileFailure) -> String {
        var path = failure.path
        while true {
            if let status = try? operations.status(at: path) {
                return "\(failure); " + describe(status, at: path, failure)
            }
            guard let parent = Self.parent(of: path) else { return "\(failure)" }
            path = parent
        }
    }

    private func describe(_ status: FileStatus, at path: String, _ failure: FileFailure) -> String {
        let what = path == failure.path ? "it" : path
        let mode = String(status.permissions, radix: 8)
        let user = operations.userID
        var text =
            "\(what) is owned by uid \(status.owner) with mode \(mode), this process runs as uid \(user)"
        if let hint = hint(status, user, failure.code) { text += ": " + hint }
        return text
    }

    private func hint(_ status: FileStatus, _ user: UInt32, _ code: SystemErrorCode) -> String? {
        switch code {
        case .accessDenied, .notPermitted:
            if status.owner == 0, user != 0 { return "owned by root; was the app once run with sudo?" }
            if status.owner != user { return "it belongs to another user" }
            return "check its permissions, and whether the device is locked"
        case .symbolicLink: return "a symbolic link in place of the file is not followed"
        case .timedOut: return "is a process that uses the same store stopped or hanging?"
        case .noSpace: return "free some space"
        case .readOnlyFileSystem: return "the volume is mounted read-only"
        default: return nil
        }
    }
}
