/// What the program was asked to do.
struct Options {
    static let usage = """
        Usage: keylight-benchmarks [--json] [--gate] [--row TEXT]
          --json      print the results as JSON
          --gate      exit with status 1 when a limit is broken
          --row TEXT  only the rows whose names contain the text
        """

    struct Unknown: Error {
        let argument: String
    }

    var json = false
    var gate = false
    var help = false
    var row: String?

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--json": json = true
            case "--gate": gate = true
            case "--help", "-h": help = true
            case "--row":
                guard let text = rest.popFirst() else { throw Unknown(argument: "--row without a text") }
                row = text
            default: throw Unknown(argument: argument)
            }
        }
    }
}
