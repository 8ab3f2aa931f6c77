import KeylightCore

/// Numbers at which unchecked arithmetic would trap.
enum Extremes {
    static let values: [Int64] = [.min, .min + 1, -1, 0, 1, 1_772_323_200, .max - 1, .max]
    /// The shortest list that still meets both ends.
    static let few: [Int64] = [.min, 0, 1_772_323_200, .max]
    static let times = few.map { Timestamp($0) }
    static let instants = few.map { ContinuousInstant(nanoseconds: $0) }
}
