#if os(Linux)
    import CLibcurl
    import KeylightCore
    import KeylightTransport

    /// One request on a thread of its own.
    ///
    /// The thread blocks in libcurl until the exchange has ended or was cancelled. Whoever waits is resumed by
    /// whichever comes first: the end, or the cancellation.
    final class CurlExchange: Sendable {
        private enum State: Sendable {
            case idle
            case waiting(CheckedContinuation<TransportResponse, any Error>)
            case over
        }

        /// libcurl's handle; cancelling is allowed from any thread, everything else happens on the thread.
        private struct Handle: @unchecked Sendable {
            let pointer: OpaquePointer
        }

        private let request: TransportRequest
        private let settings: CurlSettings
        private let handle: Handle
        private let state = Locked(State.idle)

        /// Makes an exchange; nil when there is no memory.
        init?(_ request: TransportRequest, settings: CurlSettings) {
            guard let pointer = keylight_curl_exchange_new() else { return nil }
            self.request = request
            self.settings = settings
            handle = Handle(pointer: pointer)
        }

        deinit {
            // The thread holds the exchange while it runs, so nothing uses the handle any more.
            keylight_curl_exchange_free(handle.pointer)
        }

        func start(_ continuation: CheckedContinuation<TransportResponse, any Error>) {
            let isOver = state.withLock { state in
                if case .over = state { return true }
                state = .waiting(continuation)
                return false
            }
            guard !isOver else { return continuation.resume(throwing: CancellationError()) }
            let context = Unmanaged.passRetained(self)
            let status = keylight_curl_thread_start(
                { context in
                    guard let context else { return nil }
                    Unmanaged<CurlExchange>.fromOpaque(context).takeRetainedValue().perform()
                    return nil
                },
                context.toOpaque()
            )
            guard status == 0 else {
                context.release()
                return finish(.failure(TransportError(.other, message: "no thread for a request")))
            }
        }

        /// Resumes whoever waits, at once, and has libcurl end.
        func cancel() {
            finish(.failure(CancellationError()))
            keylight_curl_exchange_cancel(handle.pointer)
        }

        private func finish(_ result: Result<TransportResponse, any Error>) {
            let continuation: CheckedContinuation<TransportResponse, any Error>? = state.withLock { state in
                defer { state = .over }
                guard case .waiting(let continuation) = state else { return nil }
                return continuation
            }
            continuation?.resume(with: result)
        }

        private func perform() {
            var reply = keylight_curl_reply()
            CurlRequest(request, settings: settings).withPointer { pointer in
                keylight_curl_exchange_perform(handle.pointer, pointer, &reply)
            }
            defer { keylight_curl_reply_free(&reply) }
            finish(CurlReply(reply).result)
        }
    }
#endif
