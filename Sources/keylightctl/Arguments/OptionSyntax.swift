/// How an option is written and what the help says of it.
struct OptionSyntax: Sendable, Hashable {
    /// The name with its dashes, such as `--port`.
    var name: String
    /// What stands for its value in the help; nil for a switch, which has none.
    var valueName: String?
    /// The variable of the environment that counts when the option is not given; nil for none.
    var variable: String?
    /// Whether it may be given more than once.
    var isRepeatable = false
    /// What it does, in lines of the help.
    var help: String

    /// How messages name it: with the variable that would have done as well.
    var nameWithVariable: String {
        variable.map { "\(name) (or \($0))" } ?? name
    }
}
