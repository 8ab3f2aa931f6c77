import KeylightCore
import KeylightTesting
import Testing

@testable import KeylightTransport

/// BL-060 and BL-062, the client's part: its own limit on its own clock holds whatever the transport does.
@Suite struct LicensingClientTimeoutTests {
    @Test func anAttemptEndsAtFifteenSecondsAndNotBefore() throws {
        let bench = try CallBench()
        bench.transport.fallback = .reply(.hold)
        let task = try bench.start(.activate)
        try bench.simulation.advance(by: .nanoseconds(14_999_999_999))
        #expect(!task.isFinished)
        try bench.simulation.advance(by: .nanoseconds(1))
        let exchange = try task.value()
        #expect(exchange.failureCause == .timedOut)
        #expect(exchange.attempts == 1)
        #expect(exchange.mayHaveArrived)
        // The transport was cancelled, and nothing is left behind.
        #expect(bench.transport.heldCount == 0)
        try bench.simulation.finish()
    }

    @Test func threeSilentAttemptsOfAValidation() throws {
        let bench = try CallBench()
        bench.transport.fallback = .reply(.hold)
        let task = try bench.start(.validate)
        try bench.simulation.advance(by: .nanoseconds(46_499_999_999))
        #expect(!task.isFinished)
        try bench.simulation.advance(by: .nanoseconds(1))
        #expect(try task.value().failureCause == .timedOut)
        #expect(bench.sendTimes == [0, 15_500, 31_500])
        try bench.simulation.finish()
    }

    @Test func aReplyJustInTimeCounts() throws {
        let bench = try CallBench()
        bench.transport.enqueue(.after(.nanoseconds(14_999_999_999), .json(#"{"valid":true}"#)))
        #expect(try bench.exchange(.activate).reply?.body?.verdict == true)
        try bench.simulation.finish()
    }

    @Test func aReplyAfterTheLimitIsDropped() throws {
        let bench = try CallBench()
        bench.transport.honoursCancellation = false
        bench.transport.fallback = .reply(.hold)
        let task = try bench.start(.activate)
        try bench.simulation.advance(by: 15)
        #expect(try task.value().failureCause == .timedOut)
        // The transport still holds its request, and nobody minds what it says now.
        #expect(bench.transport.heldCount == 1)
        try bench.transport.release(.json(#"{"activated":true}"#))
        try bench.simulation.finish()
    }

    @Test func aTransportThatNeverReturnsCannotHoldUpTheCaller() throws {
        let transport = UnstoppableTransport()
        let bench = try CallBench(transport: transport)
        let task = try bench.start(.validate)
        try bench.simulation.advance(by: .milliseconds(46_500))
        #expect(try task.value().failureCause == .timedOut)
        #expect(transport.waitingCount == 3)
        #expect(bench.simulation.clock.sleeperCount == 0)
        transport.release(.success(TransportResponse(status: 200)))
        try bench.simulation.finish()
    }

    @Test func theLimitIsOnTheContinuousClock() throws {
        let bench = try CallBench()
        bench.transport.fallback = .reply(.hold)
        let task = try bench.start(.activate)
        try bench.simulation.moveWall(by: 86_400)
        #expect(!task.isFinished)
        try bench.simulation.suspend(for: 15)
        #expect(try task.value().failureCause == .timedOut)
    }

    @Test func noTimeIsNoTime() throws {
        let bench = try CallBench(retryPolicy: RetryPolicy(attemptTimeout: 0, maximumAttempts: 1))
        bench.transport.fallback = .reply(.hold)
        #expect(try bench.exchange(.validate).failureCause == .timedOut)
        try bench.simulation.finish()
    }

    // MARK: - Cancellation

    @Test(arguments: [ServiceCall.activate, .validate, .deactivate])
    func cancellationUnderWayEndsTheCallAtOnce(call: ServiceCall) throws {
        let bench = try CallBench()
        bench.transport.fallback = .reply(.hold)
        let task = try bench.start(call)
        task.cancel()
        try bench.simulation.drain()
        let exchange = try task.value()
        #expect(exchange.wasCancelled)
        #expect(exchange.attempts == 1)
        #expect(exchange.mayHaveArrived)
        #expect(bench.transport.heldCount == 0)
        try bench.simulation.finish()
        #expect(bench.transport.requestCount == 1)
    }

    @Test func cancellationEndsACallOverAnUnstoppableTransport() throws {
        let transport = UnstoppableTransport()
        let bench = try CallBench(transport: transport)
        let task = try bench.start(.validate)
        task.cancel()
        try bench.simulation.drain()
        #expect(try task.value().wasCancelled)
        transport.release(.failure(TransportError(.timedOut)))
        try bench.simulation.finish()
    }

    @Test func cancellationBetweenAttemptsEndsTheCallAtOnce() throws {
        let bench = try CallBench()
        bench.transport.enqueue(.failure(.cannotConnect))
        let task = try bench.start(.validate)
        try bench.simulation.advance(by: .milliseconds(100))
        #expect(!task.isFinished)
        task.cancel()
        try bench.simulation.drain()
        let exchange = try task.value()
        #expect(exchange.wasCancelled)
        #expect(exchange.attempts == 1)
        #expect(!exchange.mayHaveArrived)
        try bench.simulation.finish()
        #expect(bench.transport.requestCount == 1)
    }

    @Test func aCancelledTaskSendsNothing() throws {
        let bench = try CallBench()
        let exchange = try bench.simulation.run { [client = bench.client, validate = bench.validate] in
            withUnsafeCurrentTask { $0?.cancel() }
            return await client.validate(validate, requestID: client.makeRequestID())
        }
        #expect(exchange.wasCancelled)
        #expect(exchange.attempts == 0)
        #expect(!exchange.mayHaveArrived)
        #expect(bench.transport.requestCount == 0)
        try bench.simulation.finish()
    }

    @Test func manyCallsAtOnceDoNotMixUp() throws {
        let bench = try CallBench()
        bench.transport.fallback = .respond { request in
            .json(#"{"valid":\#(request.requestID?.hasSuffix("1") ?? false)}"#)
        }
        let tasks = try (0..<100).map { number in
            try bench.simulation.start { [client = bench.client, validate = bench.validate] in
                await client.validate(validate, requestID: RequestID(randomBits: number))
            }
        }
        for (number, task) in tasks.enumerated() {
            let exchange = try task.value()
            #expect(exchange.requestID == RequestID(randomBits: UInt32(number)))
            #expect(exchange.reply?.body?.verdict == (number % 16 == 1))
        }
        try bench.simulation.finish()
    }
}
