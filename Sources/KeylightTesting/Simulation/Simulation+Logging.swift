public import KeylightLogging

@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
extension Simulation {
    /// A log handler that writes into the ``timeline``, so that a failing test shows what the SDK said.
    ///
    /// ```swift
    /// let logger = LicenseLogger(category: "test", handlers: [simulation.logHandler])
    /// ```
    public var logHandler: any LicenseLogHandler { TimelineLogHandler(simulation: self) }
}

@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
private struct TimelineLogHandler: LicenseLogHandler {
    weak let simulation: Simulation?

    func log(_ event: LicenseLogEvent) {
        simulation?.note("\(event.category): \(event.line)")
    }
}
