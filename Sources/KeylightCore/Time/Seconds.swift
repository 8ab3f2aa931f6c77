/// Saturating arithmetic on whole seconds, and the few lengths that the rules are written in.
public enum Seconds {
    /// One minute, in seconds.
    public static let minute: Int64 = 60
    /// One hour, in seconds.
    public static let hour: Int64 = 3_600
    /// One day of 86,400 seconds; licences know no leap seconds and no daylight-saving days.
    public static let day: Int64 = 86_400

    /// `left + right`, held at the ends of `Int64` instead of trapping.
    public static func sum(_ left: Int64, _ right: Int64) -> Int64 {
        let (value, overflow) = left.addingReportingOverflow(right)
        return overflow ? (right < 0 ? .min : .max) : value
    }

    /// `left - right`, held at the ends of `Int64` instead of trapping.
    public static func difference(_ left: Int64, _ right: Int64) -> Int64 {
        let (value, overflow) = left.subtractingReportingOverflow(right)
        return overflow ? (left < right ? .min : .max) : value
    }

    /// `left * right`, held at the ends of `Int64` instead of trapping.
    public static func product(_ left: Int64, _ right: Int64) -> Int64 {
        let (value, overflow) = left.multipliedReportingOverflow(by: right)
        return overflow ? ((left < 0) == (right < 0) ? .max : .min) : value
    }
}
