import Keylight

@testable import keylightctl

extension ToolContext {
    /// A context in virtual time, without any of the process's environment.
    static func testing(
        _ captured: CapturedConsole,
        environment: [String: String] = [:],
        time: DemoTime = DemoTime(),
        log: InMemoryLogHandler = InMemoryLogHandler(),
        stopped: @escaping @Sendable () async -> Void = {}
    ) -> ToolContext {
        ToolContext(
            console: captured.console,
            environment: environment,
            workingDirectory: "/working",
            clock: time.clock,
            tracker: time.tracker,
            logHandler: log,
            prepareToStop: { stopped }
        )
    }
}
