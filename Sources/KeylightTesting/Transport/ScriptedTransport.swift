public import KeylightClock
import KeylightCore
public import KeylightTransport

/// A transport that answers from a script and keeps what was asked.
///
/// Replies that were enqueued are used one after another, then ``Fallback`` decides. Each reply carries the
/// request's id back, as the service does.
///
/// ```swift
/// let transport = ScriptedTransport()
/// transport.enqueue(.status(503), .json(#"{"valid": true}"#))
/// // …
/// #expect(transport.requestCount(to: "validate") == 2)
/// #expect(transport.requests.first?.bodyField("license_key") == "ACME-TEST-0000-0001")
/// ```
public final class ScriptedTransport: Transport {
    let state: Locked<State>
    let clock: (any LicenseClock)?
    let observer: (@Sendable (String) -> Void)?

    struct State: Sendable {
        var fallback: Fallback
        var echo = RequestIDEcho.same
        var honoursCancellation = true
        var queue: [ScriptedReply] = []
        var last: ScriptedReply?
        var requests: [TransportRequest] = []
        var unscripted: [String] = []
        var held: [HeldRequest] = []
        var requestCount = AwaitableCount()
        var heldCount = AwaitableCount()
        var lastID: UInt64 = 0
    }

    /// What happens when no enqueued reply is left.
    public enum Fallback: Sendable {
        /// The request fails with ``ScriptedTransportError/unscriptedRequest(_:)`` and is counted.
        case fail
        /// The last enqueued reply is used again.
        case repeatLast
        /// This reply is used.
        case reply(ScriptedReply)

        /// The closure answers.
        public static func respond(
            _ respond: @escaping @Sendable (TransportRequest) throws -> TransportResponse
        ) -> Fallback {
            .reply(.computed(respond))
        }
    }

    /// Which request id a reply carries, where the script does not set the header itself.
    public enum RequestIDEcho: Sendable, Hashable {
        /// The request's own, as the service does.
        case same
        /// None.
        case none
        /// Another, as if a cache had answered.
        case other(String)
    }

    /// Makes a transport.
    ///
    /// - Parameters:
    ///   - fallback: what answers when no enqueued reply is left.
    ///   - clock: what delayed replies wait on; nil when there are none.
    ///   - observer: is told of each request and reply, in a line without secrets.
    public init(
        fallback: Fallback = .fail,
        clock: (any LicenseClock)? = nil,
        observer: (@Sendable (String) -> Void)? = nil
    ) {
        state = Locked(State(fallback: fallback))
        self.clock = clock
        self.observer = observer
    }

    /// Keeps the request and does what the script says.
    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        if honoursCancellation { try Task.checkCancellation() }
        let (next, satisfied) = state.withLock { $0.take(request) }
        for waiter in satisfied { waiter.resume() }
        observer?("request \(request)")
        do {
            guard let next else {
                throw ScriptedTransportError.unscriptedRequest("\(request)")
            }
            let response = try await perform(next.action, for: request)
            observer?("reply to \(request): \(response)")
            return response
        } catch {
            observer?("no reply to \(request): \(error)")
            throw error
        }
    }

    private func perform(
        _ action: ScriptedReply.Action,
        for request: TransportRequest
    ) async throws -> TransportResponse {
        switch action {
        case .answer(let respond):
            return echoing(request, try respond(request))
        case .hold:
            return try await perform(hold(request).action, for: request)
        case .delayed(let nanoseconds, let action):
            guard let clock else { throw ScriptedTransportError.noClock }
            try await clock.sleep(until: clock.now().continuous.adding(nanoseconds: nanoseconds))
            return try await perform(action, for: request)
        }
    }

    private func echoing(_ request: TransportRequest, _ response: TransportResponse) -> TransportResponse {
        let name = TransportRequest.requestIDHeader
        guard response.header(name) == nil else { return response }
        let id: String?
        switch echo {
        case .same: id = request.requestID
        case .none: id = nil
        case .other(let other): id = other
        }
        var response = response
        if let id { response.headers.append(HTTPHeader(name, id)) }
        return response
    }
}

extension ScriptedTransport.State {
    /// Keeps a request and picks its reply; nil when there is none.
    mutating func take(_ request: TransportRequest) -> (ScriptedReply?, [Resumption]) {
        requests.append(request)
        let satisfied = requestCount.set(requests.count)
        if !queue.isEmpty {
            last = queue.removeFirst()
            return (last, satisfied)
        }
        switch fallback {
        case .reply(let reply): return (reply, satisfied)
        case .repeatLast where last != nil: return (last, satisfied)
        case .repeatLast, .fail:
            unscripted.append("\(request)")
            return (nil, satisfied)
        }
    }
}
