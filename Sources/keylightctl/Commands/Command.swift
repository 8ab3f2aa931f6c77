/// One command of the tool: how it is written, and what it does.
struct Command: Sendable {
    var syntax: CommandSyntax
    var run: @Sendable (ParsedArguments, ToolContext) async throws -> ToolStatus

    /// All commands in the order in which the help names them.
    static let all = [
        serve, demo, activate, validate, refresh, status, explain, deactivate, keys,
    ]
}
