/// Something that can be measured.
public struct Operation {
    /// What it is, in a few words.
    public let name: String
    /// Does it so many times in a row; the loop is the operation's own, so that the harness adds nothing to it.
    ///
    /// An operation throws when its result is not the expected one: what went wrong fast is no measurement.
    public let repeated: (Int) throws -> Void

    /// Makes an operation that brings its own loop, for what takes nanoseconds.
    public init(_ name: String, repeated: @escaping (Int) throws -> Void) {
        self.name = name
        self.repeated = repeated
    }

    /// Makes an operation that is called once for each time, for what takes microseconds.
    public init(_ name: String, once: @escaping () throws -> Void) {
        self.init(name) { count in
            for _ in 0..<count { try once() }
        }
    }
}
