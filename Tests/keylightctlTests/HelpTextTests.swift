import Testing

@testable import keylightctl

struct HelpTextTests {
    @Test func namesEveryCommand() {
        let lines = HelpText.tool(Command.all.map(\.syntax))
        for command in Command.all {
            #expect(lines.contains { $0.hasPrefix("  \(command.syntax.name) ") })
        }
    }

    @Test(arguments: Command.all.map(\.syntax.name))
    func namesEveryOptionAndVariable(_ name: String) throws {
        let syntax = try #require(Command.all.first { $0.syntax.name == name }).syntax
        let lines = HelpText.command(syntax)
        #expect(lines.first?.hasPrefix("Usage: keylightctl \(name)") == true)
        for option in syntax.options {
            #expect(lines.contains { $0.hasPrefix("  \(option.name)") })
            if let variable = option.variable { #expect(lines.contains { $0.hasSuffix(" \(variable)") }) }
        }
        #expect(lines.contains { $0.hasPrefix("  --help") })
        for status in 0...3 { #expect(lines.contains { $0.hasPrefix("  \(status)  ") }) }
    }

    @Test(arguments: Command.all.map(\.syntax.name))
    func fitsATerminal(_ name: String) throws {
        let syntax = try #require(Command.all.first { $0.syntax.name == name }).syntax
        for line in HelpText.command(syntax) + HelpText.tool(Command.all.map(\.syntax)) {
            #expect(line.count <= 100, "\(line)")
        }
    }

    @Test func optionNamesAreUnique() {
        for command in Command.all {
            let names = command.syntax.options.map(\.name)
            #expect(Set(names).count == names.count)
            #expect(names.allSatisfy { $0.hasPrefix("--") && $0 != "--help" })
        }
    }
}
