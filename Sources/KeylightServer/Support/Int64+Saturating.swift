extension Int64 {
    /// The sum, or the end of the range that it would have passed: a time on the wire may be anything.
    func saturatingAdd(_ other: Int64) -> Int64 {
        let (sum, overflows) = addingReportingOverflow(other)
        guard overflows else { return sum }
        return other < 0 ? .min : .max
    }
}
