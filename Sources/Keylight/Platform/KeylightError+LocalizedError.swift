public import Foundation
public import KeylightCore

extension KeylightError: LocalizedError {
    /// The same line as `description`, for interfaces that show `localizedDescription`.
    public var errorDescription: String? { description }
}
