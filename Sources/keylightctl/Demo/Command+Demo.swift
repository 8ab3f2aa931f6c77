extension Command {
    /// Weeks of an app's life in seconds.
    static let demo = Command(
        syntax: CommandSyntax(
            name: "demo",
            summary: "Show what the SDK promises, step by step, and check each step.",
            details: [
                "Starts a licensing server in the process, on 127.0.0.1, and plays weeks of an app's life:",
                "real HTTP, a real sealed file in a temporary folder, a clock that is moved by hand.",
                "The status is 1 when a step is not as it should be.",
            ],
            options: [OptionSyntax(name: "--json", help: "print one object of JSON for each step")]
        ),
        run: { arguments, context in
            let isJSON = arguments.isGiven(.json)
            let console = context.console
            let demo = try Demo { step in
                for line in isJSON ? [step.json.line] : step.lines { console.write(line) }
            }
            let report = try await demo.run()
            if !isJSON { console.write("") }
            console.write(isJSON ? report.json.line : report.line)
            return report.isGood ? .done : .refused
        }
    )
}
