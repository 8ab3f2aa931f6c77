import Keylight

/// One command's use of the engine, from its making to its report.
struct LicenseSession: Sendable {
    let name: String
    let engine: LicenseEngine
    private let observation: LicenseObservation
    private let store: any LeaseStore
    private let context: ToolContext
    private let isJSON: Bool

    /// Makes the engine; the stored license is resolved when this returns.
    ///
    /// - Throws: ``UsageError`` when an option is wrong.
    init(
        _ name: String,
        _ arguments: ParsedArguments,
        _ context: ToolContext,
        usesNetwork: Bool = true
    ) throws(UsageError) {
        let configuration = try ClientConfiguration(arguments: arguments, context: context)
            .make(transport: usesNetwork ? nil : NoNetwork())
        self.name = name
        self.context = context
        engine = configuration.makeEngine()
        let tracker = context.tracker
        observation = engine.observe(LicenseObserver(checkingChanged: { tracker.checkingChanged($0) }))
        store = configuration.store
        isJSON = arguments.isGiven(.json)
    }

    /// Prints how the command ended, once nothing is under way any more.
    ///
    /// - Parameters:
    ///   - result: what became of the request; nil for a command that makes none.
    ///   - error: what went wrong; it decides the status unless one is given.
    ///   - status: the status; nil means that of the error, else that of the snapshot.
    ///   - explanation: printed in place of the verdict; nil for none.
    func report(
        result: VerdictReport.Result? = nil,
        error: KeylightError? = nil,
        status: ToolStatus? = nil,
        explanation: LicenseExplanation? = nil
    ) async -> ToolStatus {
        // A request that is under way, such as the release of an old seat, is not cut off.
        await context.tracker.backgroundQuiet()
        let snapshot = engine.snapshot
        let request = await engine.explain().requests.last?.id
        let report = VerdictReport(
            command: name,
            status: status ?? error.map { ToolStatus($0) } ?? ToolStatus(snapshot),
            snapshot: snapshot,
            licenseKey: storedKey,
            requestID: error?.requestID ?? request,
            result: result,
            error: error,
            explanation: explanation
        )
        if isJSON {
            context.console.write(report.json.line)
        } else {
            for line in report.lines { context.console.write(line) }
        }
        for line in report.complaints { context.console.writeError("\(CommandLineTool.name): \(line)") }
        return report.status
    }

    /// The stored license key in the form that may be shown.
    private var storedKey: String? {
        guard case .record(let record)? = try? store.load() else { return nil }
        return record.activation?.licenseKey.redactedDescription
    }
}
