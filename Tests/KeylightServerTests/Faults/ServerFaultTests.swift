import Testing

@testable import KeylightServer

@Suite("Faults as a client sees them")
struct ServerFaultTests {
    @Test("A status comes with its body, its headers and the echo, as often as asked for")
    func status() throws {
        let bench = try Bench()
        try bench.server.inject(
            .status(503, body: "<html>", headers: ["content-type": "text/html"]),
            times: 2
        )
        for _ in 0..<2 {
            let reply = try bench.activate()
            #expect(reply.status == 503)
            #expect(reply.text == "<html>")
            #expect(reply.headers["content-type"] == "text/html")
            #expect(reply.headers["x-keylight-request-id"] == Bench.requestID)
        }
        #expect(bench.server.state.seats.isEmpty)
        #expect(try bench.activate().status == 200)
        #expect(bench.server.state.requestCounts[.activate] == 3)
    }

    @Test(
        "Any status from 200 to 599 can be sent",
        arguments: [200, 204, 299, 302, 402, 418, 429, 500, 521, 599]
    )
    func anyStatus(status: Int) throws {
        let bench = try Bench()
        try bench.server.inject(.status(status, headers: ["Location": "http://portal.test/"]))
        let reply = try bench.activate()
        #expect(reply.status == status)
        #expect(reply.headers["location"] == "http://portal.test/")
    }

    @Test("A request can be carried out although its reply is lost")
    func lostReply() throws {
        let bench = try Bench()
        try bench.server.inject(.status(502), on: .activate, times: 1, performingRequest: true)
        try bench.server.inject(.dropConnection, on: .activate, times: 1, performingRequest: true)
        #expect(throws: LoopbackConnection.Failure.incompleteReply) { try bench.activate() }
        let seats = bench.server.state.seats
        #expect(seats.count == 1)
        #expect(try bench.takeSeat() == seats.first?.instanceID)
        #expect(bench.server.state.seats.count == 1)
    }

    @Test("A dropped connection ends without a byte, and the request is not carried out")
    func dropped() throws {
        let bench = try Bench()
        try bench.server.inject(.dropConnection, times: 1)
        let connection = try bench.connect()
        try connection.send(Bench.request("GET", "/acme/app/config"))
        #expect(try connection.rest().isEmpty)
        #expect(try bench.exchange("GET", "/acme/app/config").status == 200)
    }

    @Test("Silence lasts until the client gives up or the server stops")
    func silence() throws {
        let bench = try Bench()
        try bench.server.inject(.silence, times: 2)
        let patient = try bench.connect()
        try patient.send(Bench.request("GET", "/acme/app/config"))
        let impatient = try bench.connect()
        try impatient.send(Bench.request("GET", "/acme/app/config"))
        impatient.endSending()
        #expect(try impatient.rest().isEmpty)
        #expect(try bench.exchange("GET", "/acme/app/config").status == 200)
        bench.server.stop()
        #expect(try patient.rest().isEmpty)
    }

    @Test("A truncated reply announces more than it sends")
    func truncated() throws {
        let bench = try Bench()
        try bench.server.inject(.truncatedBody, times: 1)
        let connection = try bench.connect()
        try connection.send(Bench.request("GET", "/acme/app/config"))
        let bytes = try connection.rest()
        let reply = try #require(try LoopbackReply.first(in: bytes, isBodyLeftOut: true))
        let announced = try #require(Int(reply.0.headers["content-length"] ?? ""))
        #expect(bytes.count - reply.1 == announced / 2)
        #expect(bytes.count > reply.1)
    }

    @Test("A trickled reply is whole in the end")
    func trickled() throws {
        let bench = try Bench()
        let expected = try bench.exchange("GET", "/acme/app/config").text
        try bench.server.inject(.trickle(milliseconds: 0), times: 1)
        #expect(try bench.exchange("GET", "/acme/app/config").text == expected)
    }

    @Test("A trickle ends with the server, and does not outlive a client that has gone")
    func endlessTrickle() throws {
        let bench = try Bench()
        try bench.server.inject(.trickle(milliseconds: 600_000))
        let connection = try bench.connect()
        try connection.send(Bench.request("GET", "/acme/app/config"))
        bench.server.stop()
        _ = try connection.rest()
    }

    @Test("Latency holds a reply back and does not survive a stop")
    func latency() throws {
        let bench = try Bench()
        try bench.server.inject(.latency(milliseconds: 20), times: 1)
        #expect(try bench.exchange("GET", "/acme/app/config").status == 200)
        try bench.server.inject(.latency(milliseconds: 600_000))
        let connection = try bench.connect()
        try connection.send(Bench.request("GET", "/acme/app/config"))
        // Nobody waits ten minutes here: the stop wakes the thread.
        bench.server.stop()
        #expect(try connection.rest().isEmpty)
    }

    @Test("A portal's page, garbage and an oversized reply are what they say")
    func foreignReplies() throws {
        let bench = try Bench()
        try bench.server.inject(.htmlPage, times: 1)
        try bench.server.inject(.garbageJSON, times: 1)
        try bench.server.inject(.oversizedReply(), times: 1)
        let html = try bench.activate()
        #expect(html.status == 200)
        #expect(html.headers["content-type"]?.hasPrefix("text/html") == true)
        #expect(html.headers["x-keylight-request-id"] == nil)
        #expect(html.text.hasPrefix("<!doctype html>"))
        let garbage = try bench.activate()
        #expect(garbage.status == 200)
        #expect(garbage.headers["content-type"] == "application/json")
        #expect(throws: (any Error).self) { try garbage.json }
        let oversized = try bench.activate()
        #expect(oversized.body.count > 64 * 1024)
        #expect(try oversized.json.names == ["padding"])
    }

    @Test("Retry-After comes in seconds or as a date")
    func retryAfter() throws {
        let bench = try Bench()
        try bench.server.inject(.retryAfter("120"), times: 1)
        try bench.server.inject(.retryAfter("Sun, 01 Mar 2026 00:02:00 GMT", status: 503), times: 1)
        let first = try bench.activate()
        #expect(first.status == 429)
        #expect(first.headers["retry-after"] == "120")
        let second = try bench.activate()
        #expect(second.status == 503)
        #expect(second.headers["retry-after"] == "Sun, 01 Mar 2026 00:02:00 GMT")
    }

    @Test("The echo can be somebody else's, whatever was sent, or missing")
    func echo() throws {
        let bench = try Bench()
        try bench.server.inject(.wrongEcho, times: 2)
        try bench.server.inject(.missingEcho, times: 1)
        for sent in [Bench.requestID, "00000000"] {
            let reply = try bench.call("validate", [:], headers: ["X-Keylight-Request-Id": sent])
            let echo = try #require(reply.headers["x-keylight-request-id"])
            #expect(echo != sent)
            #expect(echo.count == 8)
        }
        #expect(try bench.activate().headers["x-keylight-request-id"] == nil)
        #expect(try bench.activate().headers["x-keylight-request-id"] == Bench.requestID)
    }

    @Test("A lease can be wrong in one thing and right in all others", arguments: LeaseFault.allCases)
    func lease(fault: LeaseFault) throws {
        let bench = try Bench()
        let instanceID = try bench.takeSeat()
        let good = try #require(try bench.validate(instanceID).json["lease"])
        try bench.server.inject(.lease(fault), on: .validate, times: 1)
        let reply = try bench.validate(instanceID)
        #expect(reply.status == 200)
        let lease = try #require(try reply.json["lease"])
        guard fault != .missing else {
            #expect(lease == .null)
            return
        }
        let isSigned = try SignedReply.isLeaseSigned(lease, by: bench.server.publicKeyBase64)
        #expect(isSigned == (fault != .badSignature))
        let differing = good.names.filter { good[$0] != lease[$0] }
        let expected: Set<String> =
            switch fault {
            case .badSignature: ["signature"]
            case .unknownKid: ["signature", "kid"]
            case .otherInstance: ["signature", "instanceId"]
            case .otherKey: ["signature", "licenseKeyHash"]
            case .unknownStatus: ["signature", "status"]
            case .replayed: ["signature", "issuedAt", "expiresAt"]
            case .missing: []
            }
        #expect(differing == expected)
        #expect(try bench.validate(instanceID).json["lease"] == good)
    }

    @Test("The signature of the settings can be wrong on its own")
    func settings() throws {
        let bench = try Bench()
        let instanceID = try bench.takeSeat()
        try bench.server.inject(.badSettingsSignature, times: 1)
        let reply = try bench.validate(instanceID).json
        #expect(try !SignedReply.areSettingsSigned(reply, by: bench.server.publicKeyBase64))
        let lease = try #require(reply["lease"])
        #expect(try SignedReply.isLeaseSigned(lease, by: bench.server.publicKeyBase64))
    }

    @Test("Faults never meet admin calls, unknown paths or wrong methods")
    func untouched() throws {
        let bench = try Bench()
        try bench.server.inject(.dropConnection, times: 1)
        #expect(try bench.admin("GET", "state").status == 200)
        #expect(try bench.exchange("GET", "/nowhere").status == 404)
        #expect(try bench.exchange("GET", "/acme/app/activate").status == 405)
        #expect(bench.server.state.faultCount == 1)
        bench.server.clearFaults()
        #expect(try bench.activate().status == 200)
    }
}
