/// What `--help` prints.
enum HelpText {
    private static let statuses = [
        "Exit status:",
        "  0  entitled, or done",
        "  1  not entitled, or refused",
        "  2  the call was written wrongly",
        "  3  could not be found out or done: no answer, storage unavailable",
    ]

    static let helpOption = OptionSyntax(name: "--help", help: "print this")

    /// The help of the tool.
    static func tool(_ commands: [CommandSyntax]) -> [String] {
        ["Usage: \(CommandLineTool.name) COMMAND [OPTIONS]", "", "Commands:"]
            + columns(commands.map { ($0.name, [$0.summary]) })
            + ["", "Help on one: \(CommandLineTool.name) COMMAND --help", ""]
            + statuses
    }

    /// The help of a command.
    static func command(_ syntax: CommandSyntax) -> [String] {
        let argument = syntax.argumentName.map { " [\($0)]" } ?? ""
        var lines = [
            "Usage: \(CommandLineTool.name) \(syntax.name)\(argument) [OPTIONS]", "", syntax.summary,
        ]
        if !syntax.details.isEmpty { lines += [""] + syntax.details }
        lines += ["", "Options:"]
        lines += columns((syntax.options + [helpOption]).map(row))
        return lines + [""] + statuses
    }

    private static func row(_ option: OptionSyntax) -> (String, [String]) {
        let name = [option.name, option.valueName].compactMap(\.self).joined(separator: " ")
        var help = option.help.split(separator: "\n").map(String.init)
        if option.isRepeatable { help.append("may be given more than once") }
        if let variable = option.variable { help.append("else the variable \(variable)") }
        return (name, help)
    }

    /// Names on the left, explanations beside them; under them where the name is long.
    private static func columns(_ rows: [(String, [String])]) -> [String] {
        let width = 24
        return rows.flatMap { name, help in
            var lines: [String] = []
            var left = "  " + name
            for text in help {
                if left.count >= width {
                    lines.append(left)
                    left = ""
                }
                lines.append(left + String(repeating: " ", count: width - left.count) + text)
                left = ""
            }
            return lines
        }
    }
}
