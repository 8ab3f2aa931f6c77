/// A call into the system that failed.
struct SystemCallError: Error, Equatable {
    /// The call's name, such as `bind`.
    var call: String
    /// The system's error number.
    var code: Int32
}
