import KeylightCore

extension Duration {
    /// The length in whole nanoseconds; saturates.
    var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let whole = Seconds.product(seconds, ContinuousInstant.nanosecondsPerSecond)
        return Seconds.sum(whole, attoseconds / 1_000_000_000)
    }
}

extension Seconds {
    /// A length in seconds as a text: `90.5 s`, and days for long ones: `864000 s (10 days)`.
    static func text(ofNanoseconds nanoseconds: Int64, asDays: Bool = true) -> String {
        let whole = nanoseconds / ContinuousInstant.nanosecondsPerSecond
        let rest = (nanoseconds % ContinuousInstant.nanosecondsPerSecond).magnitude
        guard rest == 0 else {
            let digits = String(rest)
            var fraction = String(repeating: "0", count: 9 - digits.count) + digits
            while fraction.hasSuffix("0") { fraction.removeLast() }
            return "\(nanoseconds < 0 && whole == 0 ? "-" : "")\(whole).\(fraction) s"
        }
        guard asDays, whole != 0, whole % day == 0 else { return "\(whole) s" }
        return "\(whole) s (\(whole / day) day\((whole / day).magnitude == 1 ? "" : "s"))"
    }
}
