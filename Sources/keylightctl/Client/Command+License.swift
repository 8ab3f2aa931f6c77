import Keylight

/// The commands that act on a license.
extension Command {
    /// Takes a seat.
    static let activate = Command(
        syntax: CommandSyntax(
            name: "activate",
            summary: "Activate a license key on this machine.",
            details: [
                "With - or without KEY, the key is read from standard input, so that it does not stand in the",
                "list of processes.",
            ],
            argumentName: "KEY",
            options: OptionSyntax.client
        ),
        run: { arguments, context in
            let session = try LicenseSession("activate", arguments, context)
            let key = try licenseKey(arguments, context.console)
            do {
                let snapshot = try await session.engine.activate(key: key)
                // The seat is taken, but the next process would know nothing of it.
                let isLost = snapshot.persistence != .saved
                return await session.report(
                    result: VerdictReport.Result(name: "activated"),
                    status: isLost ? .undetermined : nil
                )
            } catch let error as KeylightError {
                if case .invalidConfiguration = error.kind {
                    throw ClientConfiguration(arguments: arguments, context: context).usageError(of: error)
                }
                return await session.report(error: error)
            }
        }
    )

    /// Asks the server.
    static let validate = Command(
        syntax: CommandSyntax(
            name: "validate",
            summary: "Ask the server now whether the license holds.",
            details: ["The status is 3 when there was no answer, also while the stored lease still holds."],
            options: OptionSyntax.client
        ),
        run: { arguments, context in
            let session = try LicenseSession("validate", arguments, context)
            do {
                let snapshot = try await session.engine.validate()
                let isDenied = snapshot.rule == .storedDenial
                return await session.report(
                    result: VerdictReport.Result(name: isDenied ? "denied" : "confirmed")
                )
            } catch let error as KeylightError {
                return await session.report(error: error)
            }
        }
    )

    /// Asks the server when there is a need.
    static let refresh = Command(
        syntax: CommandSyntax(
            name: "refresh",
            summary: "Ask the server if it is time to, as an app does that comes to the front.",
            details: [
                "At most once in 5 minutes, and only when the last confirmation is older than 6 hours, the",
                "lease is in its last 24 hours or the license does not hold. Without an answer the status is",
                "that of the stored license, or 3 when that does not hold.",
            ],
            options: OptionSyntax.client
        ),
        run: { arguments, context in
            let session = try LicenseSession("refresh", arguments, context)
            let result = try await session.engine.refreshIfNeeded()
            guard case .unknown(let error) = result else {
                return await session.report(result: result.report)
            }
            let isEntitled = session.engine.snapshot.isEntitled
            return await session.report(
                result: result.report,
                error: error,
                status: isEntitled ? .done : .undetermined
            )
        }
    )

    /// The verdict of what is stored.
    static let status = Command(
        syntax: CommandSyntax(
            name: "status",
            summary: "Say whether the stored license holds, without any network.",
            options: OptionSyntax.client
        ),
        run: { arguments, context in
            try await LicenseSession("status", arguments, context, usesNetwork: false).report()
        }
    )

    /// The verdict with its evidence.
    static let explain = Command(
        syntax: CommandSyntax(
            name: "explain",
            summary: "Say why the license is what it is, without any network; safe to paste.",
            details: ["The status is 0, unless the store cannot be read."],
            options: OptionSyntax.client
        ),
        run: { arguments, context in
            let session = try LicenseSession("explain", arguments, context, usesNetwork: false)
            let explanation = await session.engine.explain()
            return await session.report(
                status: explanation.snapshot.isResolved ? .done : .undetermined,
                explanation: explanation
            )
        }
    )

    /// Gives the seat back.
    static let deactivate = Command(
        syntax: CommandSyntax(
            name: "deactivate",
            summary: "Remove the license from this machine and give its seat back.",
            details: [
                "The status is 0 when the seat is free, or none was held. It is 3 when the license is gone from",
                "this machine but the server could not be told; the next activate, validate or refresh does.",
            ],
            options: OptionSyntax.client
        ),
        run: { arguments, context in
            let session = try LicenseSession("deactivate", arguments, context)
            do {
                switch try await session.engine.deactivate() {
                case .nothingToRelease:
                    let result = VerdictReport.Result(
                        name: "nothing_to_release",
                        text: "there was no license"
                    )
                    return await session.report(result: result, status: .done)
                case .released:
                    return await session.report(result: VerdictReport.Result(name: "released"), status: .done)
                case .releasePending(let error):
                    let result = VerdictReport.Result(
                        name: "release_pending",
                        text: "removed here; the server is yet to be told"
                    )
                    return await session.report(result: result, error: error, status: .undetermined)
                }
            } catch let error as KeylightError {
                return await session.report(error: error)
            }
        }
    )

    private static func licenseKey(
        _ arguments: ParsedArguments,
        _ console: Console
    ) throws(UsageError) -> String {
        if let argument = arguments.argument, argument != "-" { return argument }
        if console.inputIsTerminal { console.writeError("License key:") }
        guard let line = console.readLine(), !line.isEmpty else {
            throw UsageError("no license key: give one as argument or on standard input")
        }
        return line
    }
}
