import KeylightCore
import KeylightTesting
import Testing

@testable import KeylightTransport

/// What goes over the wire, and what comes back when all is well.
@Suite struct LicensingClientTests {
    @Test(arguments: [ServiceCall.activate, .validate, .deactivate])
    func headersAreExactlyTheDocumentedOnes(call: ServiceCall) throws {
        let bench = try CallBench()
        bench.transport.enqueue(.json("{}"))
        _ = try bench.exchange(call)
        let request = try #require(bench.transport.requests.first)
        #expect(
            request.headers == [
                HTTPHeader("Content-Type", "application/json"),
                HTTPHeader("X-Keylight-SDK-Key", CallBench.sdkKey),
                HTTPHeader("X-Keylight-Request-Id", "0a1b2c3d"),
            ]
        )
        #expect(request.maximumReplyBytes == 65_536)
        try bench.simulation.finish()
    }

    @Test func withoutAnSDKKeyItsHeaderIsLeftOut() throws {
        let bench = try CallBench(sdkKey: nil)
        bench.transport.enqueue(.json("{}"))
        _ = try bench.exchange(.validate)
        #expect(
            bench.transport.requests.first?.headers.map(\.name) == ["Content-Type", "X-Keylight-Request-Id"]
        )
    }

    @Test(arguments: [
        (ServiceCall.activate, "activate", #"{"license_key":"ACME-TEST-0000-0001","instance_name":"bench"}"#),
        (
            .validate, "validate",
            #"{"license_key":"ACME-TEST-0000-0001","instance_id":"inst-secret-1"}"#
        ),
        (
            .deactivate, "deactivate",
            #"{"license_key":"ACME-TEST-0000-0001","instance_id":"inst-secret-1"}"#
        ),
    ])
    func eachCallGoesToItsPlaceWithItsBody(call: ServiceCall, name: String, body: String) throws {
        let bench = try CallBench(baseURL: "http://127.0.0.1:8080/base/")
        bench.transport.enqueue(.json("{}"))
        _ = try bench.exchange(call)
        let request = try #require(bench.transport.requests.first)
        #expect(request.method == "POST")
        #expect(request.url == "http://127.0.0.1:8080/base/acme/app/\(name)")
        #expect(request.path == "/base/acme/app/\(name)")
        #expect(request.body == Array(body.utf8))
        // BL-058: no secret in a URL.
        #expect(!request.url.contains(CallBench.key))
    }

    @Test func aReplyIsReturnedDecoded() throws {
        let bench = try CallBench()
        bench.transport.enqueue(.json(#"{"valid":true,"license_expires_at":1774915200}"#))
        let exchange = try bench.exchange(.validate)
        let reply = try #require(exchange.reply)
        #expect(reply.status == 200)
        #expect(reply.body?.verdict == true)
        #expect(reply.body?.licenseEnd == .at(Timestamp(1_774_915_200)))
        #expect(reply.requestID == bench.requestID)
        #expect(exchange.requestID == bench.requestID)
        #expect(exchange.status == 200)
        #expect(exchange.echoedRequestID == "0a1b2c3d")
        #expect(exchange.attempts == 1)
        #expect(!exchange.mayHaveArrived)
        #expect(exchange.failureCause == nil)
        #expect(!exchange.wasCancelled)
        try bench.simulation.finish()
    }

    @Test(arguments: [(0, "00000000"), (1, "00000001"), (.max, "ffffffff")] as [(UInt32, String)])
    func requestIDsAreMadeOfTheRandomBits(bits: UInt32, text: String) throws {
        #expect(try CallBench(randomBits: bits).client.makeRequestID().rawValue == text)
    }

    @Test(arguments: [200, 302, 307, 400, 401, 402, 403, 404, 418, 422])
    func aDefiniteStatusIsNeverTriedAgain(status: Int) throws {
        for call in [ServiceCall.activate, .validate, .deactivate] {
            let bench = try CallBench()
            bench.transport.enqueue(.json("{}", status: status))
            let exchange = try bench.exchange(call)
            #expect(exchange.reply?.status == status)
            #expect(exchange.attempts == 1)
            // A 200 without a word of an activation leaves open whether a seat was taken.
            #expect(exchange.mayHaveArrived == (call == .activate && status == 200))
            #expect(bench.transport.requestCount == 1)
            try bench.simulation.finish()
        }
    }

    /// BL-003, the client's part: what a portal says is a reply without a body, and nothing is tried again.
    @Test(arguments: [
        TransportResponse(
            status: 200,
            headers: [HTTPHeader("Content-Type", "text/html")],
            body: Array("<!doctype html>Sign in".utf8)
        ),
        TransportResponse(
            status: 200,
            headers: [HTTPHeader("Content-Type", "application/json")],
            body: Array("<!doctype html>Sign in".utf8)
        ),
        TransportResponse(status: 302, headers: [HTTPHeader("Location", "http://portal.test/")]),
        TransportResponse(status: 307, headers: [HTTPHeader("Location", "https://other.test/")]),
        TransportResponse(status: 200),
        TransportResponse(status: 200, body: [0x1f, 0x8b, 0x08, 0x00, 0xff, 0xfe]),
    ])
    func anInterceptedReplyHasNoBody(response: TransportResponse) throws {
        let bench = try CallBench()
        bench.transport.echo = .none
        bench.transport.enqueue(.response(response))
        let exchange = try bench.exchange(.validate)
        #expect(exchange.reply?.status == response.status)
        #expect(exchange.reply?.body == nil)
        #expect(bench.transport.requestCount == 1)
        #expect(exchange.mayHaveArrived == (response.status == 200))
    }

    @Test func aTransportThatIgnoresTheLimitIsCutOff() throws {
        let body = Array(#"{"valid":true,"x":""#.utf8) + Array(repeating: UInt8(ascii: "x"), count: 65_536)
        let bench = try CallBench(retryPolicy: RetryPolicy(maximumAttempts: 1))
        bench.transport.enqueue(.response(TransportResponse(status: 200, body: body)))
        let exchange = try bench.exchange(.validate)
        #expect(exchange.failureCause == .oversizeReply)
        #expect(exchange.mayHaveArrived)
    }
}
