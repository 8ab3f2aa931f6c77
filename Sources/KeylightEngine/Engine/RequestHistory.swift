import KeylightCore

/// The last requests, for `explain()`.
struct RequestHistory: Sendable {
    static let limit = 5

    private(set) var entries: [LicenseExplanation.Request] = []

    mutating func add(_ request: LicenseExplanation.Request) {
        entries.append(request)
        if entries.count > Self.limit { entries.removeFirst(entries.count - Self.limit) }
    }
}
