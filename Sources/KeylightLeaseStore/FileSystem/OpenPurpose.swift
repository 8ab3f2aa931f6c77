/// What a file is opened for; each purpose has its one safe set of flags.
///
/// None follows a symbolic link in the last part of the path, and none survives into a program that the app
/// starts. Nothing is ever opened for writing in place.
enum OpenPurpose: Hashable, Sendable {
    /// Reads a file that should be there. Does not wait, should a pipe stand in its place.
    case reading
    /// Makes a file that must not be there, readable and writable by the owner only.
    case creatingExclusively
    /// Opens the lock file, making it where needed.
    case locking
}
