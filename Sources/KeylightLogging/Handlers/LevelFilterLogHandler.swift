/// Passes on only what matters enough.
///
/// For when two handlers want different levels; the logger's own minimum holds for all of its handlers.
///
/// ```swift
/// let logger = LicenseLogger(
///     category: "engine",
///     handlers: [LevelFilterLogHandler(StandardErrorLogHandler(), minimumLevel: .error), supportLog],
///     minimumLevel: .debug
/// )
/// ```
public struct LevelFilterLogHandler: LicenseLogHandler {
    /// Who gets the events.
    public let handler: any LicenseLogHandler

    /// The least level that is passed on.
    public let minimumLevel: LicenseLogLevel

    /// Makes a filter in front of a handler.
    public init(_ handler: any LicenseLogHandler, minimumLevel: LicenseLogLevel) {
        self.handler = handler
        self.minimumLevel = minimumLevel
    }

    /// Passes the event on when its level is high enough.
    public func log(_ event: LicenseLogEvent) {
        if event.level >= minimumLevel {
            handler.log(event)
        }
    }
}
