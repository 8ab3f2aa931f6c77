extension FileSystem {
    /// Makes a directory and whichever of those above it are missing, each for the owner only.
    func makeDirectories(_ path: String) throws(FileFailure) {
        do throws(FileFailure) {
            try makeDirectory(path)
        } catch {
            guard error.code == .notFound, let parent = Self.parent(of: path) else { throw error }
            try makeDirectories(parent)
            try makeDirectory(path)
        }
    }

    /// The path one level up; nil at the root.
    static func parent(of path: String) -> String? {
        let parts = path.split(separator: "/")
        guard parts.count > 1 else { return parts.isEmpty ? nil : "/" }
        return "/" + parts.dropLast().joined(separator: "/")
    }

    private func makeDirectory(_ path: String) throws(FileFailure) {
        do throws(FileFailure) {
            try attempt("make the directory", path) { () throws(SystemErrorCode) in
                try operations.makeDirectory(path)
            }
        } catch {
            // Another process was faster, or it was there. Should it be no directory, the next call says so.
            if error.code == .exists { return }
            throw error
        }
        if let parent = Self.parent(of: path) { settle(parent) }
    }
}
