/// How much a log event matters.
///
/// The five levels are those of Apple's unified logging, so that nothing is lost on the way there. On the
/// systemd journal they become the priorities 7, 6, 5, 3 and 2.
///
/// The library itself says `debug` and `info` for what goes well, `notice` for what a support person looks for
/// (an activation, a state that changed), `error` for a call that failed, and `fault` only for what must not
/// happen at all.
public enum LicenseLogLevel: Int, Sendable, Comparable, CaseIterable {
    /// Details for who works on the library itself.
    case debug
    /// The normal course of things.
    case info
    /// Rare events that explain what happens later.
    case notice
    /// Something that was asked for did not work.
    case error
    /// Something that must never happen, such as a broken invariant.
    case fault

    /// Orders levels by how much they matter, `debug` first.
    public static func < (left: LicenseLogLevel, right: LicenseLogLevel) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension LicenseLogLevel: CustomStringConvertible {
    /// The level's name in lower case, as it stands in the lines of standard error.
    public var description: String {
        switch self {
        case .debug: "debug"
        case .info: "info"
        case .notice: "notice"
        case .error: "error"
        case .fault: "fault"
        }
    }
}
