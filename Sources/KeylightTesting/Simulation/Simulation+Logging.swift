public import KeylightLogging

@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
extension Simulation {
    /// A log handler that writes into the ``timeline``, so that a failing test shows what the SDK said.
    ///
    /// ```swift
    /// let logger = LicenseLogger(category: "test", handlers: [simulation.logHandler])
    /// ```
    public var logHandler: any LicenseLogHandler {
        TimelineLogHandler { [weak self] in self?.note($0) }
    }
}

@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
private struct TimelineLogHandler: LicenseLogHandler {
    /// Holds the simulation weakly, which may hold what logs.
    let note: @Sendable (String) -> Void

    func log(_ event: LicenseLogEvent) {
        note("\(event.category): \(event.line)")
    }
}
