/// The system's calls with what they always need: patience with signals, whole writes, and errors that name
/// the path.
struct FileSystem: Sendable {
    let operations: any FileOperations

    func rename(_ source: String, to target: String) throws(FileFailure) {
        try attempt("replace", target) { () throws(SystemErrorCode) in
            try operations.rename(source, to: target)
        }
    }

    /// Gives a file a second name, which must be free.
    func link(_ source: String, to target: String) throws(FileFailure) {
        try attempt("create", target) { () throws(SystemErrorCode) in
            try operations.link(source, to: target)
        }
    }

    /// Removes a file; that there is none is no error.
    func remove(_ path: String) throws(FileFailure) {
        do throws(FileFailure) {
            try attempt("remove", path) { () throws(SystemErrorCode) in try operations.unlink(path) }
        } catch {
            if error.code != .notFound { throw error }
        }
    }

    /// The names in a directory.
    func names(in directory: String) throws(FileFailure) -> [String] {
        try attempt("list", directory) { () throws(SystemErrorCode) in try operations.names(in: directory) }
    }

    /// What stands at a path.
    func status(at path: String) throws(FileFailure) -> FileStatus {
        try attempt("examine", path) { () throws(SystemErrorCode) in try operations.status(at: path) }
    }

    /// Makes the names in a directory last through a power cut, where the file system can.
    ///
    /// What was renamed is in place for every process already, so a failure is no failure of the change: should
    /// the power go, the old file comes back, whole.
    func settle(_ directory: String) {
        try? attempt("synchronise", directory) { () throws(SystemErrorCode) in
            try operations.synchronizeDirectory(directory)
        }
    }

    /// Makes a call again for as long as a signal interrupts it, and gives its error the path.
    func attempt<Value>(
        _ action: String,
        _ path: String,
        _ call: () throws(SystemErrorCode) -> Value
    ) throws(FileFailure) -> Value {
        while true {
            do throws(SystemErrorCode) {
                return try call()
            } catch {
                if error != .interrupted { throw FileFailure(action, path, error) }
            }
        }
    }
}
