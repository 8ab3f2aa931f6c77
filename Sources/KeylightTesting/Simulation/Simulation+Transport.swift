import KeylightCore
import KeylightTransport

@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
extension Simulation {
    /// Makes a transport that waits on this simulation's clock and writes into its timeline.
    ///
    /// Requests that it still holds, and requests for which it had no reply, make ``finish()`` fail.
    ///
    /// - Parameter fallback: what answers when no enqueued reply is left.
    public func makeTransport(
        fallback: ScriptedTransport.Fallback = .fail
    ) -> ScriptedTransport {
        let transport = ScriptedTransport(fallback: fallback, clock: clock) { [weak self] line in
            self?.note(line)
        }
        let participant = Participant(
            pending: { transport.heldRequests.map { "held request \($0)" } },
            complaints: { transport.unscriptedRequests.map { "unscripted request \($0)" } },
            powerOff: { transport.releaseAll(with: .error(CancellationError())) }
        )
        state.withLock { $0.participants.append(participant) }
        return transport
    }
}
