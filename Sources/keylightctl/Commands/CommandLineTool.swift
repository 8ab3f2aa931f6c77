import Keylight

/// Finds the command, parses its arguments, runs it, and tells what went wrong.
struct CommandLineTool: Sendable {
    static let name = "keylightctl"

    var commands: [Command]
    var context: ToolContext

    /// Runs the tool.
    ///
    /// - Parameter arguments: the arguments without the name of the program.
    func run(_ arguments: [String]) async -> ToolStatus {
        guard let first = arguments.first else {
            for line in HelpText.tool(commands.map(\.syntax)) { context.console.writeError(line) }
            return .usage
        }
        if first == "--help" || first == "-h" || first == "help" {
            return help(on: arguments.dropFirst().first)
        }
        guard let command = command(first) else {
            return complain("\(first.debugDescription) is no command", seeHelpOf: nil)
        }
        do {
            let parser = ArgumentParser(syntax: command.syntax, environment: context.environment)
            guard let parsed = try parser.parse(Array(arguments.dropFirst())) else {
                return help(on: first)
            }
            return try await command.run(parsed, context)
        } catch let error as UsageError {
            return complain(error.text, seeHelpOf: first)
        } catch {
            context.console.writeError("\(Self.name) \(first): \(error)")
            return ToolStatus(error)
        }
    }

    private func command(_ name: String) -> Command? {
        commands.first { $0.syntax.name == name }
    }

    private func help(on name: String?) -> ToolStatus {
        guard let name else {
            for line in HelpText.tool(commands.map(\.syntax)) { context.console.write(line) }
            return .done
        }
        guard let command = command(name) else {
            return complain("\(name.debugDescription) is no command", seeHelpOf: nil)
        }
        for line in HelpText.command(command.syntax) { context.console.write(line) }
        return .done
    }

    private func complain(_ text: String, seeHelpOf command: String?) -> ToolStatus {
        let call = [Self.name, command].compactMap(\.self).joined(separator: " ")
        context.console.writeError("\(call): \(text)")
        context.console.writeError("Try: \(call) --help")
        return .usage
    }
}
