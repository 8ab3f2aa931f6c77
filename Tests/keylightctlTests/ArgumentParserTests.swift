import Testing

@testable import keylightctl

struct ArgumentParserTests {
    private static let port = OptionSyntax(name: "--port", valueName: "N", variable: "PORT", help: "port")
    private static let license = OptionSyntax(
        name: "--license",
        valueName: "SPEC",
        isRepeatable: true,
        help: "license"
    )
    private static let json = OptionSyntax(name: "--json", help: "JSON")

    private func parser(
        argumentName: String? = "KEY",
        environment: [String: String] = [:]
    ) -> ArgumentParser {
        ArgumentParser(
            syntax: CommandSyntax(
                name: "test",
                summary: "tests",
                argumentName: argumentName,
                options: [Self.port, Self.license, Self.json]
            ),
            environment: environment
        )
    }

    private func parse(_ arguments: [String], environment: [String: String] = [:]) throws -> ParsedArguments {
        try #require(try parser(environment: environment).parse(arguments))
    }

    @Test func takesValuesInBothForms() throws {
        #expect(try parse(["--port", "1"]).value(Self.port) == "1")
        #expect(try parse(["--port=1"]).value(Self.port) == "1")
        #expect(try parse(["--port="]).value(Self.port) == "")
        #expect(try parse(["--port", "-1"]).value(Self.port) == "-1")
        #expect(try parse(["--license=a=b"]).values(Self.license) == ["a=b"])
    }

    @Test func keepsRepeatedValuesInOrder() throws {
        #expect(try parse(["--license", "a", "--license=b"]).values(Self.license) == ["a", "b"])
    }

    @Test func knowsSwitches() throws {
        #expect(try parse(["--json"]).isGiven(Self.json))
        #expect(try !parse([]).isGiven(Self.json))
    }

    @Test func takesOneArgumentAnywhere() throws {
        #expect(try parse(["KEY", "--json"]).argument == "KEY")
        #expect(try parse(["--json", "KEY"]).argument == "KEY")
        #expect(try parse(["-"]).argument == "-")
        #expect(try parse(["--", "--json"]).argument == "--json")
        #expect(try parse([]).argument == nil)
    }

    @Test(arguments: [["--help"], ["-h"], ["--json", "--help"], ["KEY", "-h", "--nonsense"]])
    func asksForHelp(_ arguments: [String]) throws {
        #expect(try parser().parse(arguments) == nil)
    }

    @Test(arguments: [
        (["--nonsense"], "--nonsense is no option of this command"),
        (["-j"], "-j is no option of this command"),
        (["--Port", "1"], "--Port is no option of this command"),
        (["--port"], "--port needs a value: --port N"),
        (["--port", "--json"], "--port needs a value: --port N"),
        (["--port", "1", "--port", "2"], "--port is given twice"),
        (["--port=1", "--port=1"], "--port is given twice"),
        (["--json", "--json"], "--json is given twice"),
        (["--json=yes"], "--json takes no value"),
        (["ACME-1", "ACME-2"], "takes only one argument"),
    ])
    func saysWhatIsWrong(_ arguments: [String], _ text: String) {
        #expect(throws: UsageError(text)) { try parser().parse(arguments) }
    }

    @Test func refusesAnArgumentWhereNoneIsTaken() {
        #expect(throws: UsageError("takes no argument besides options")) {
            try parser(argumentName: nil).parse(["ACME-1"])
        }
    }

    @Test func fallsBackToTheVariable() throws {
        #expect(try parse([], environment: ["PORT": "2"]).value(Self.port) == "2")
        #expect(try parse(["--port", "1"], environment: ["PORT": "2"]).value(Self.port) == "1")
        #expect(try parse([], environment: ["PORT": ""]).value(Self.port) == nil)
        #expect(try parse([], environment: [:]).value(Self.port) == nil)
    }

    @Test func namesWhereAValueCameFrom() throws {
        #expect(try parse(["--port", "1"], environment: ["PORT": "2"]).source(of: Self.port) == "--port")
        #expect(try parse([], environment: ["PORT": "2"]).source(of: Self.port) == "PORT")
        #expect(try parse([]).source(of: Self.port) == "--port")
    }

    @Test func requiresWhatHasToBeThere() throws {
        let parsed = try parse([])
        #expect(throws: UsageError("--port (or PORT) is missing")) { try parsed.required(Self.port) }
        #expect(throws: UsageError("--license is missing")) { try parsed.required(Self.license) }
        #expect(try parse(["--port", "1"]).required(Self.port) == "1")
    }

    @Test(arguments: [("0", 0), ("5", 5), ("65535", 65_535)] as [(String, Int64)])
    func readsIntegers(_ text: String, _ number: Int64) throws {
        #expect(try parse(["--port", text]).integer(Self.port, in: 0...65_535) == number)
    }

    @Test(arguments: ["-1", "65536", "1.0", "0x1", " 1", "", "99999999999999999999"])
    func refusesOtherIntegers(_ text: String) throws {
        let parsed = try parse(["--port=\(text)"])
        #expect(throws: UsageError("--port: \(text.debugDescription) is not an integer in 0…65535")) {
            try parsed.integer(Self.port, in: 0...65_535)
        }
    }

    @Test func doesWithoutAnInteger() throws {
        #expect(try parse([]).integer(Self.port, in: 0...1) == nil)
    }
}
