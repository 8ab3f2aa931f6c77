/// Takes a command's arguments apart.
///
/// `--name value` and `--name=value` are the same; a lone `--` ends the options; a lone `-` is an argument.
/// Nothing is guessed: an option that is unknown, or given twice, or lacks its value is an error.
struct ArgumentParser: Sendable {
    var syntax: CommandSyntax
    var environment: [String: String]

    /// Parses the arguments.
    ///
    /// - Returns: nil when the help was asked for.
    /// - Throws: ``UsageError``, which names the option.
    func parse(_ arguments: [String]) throws(UsageError) -> ParsedArguments? {
        var parsed = ParsedArguments(environment: environment)
        var rest = arguments[...]
        var optionsAreOver = false
        while let text = rest.popFirst() {
            if optionsAreOver || text == "-" || !text.hasPrefix("-") {
                try take(text, into: &parsed)
            } else if text == "--" {
                optionsAreOver = true
            } else if text == "--help" || text == "-h" {
                return nil
            } else {
                try takeOption(text, &rest, into: &parsed)
            }
        }
        return parsed
    }

    private func take(_ text: String, into parsed: inout ParsedArguments) throws(UsageError) {
        guard syntax.argumentName != nil else { throw UsageError("takes no argument besides options") }
        // What was given may be a license key, so it is not repeated.
        guard parsed.argument == nil else { throw UsageError("takes only one argument") }
        parsed.argument = text
    }

    private func takeOption(
        _ text: String,
        _ rest: inout ArraySlice<String>,
        into parsed: inout ParsedArguments
    ) throws(UsageError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let option = syntax.options.first(where: { $0.name == name }) else {
            throw UsageError("\(name) is no option of this command")
        }
        if !option.isRepeatable, parsed.isGiven(option) { throw UsageError("\(name) is given twice") }
        guard let valueName = option.valueName else {
            guard parts.count == 1 else { throw UsageError("\(name) takes no value") }
            return parsed.add("", to: option)
        }
        if parts.count == 2 { return parsed.add(String(parts[1]), to: option) }
        // A value that looks like an option is almost always a value that was forgotten.
        guard let value = rest.first, !value.hasPrefix("--") else {
            throw UsageError("\(name) needs a value: \(name) \(valueName)")
        }
        rest.removeFirst()
        parsed.add(value, to: option)
    }
}
