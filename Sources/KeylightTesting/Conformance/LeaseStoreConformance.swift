public import KeylightLeaseStore

/// Checks that a store of your own does what the SDK relies on.
///
/// Each check gets a place in which nothing was ever stored, and may open it more than once, as two launches or
/// two processes do.
///
/// ```swift
/// @Test func myStoreKeepsTheContract() async throws {
///     let suite = LeaseStoreConformance {
///         let directory = try makeTemporaryDirectory()
///         return { try MyStore(directory: directory) }
///     }
///     try await suite.check()
/// }
/// ```
public struct LeaseStoreConformance: Sendable {
    /// Opens one place; each call gives a store over the same stored bytes.
    public typealias Opener = @Sendable () throws -> any LeaseStore

    private let makePlace: @Sendable () throws -> Opener

    /// Makes a suite.
    ///
    /// - Parameter makePlace: makes a new empty place, and returns what opens it.
    public init(makePlace: @escaping @Sendable () throws -> Opener) {
        self.makePlace = makePlace
    }

    /// Runs all checks.
    ///
    /// - Throws: ``LeaseStoreConformanceError`` with what was found.
    public func check() async throws {
        let found = await violations()
        guard found.isEmpty else { throw LeaseStoreConformanceError(violations: found) }
    }

    /// Runs all checks and returns what was found; empty for a good store.
    public func violations() async -> [LeaseStoreViolation] {
        var found: [LeaseStoreViolation] = []
        for check in LeaseStoreCheck.all {
            do {
                if let problem = try await check.run(try makePlace()) {
                    found.append(LeaseStoreViolation(check: check.name, problem: problem))
                }
            } catch {
                found.append(LeaseStoreViolation(check: check.name, problem: "threw \(error)"))
            }
        }
        return found
    }
}
