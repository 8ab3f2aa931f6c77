import Foundation
import Keylight

/// What a command is given of the process that it runs in, so that a test can give it something else.
struct ToolContext: Sendable {
    var console: Console
    /// The variables of the environment.
    var environment: [String: String]
    /// Where relative paths begin.
    var workingDirectory: String
    /// What tells the time.
    var clock: any LicenseClock
    /// What starts background work, and tells when it is done.
    var tracker: WorkTracker
    /// Where the log goes when it is wanted.
    var logHandler: any LicenseLogHandler
    /// Called before a server says that it is ready; returns what waits until the server shall stop.
    var prepareToStop: @Sendable () throws -> @Sendable () async -> Void

    /// The real process.
    static var process: ToolContext {
        let tracker = WorkTracker(base: SystemBackgroundRunner())
        return ToolContext(
            console: .process,
            environment: ProcessInfo.processInfo.environment,
            workingDirectory: FileManager.default.currentDirectoryPath,
            clock: TrackedClock(base: SystemClock(), tracker: tracker),
            tracker: tracker,
            logHandler: StandardErrorLogHandler(),
            prepareToStop: {
                let signal = try TerminationSignal()
                return { await signal.wait() }
            }
        )
    }
}
