/// What the library's modules log with.
///
/// A logger is a value: pass it on, and give each module its category. A message is put together only when some
/// handler wants its level, so a `debug` line in a hot place costs one comparison.
///
/// ```swift
/// let logger = LicenseLogger(category: "engine", handlers: [PlatformLogHandler.default])
/// logger.notice(requestID: "a1b2c3d4", "license activated", metadata: [("seats", "3")])
/// let transport = logger.withCategory("transport")
/// ```
public struct LicenseLogger: Sendable {
    /// A logger that says nothing.
    public static let disabled = LicenseLogger(category: "disabled", handlers: [])

    /// The part of the library that speaks.
    public let category: String

    /// The least level that is logged.
    public let minimumLevel: LicenseLogLevel

    private let handlers: [any LicenseLogHandler]
    private let now: (@Sendable () -> Int64)?

    /// Makes a logger.
    ///
    /// - Parameters:
    ///   - category: The part of the library that speaks, such as `engine`.
    ///   - handlers: Where events go, in this order; with none, nothing is logged and no message is made.
    ///   - minimumLevel: The least level that is logged.
    ///   - now: The time in seconds since 1970; nil leaves events without a time, which is right for handlers that
    ///     stamp events by themselves.
    public init(
        category: String,
        handlers: [any LicenseLogHandler],
        minimumLevel: LicenseLogLevel = .info,
        now: (@Sendable () -> Int64)? = nil
    ) {
        self.category = category
        self.handlers = handlers
        self.minimumLevel = minimumLevel
        self.now = now
    }

    /// Tells whether an event of this level would reach a handler.
    ///
    /// Ask only where getting ready to log is costly: messages and metadata are put together late anyway.
    public func isEnabled(for level: LicenseLogLevel) -> Bool {
        level >= minimumLevel && !handlers.isEmpty
    }

    /// Logs an event.
    ///
    /// - Parameters:
    ///   - level: How much it matters.
    ///   - requestID: The id of the call that it belongs to; nil for none.
    ///   - message: What happened; evaluated once, and only when some handler gets it.
    ///   - metadata: Details, in the order in which they are shown; evaluated as the message is.
    public func log(
        _ level: LicenseLogLevel,
        requestID: String? = nil,
        _ message: @autoclosure () -> String,
        metadata: @autoclosure () -> [(key: String, value: String)] = []
    ) {
        guard isEnabled(for: level) else { return }
        let event = LicenseLogEvent(
            level: level,
            category: category,
            requestID: requestID,
            message: message(),
            metadata: metadata(),
            secondsSince1970: now?()
        )
        for handler in handlers {
            handler.log(event)
        }
    }

    /// The same logger for another part of the library.
    public func withCategory(_ category: String) -> LicenseLogger {
        LicenseLogger(category: category, handlers: handlers, minimumLevel: minimumLevel, now: now)
    }
}
