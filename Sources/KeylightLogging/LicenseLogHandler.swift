/// Takes the library's log events somewhere.
///
/// There is one requirement, and it gets one value: a handler stays valid when an event learns a new field.
/// `log(_:)` is called from any thread and on the caller's time, so it should be quick, and it must not throw:
/// nobody may lose a license because a disk was full.
///
/// A handler for [swift-log](https://github.com/apple/swift-log):
///
/// ```swift
/// import Logging
///
/// struct SwiftLogHandler: LicenseLogHandler {
///     let logger = Logger(label: "dev.keylight")
///
///     func log(_ event: LicenseLogEvent) {
///         let level: Logger.Level =
///             switch event.level {
///             case .debug: .debug
///             case .info: .info
///             case .notice: .notice
///             case .error: .error
///             case .fault: .critical
///             }
///         var metadata: Logger.Metadata = ["category": "\(event.category)"]
///         metadata["request-id"] = event.requestID.map { "\($0)" }
///         for (key, value) in event.metadata { metadata[key] = "\(value)" }
///         logger.log(level: level, "\(event.message)", metadata: metadata)
///     }
/// }
/// ```
///
/// One for `os.Logger` under a subsystem of your own (`UnifiedLogHandler` does it under `dev.keylight`):
///
/// ```swift
/// import os
///
/// struct AppLogHandler: LicenseLogHandler {
///     let logger = Logger(subsystem: "com.example.app", category: "licensing")
///
///     func log(_ event: LicenseLogEvent) {
///         logger.log(level: event.level >= .error ? .error : .default, "\(event.line, privacy: .public)")
///     }
/// }
/// ```
///
/// And in a test, ``InMemoryLogHandler``:
///
/// ```swift
/// let log = InMemoryLogHandler()
/// let logger = LicenseLogger(category: "test", handlers: [log])
/// logger.error("refresh failed")
/// #expect(log.lines == ["refresh failed"])
/// ```
public protocol LicenseLogHandler: Sendable {
    /// Takes one event.
    func log(_ event: LicenseLogEvent)
}
