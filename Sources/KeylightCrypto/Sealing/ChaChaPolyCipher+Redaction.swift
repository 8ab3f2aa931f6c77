extension ChaChaPolyCipher: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Shows no secret.
    public var description: String {
        "ChaChaPolyCipher(key: redacted)"
    }

    /// The same as `description`: a debugger's output is copied into bug reports.
    public var debugDescription: String {
        description
    }

    /// A mirror without the key, so that `dump` and test frameworks do not print it.
    public var customMirror: Mirror {
        Mirror(self, children: [:])
    }
}
