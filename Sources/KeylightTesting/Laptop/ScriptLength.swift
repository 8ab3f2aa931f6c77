import KeylightCore

/// Lengths of time as scripts write them: `90s`, `8h`, `1d6h30m`, `-2h`.
enum ScriptLength {
    private static let units: [(letter: Character, seconds: Int64)] = [
        ("d", Seconds.day), ("h", Seconds.hour), ("m", Seconds.minute), ("s", 1),
    ]

    static func text(_ seconds: Int64, signed: Bool = false) -> String {
        var rest = seconds.magnitude
        var text = seconds < 0 ? "-" : (signed ? "+" : "")
        guard rest > 0 else { return text + "0s" }
        for unit in units {
            let size = unit.seconds.magnitude
            if rest >= size { text += "\(rest / size)\(unit.letter)" }
            rest %= size
        }
        return text
    }

    /// Nil for what is no length, and for one that does not fit.
    static func seconds(_ text: String) -> Int64? {
        var rest = Substring(text)
        let isNegative = rest.first == "-"
        if isNegative || rest.first == "+" { rest.removeFirst() }
        var total: Int64 = 0
        var smallest: Int64 = .max
        guard !rest.isEmpty else { return nil }
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            rest = rest.dropFirst(digits.count)
            guard let number = Int64(digits), let letter = rest.popFirst(),
                let unit = units.first(where: { $0.letter == letter }), unit.seconds < smallest
            else { return nil }
            smallest = unit.seconds
            let (part, isTooLong) = number.multipliedReportingOverflow(by: unit.seconds)
            let (sum, isTooMuch) = total.addingReportingOverflow(part)
            guard !isTooLong, !isTooMuch else { return nil }
            total = sum
        }
        return isNegative ? -total : total
    }
}
