/// One thing that a store does otherwise than the SDK relies on.
public struct LeaseStoreViolation: Sendable, Hashable {
    /// What a store has to do.
    public var check: String
    /// What it did.
    public var problem: String

    /// Makes a violation.
    public init(check: String, problem: String) {
        self.check = check
        self.problem = problem
    }
}

extension LeaseStoreViolation: CustomStringConvertible {
    /// What it has to do, and what it did.
    public var description: String { "\(check): \(problem)" }
}

/// A store that does not do what the SDK relies on.
public struct LeaseStoreConformanceError: Error, Sendable, Hashable {
    /// What was found.
    public var violations: [LeaseStoreViolation]

    /// Makes an error.
    public init(violations: [LeaseStoreViolation]) {
        self.violations = violations
    }
}

extension LeaseStoreConformanceError: CustomStringConvertible {
    /// One line for each violation.
    public var description: String { violations.map(\.description).joined(separator: "\n") }
}
