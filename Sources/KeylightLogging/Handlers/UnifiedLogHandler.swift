#if canImport(os)
    import os

    /// Sends events to Apple's unified logging, where Console and `log stream` show them.
    ///
    /// The subsystem is `dev.keylight`, and each module has its category:
    ///
    /// ```sh
    /// log stream --level debug --predicate 'subsystem == "dev.keylight" && category == "transport"'
    /// ```
    ///
    /// The text is public: secrets are redacted before they become part of an event, and a log of `<private>`
    /// cannot help anybody. Each line of an event is sent alone, because the system cuts long messages.
    public struct UnifiedLogHandler: LicenseLogHandler {
        /// Makes a handler.
        public init() {}

        /// Sends one event.
        public func log(_ event: LicenseLogEvent) {
            let logger = Logger(subsystem: event.subsystem, category: event.category)
            for line in event.lines {
                logger.log(level: Self.osLogType(for: event.level), "\(line, privacy: .public)")
            }
        }

        private static func osLogType(for level: LicenseLogLevel) -> OSLogType {
            switch level {
            case .debug: .debug
            case .info: .info
            case .notice: .default
            case .error: .error
            case .fault: .fault
            }
        }
    }
#endif
