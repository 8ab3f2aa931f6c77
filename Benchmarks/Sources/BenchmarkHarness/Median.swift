/// The middle of the values, or the mean of the two in the middle; nil when there are none.
///
/// Unlike the mean it does not care how far out the rounds are in which another process had the processor.
public func median(_ values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}
