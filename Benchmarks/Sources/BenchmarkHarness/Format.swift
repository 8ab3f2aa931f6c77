/// Numbers for people.
public enum Format {
    /// Two decimals, or none for what is a whole number.
    public static func number(_ value: Double) -> String {
        guard value.isFinite, value.magnitude < 1e15 else { return "\(value)" }
        let hundredths = Int64((value * 100).rounded())
        let whole = hundredths.magnitude / 100
        let rest = hundredths.magnitude % 100
        let sign = hundredths < 0 ? "-" : ""
        guard rest != 0 else { return "\(sign)\(whole)" }
        return "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }

    /// Lines the columns of a table up: the first to the left, the others to the right.
    public static func table(_ rows: [[String]]) -> String {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.map { row in
            row.enumerated().map { column, text in
                let padding = String(repeating: " ", count: widths[column] - text.count)
                return column == 0 ? text + padding : padding + text
            }.joined(separator: "  ")
        }.joined(separator: "\n")
    }
}
