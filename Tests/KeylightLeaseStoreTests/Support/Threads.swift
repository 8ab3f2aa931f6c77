import Foundation

/// Runs `body` on this many threads at once, each with its number, and waits for all.
///
/// `concurrentPerform` would take no more of them than there are cores.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let group = DispatchGroup()
    for number in 0..<count {
        group.enter()
        Thread.detachNewThread {
            body(number)
            group.leave()
        }
    }
    group.wait()
}
