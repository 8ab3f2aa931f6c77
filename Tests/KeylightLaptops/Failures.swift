import Foundation

/// What went wrong, from several threads.
final class Failures: @unchecked Sendable {
    private let lock = NSLock()
    private var texts: [String] = []

    func add(_ text: String) { lock.withLock { texts.append(text) } }
    var first: String? { lock.withLock { texts.first } }
    var isEmpty: Bool { first == nil }
}
