/// A value that must not appear in logs: its descriptions, its reflection and its dumps are a fingerprint.
///
/// ```swift
/// print("\(instanceID)")   // instance#3f2a
/// ```
public protocol Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// What may be shown in place of the value.
    var redactedDescription: String { get }
}

extension Secret {
    /// The redacted form.
    public var description: String { redactedDescription }
    /// The redacted form.
    public var debugDescription: String { redactedDescription }
    /// A mirror without children, so that `dump` and string interpolation of an enclosing value show nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
