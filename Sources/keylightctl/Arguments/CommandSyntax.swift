/// How a command is written and what the help says of it.
struct CommandSyntax: Sendable {
    /// The command's name.
    var name: String
    /// What it does, in one line.
    var summary: String
    /// More of it, in lines of the help.
    var details: [String] = []
    /// What stands for its one argument in the help; nil when it takes none. It is never required.
    var argumentName: String?
    /// Its options; `--help` is always there.
    var options: [OptionSyntax]
}
