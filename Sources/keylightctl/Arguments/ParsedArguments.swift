/// A command's arguments, taken apart but not yet understood.
struct ParsedArguments: Sendable {
    /// The one argument that is no option; nil when it was not given.
    var argument: String?

    private let environment: [String: String]
    private var given: [String: [String]] = [:]

    init(environment: [String: String]) {
        self.environment = environment
    }

    mutating func add(_ value: String, to option: OptionSyntax) {
        given[option.name, default: []].append(value)
    }

    /// Whether the option stands in the arguments.
    func isGiven(_ option: OptionSyntax) -> Bool {
        given[option.name] != nil
    }

    /// The values in their order; empty when the option is not given.
    func values(_ option: OptionSyntax) -> [String] {
        given[option.name] ?? []
    }

    /// The value of the option, else of its variable; nil when there is neither. An empty variable is none.
    func value(_ option: OptionSyntax) -> String? {
        if let value = given[option.name]?.first { return value }
        return variable(option)
    }

    /// The value of the option's variable; nil when it is empty or not set.
    func variable(_ option: OptionSyntax) -> String? {
        option.variable.flatMap { environment[$0] }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The value, which has to be there.
    func required(_ option: OptionSyntax) throws(UsageError) -> String {
        guard let value = value(option) else { throw UsageError("\(option.nameWithVariable) is missing") }
        return value
    }

    /// The value as an integer of a range; nil when the option is not given.
    func integer(_ option: OptionSyntax, in range: ClosedRange<Int64>) throws(UsageError) -> Int64? {
        guard let text = value(option) else { return nil }
        guard let number = Int64(text), range.contains(number) else {
            throw UsageError(
                "\(source(of: option)): \(text.debugDescription) is not an integer"
                    + " in \(range.lowerBound)…\(range.upperBound)"
            )
        }
        return number
    }

    /// Where the value came from, as messages name it.
    func source(of option: OptionSyntax) -> String {
        guard !isGiven(option), let variable = option.variable, self.variable(option) != nil else {
            return option.name
        }
        return variable
    }
}
