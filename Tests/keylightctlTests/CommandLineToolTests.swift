import Keylight
import Testing

@testable import keylightctl

struct CommandLineToolTests {
    private struct Failure: Error, CustomStringConvertible {
        var description: String { "it broke" }
    }

    private func run(
        _ arguments: [String],
        _ body: @escaping @Sendable () throws -> ToolStatus = { .done }
    ) async -> (status: ToolStatus, console: CapturedConsole) {
        let captured = CapturedConsole()
        let command = Command(
            syntax: CommandSyntax(name: "try", summary: "Tries.", options: [.json]),
            run: { _, _ in try body() }
        )
        let tool = CommandLineTool(commands: [command], context: .testing(captured))
        return (await tool.run(arguments), captured)
    }

    @Test func runsACommand() async {
        let ended = await run(["try", "--json"]) { .refused }
        #expect(ended.status == .refused)
        #expect(ended.console.output.isEmpty && ended.console.errors.isEmpty)
    }

    @Test func printsTheHelpOnErrorWithoutACommand() async {
        let ended = await run([])
        #expect(ended.status == .usage)
        #expect(ended.console.output.isEmpty)
        #expect(ended.console.errors.first == "Usage: keylightctl COMMAND [OPTIONS]")
    }

    @Test(arguments: [["--help"], ["-h"], ["help"]])
    func printsTheHelp(_ arguments: [String]) async {
        let ended = await run(arguments)
        #expect(ended.status == .done)
        #expect(ended.console.output.first == "Usage: keylightctl COMMAND [OPTIONS]")
        #expect(ended.console.errors.isEmpty)
    }

    @Test(arguments: [["try", "--help"], ["help", "try"], ["--help", "try"]])
    func printsACommandsHelp(_ arguments: [String]) async {
        let ended = await run(arguments)
        #expect(ended.status == .done)
        #expect(ended.console.output.first == "Usage: keylightctl try [OPTIONS]")
    }

    @Test(arguments: [["nonsense"], ["help", "nonsense"]])
    func refusesAnUnknownCommand(_ arguments: [String]) async {
        let ended = await run(arguments)
        #expect(ended.status == .usage)
        #expect(
            ended.console.errors == ["keylightctl: \"nonsense\" is no command", "Try: keylightctl --help"]
        )
    }

    @Test func refusesAWrongOption() async {
        let ended = await run(["try", "--nonsense"])
        #expect(ended.status == .usage)
        #expect(
            ended.console.errors == [
                "keylightctl try: --nonsense is no option of this command", "Try: keylightctl try --help",
            ]
        )
    }

    @Test func reportsAnErrorOfTheCommand() async {
        let ended = await run(["try"]) { throw Failure() }
        #expect(ended.status == .undetermined)
        #expect(ended.console.errors == ["keylightctl try: it broke"])
    }
}
