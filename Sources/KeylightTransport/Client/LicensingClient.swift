public import KeylightClock
public import KeylightCore
public import KeylightLogging
public import KeylightVerification

/// Makes the calls of the licensing service over any transport: bodies, headers, time limits, retries, ids.
///
/// It says what came back and never what it means. All waiting is on the clock it was given and all
/// background work starts through the runner it was given, so that a test moves time by hand. No transport,
/// however broken, can hold up its caller for longer than the retry policy allows.
public struct LicensingClient: Sendable {
    private let endpoint: ServiceEndpoint
    private let sdkKey: SDKKey?
    private let transport: any Transport
    private let clock: any LicenseClock
    private let runner: any BackgroundRunner
    private let decoder: ReplyDecoder
    private let retryPolicy: RetryPolicy
    private let logger: LicenseLogger
    private let randomBits: @Sendable () -> UInt32

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - endpoint: where the service is.
    ///   - sdkKey: the tenant's key; nil leaves its header out.
    ///   - transport: carries the bytes.
    ///   - clock: the time; all waiting is on its continuous side.
    ///   - runner: starts the requests and their time limits.
    ///   - verifier: says what a lease's signature is worth.
    ///   - settingsVerifier: says whether settings are believed; with nil, signed ones cannot be checked and
    ///     are left out of the reply, and unsigned ones are taken.
    ///   - retryPolicy: time limit and retries.
    ///   - logger: takes the lines of each call, in the category `transport`.
    ///   - randomBits: 32 random bits at each call, for request ids and for the extra wait before a retry.
    public init(
        endpoint: ServiceEndpoint,
        sdkKey: SDKKey?,
        transport: any Transport,
        clock: any LicenseClock,
        runner: any BackgroundRunner,
        verifier: LeaseVerifier,
        settingsVerifier: SettingsVerifier? = nil,
        retryPolicy: RetryPolicy = .standard,
        logger: LicenseLogger,
        randomBits: @escaping @Sendable () -> UInt32
    ) {
        self.endpoint = endpoint
        self.sdkKey = sdkKey
        self.transport = transport
        self.clock = clock
        self.runner = runner
        decoder = ReplyDecoder(verifier: verifier, settingsVerifier: settingsVerifier)
        self.retryPolicy = retryPolicy
        self.logger = logger.withCategory("transport")
        self.randomBits = randomBits
    }

    /// A fresh random id for one call.
    public func makeRequestID() -> RequestID { RequestID(randomBits: randomBits()) }

    /// Asks for a seat.
    ///
    /// It is sent again within the call only when the attempt before cannot have taken a seat: the
    /// connection did not come about, or the server turned it away with 408, 429 or 503.
    public func activate(_ request: ActivateRequest, requestID: RequestID) async -> Exchange {
        let texts = ForeignText(licenseKey: request.licenseKey, sdkKey: sdkKey)
        return await perform(.activate, body: request.body, requestID: requestID, texts: texts)
    }

    /// Asks whether the license still holds.
    public func validate(_ request: ValidateRequest, requestID: RequestID) async -> Exchange {
        let texts = ForeignText(
            licenseKey: request.licenseKey,
            instanceID: request.instanceID,
            sdkKey: sdkKey
        )
        return await perform(.validate, body: request.body, requestID: requestID, texts: texts)
    }

    /// Gives a seat back.
    ///
    /// - Parameters:
    ///   - request: the seat.
    ///   - requestID: the call's id.
    ///   - isWanted: asked before each attempt; with false no other is made, and the call ends as a cancelled
    ///     one does. An attempt that is on its way is left alone: it cannot be called back, and its answer
    ///     tells what became of the seat.
    public func deactivate(
        _ request: DeactivateRequest,
        requestID: RequestID,
        isWanted: @escaping @Sendable () async -> Bool = { true }
    ) async -> Exchange {
        let texts = ForeignText(
            licenseKey: request.licenseKey,
            instanceID: request.instanceID,
            sdkKey: sdkKey
        )
        return await perform(
            .deactivate,
            body: request.body,
            requestID: requestID,
            texts: texts,
            isWanted: isWanted
        )
    }

    /// Reports an install that has no license.
    public func keyless(_ request: KeylessRequest, requestID: RequestID) async -> Exchange {
        await perform(.keyless, body: request.body, requestID: requestID, texts: ForeignText(sdkKey: sdkKey))
    }

    /// Asks for the product's settings.
    public func config(requestID: RequestID) async -> Exchange {
        await perform(.config, body: nil, requestID: requestID, texts: ForeignText(sdkKey: sdkKey))
    }

    // MARK: - The call

    private func perform(
        _ call: ServiceCall,
        body: [UInt8]?,
        requestID: RequestID,
        texts: ForeignText,
        isWanted: @Sendable () async -> Bool = { true }
    ) async -> Exchange {
        let request = request(for: call, body: body, requestID: requestID)
        let log = CallLog(logger: logger, requestID: requestID, request: request)
        var attempts = 0
        var mayHaveArrived = false
        while !Task.isCancelled, await isWanted() {
            attempts += 1
            log.sending(attempt: attempts)
            let result = await attempt(request, requestID: requestID, texts: texts, log: log)
            mayHaveArrived = mayHaveArrived || result.mayHaveArrived(call)
            guard result.passingCause != nil, result.mayBeRetried(call),
                attempts < min(retryPolicy.maximumAttempts, RetryPolicy.attemptLimit)
            else {
                log.ended(result, attempts: attempts)
                return exchange(
                    result,
                    requestID: requestID,
                    attempts: attempts,
                    mayHaveArrived: mayHaveArrived
                )
            }
            // Before the wait as well as after it, so that nobody waits for a call that nobody wants.
            guard await isWanted() else { break }
            let delay = retryPolicy.delay(afterAttempt: attempts, randomBits: randomBits())
            log.retrying(result, attempt: attempts, delay: delay)
            // It throws only when the task is cancelled, which the loop sees by itself.
            let deadline = clock.now().continuous.adding(nanoseconds: Seconds.product(delay, 1_000_000))
            do { try await clock.sleep(until: deadline) } catch { break }
        }
        log.ended(.cancelled, attempts: attempts)
        return exchange(.cancelled, requestID: requestID, attempts: attempts, mayHaveArrived: mayHaveArrived)
    }

    private func attempt(
        _ request: TransportRequest,
        requestID: RequestID,
        texts: ForeignText,
        log: CallLog
    ) async -> AttemptResult {
        switch await race(request) {
        case .response(let response):
            log.replied(response, serverRequestID: ServerRequestID.read(in: response, texts: texts))
            // A transport of the app's own may not keep to the limit.
            guard response.body.count <= request.maximumReplyBytes else {
                return .failure(TransportError(.oversizeReply))
            }
            let decoded = decoder.decodeWithNotes(
                response,
                requestID: requestID,
                now: clock.now().wall,
                texts: texts
            )
            if decoded.reply.isForeign { return .foreign(decoded.reply) }
            log.decoded(decoded)
            return .reply(decoded.reply)
        case .error(let error as TransportError): return .failure(error)
        case .error(let error):
            // Its text is not ours to trust: it may repeat the request. The type says enough for a log.
            return .failure(TransportError(.other, message: "\(type(of: error))", underlying: error))
        case .timedOut: return .failure(TransportError(.timedOut))
        case .cancelled: return .cancelled
        }
    }

    /// Sends a request once, within the time limit.
    func race(_ request: TransportRequest) async -> AttemptRace.Outcome {
        await AttemptRace.run(
            request,
            over: transport,
            clock: clock,
            runner: runner,
            timeout: retryPolicy.attemptTimeout
        )
    }

    private func exchange(
        _ result: AttemptResult,
        requestID: RequestID,
        attempts: Int,
        mayHaveArrived: Bool
    ) -> Exchange {
        var exchange = Exchange(
            requestID: requestID,
            result: .failure(cause: AttemptResult.cancelledCause, underlying: CancellationError()),
            attempts: attempts,
            mayHaveArrived: mayHaveArrived
        )
        switch result {
        case .reply(let reply):
            exchange.result = .reply(reply)
            take(reply, into: &exchange)
        case .foreign(let reply):
            exchange.result = .failure(cause: .foreignReply, underlying: nil)
            take(reply, into: &exchange)
        case .failure(let error):
            exchange.result = .failure(cause: error.cause, underlying: error.underlying ?? error)
        case .cancelled: break
        }
        return exchange
    }

    private func take(_ reply: ServerReply, into exchange: inout Exchange) {
        exchange.status = reply.status
        exchange.echoedRequestID = reply.echoedRequestID
        exchange.serverRequestID = reply.serverRequestID
    }

    func request(for call: ServiceCall, body: [UInt8]?, requestID: RequestID) -> TransportRequest {
        var headers: [HTTPHeader] = []
        if body != nil { headers.append(HTTPHeader("Content-Type", "application/json")) }
        if let sdkKey, call.sendsSDKKey { headers.append(HTTPHeader(HeaderName.sdkKey, sdkKey.rawValue)) }
        headers.append(HTTPHeader(HeaderName.requestID, requestID.rawValue))
        return TransportRequest(
            method: call.method,
            url: endpoint.url(for: call),
            path: endpoint.path(for: call),
            headers: headers,
            body: body
        )
    }
}
