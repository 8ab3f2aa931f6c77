/// One thing that the library has to say.
///
/// A handler gets the whole event as one value, so that a later field does not break any handler.
///
/// ```swift
/// let event = LicenseLogEvent(
///     level: .error,
///     category: "transport",
///     requestID: "a1b2c3d4",
///     message: "refresh failed",
///     metadata: [(key: "status", value: "503"), (key: "next", value: "in 40 s")]
/// )
/// print(event.line)  // [a1b2c3d4] refresh failed status=503 next="in 40 s"
/// ```
public struct LicenseLogEvent: Sendable {
    /// The subsystem of every event of the library.
    public static let defaultSubsystem = "dev.keylight"

    /// How much the event matters.
    public var level: LicenseLogLevel

    /// The subsystem, `dev.keylight` unless somebody changed it.
    public var subsystem: String

    /// The part of the library that speaks, one for each module, such as `transport`.
    public var category: String

    /// The id of the call that the event belongs to; nil for what belongs to no call.
    ///
    /// It is the id that the server was sent, so that both sides' logs can be matched.
    public var requestID: String?

    /// What happened, for a human; it may have several lines.
    public var message: String

    /// Details in the order in which they are shown. Secrets come in their redacted form only.
    public var metadata: [(key: String, value: String)]

    /// When it happened, in seconds since 1970-01-01T00:00:00Z; nil when the logger was given no clock.
    ///
    /// The journal and unified logging stamp events by themselves and need none.
    public var secondsSince1970: Int64?

    /// Makes an event.
    public init(
        level: LicenseLogLevel,
        subsystem: String = LicenseLogEvent.defaultSubsystem,
        category: String,
        requestID: String? = nil,
        message: String,
        metadata: [(key: String, value: String)] = [],
        secondsSince1970: Int64? = nil
    ) {
        self.level = level
        self.subsystem = subsystem
        self.category = category
        self.requestID = requestID
        self.message = message
        self.metadata = metadata
        self.secondsSince1970 = secondsSince1970
    }
}

extension LicenseLogEvent: Equatable {
    /// Tells whether two events say the same, the order of the metadata included.
    public static func == (left: LicenseLogEvent, right: LicenseLogEvent) -> Bool {
        left.level == right.level && left.subsystem == right.subsystem && left.category == right.category
            && left.requestID == right.requestID && left.message == right.message
            && left.secondsSince1970 == right.secondsSince1970
            && left.metadata.elementsEqual(right.metadata, by: ==)
    }
}
