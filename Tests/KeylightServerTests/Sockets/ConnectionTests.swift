import KeylightCore
import Testing

@testable import KeylightServer

@Suite("Connections")
struct ConnectionTests {
    private static let config = Bench.request("GET", "/acme/app/config")

    @Test("A connection serves one request after another")
    func keepAlive() throws {
        let bench = try Bench()
        let connection = try bench.connect()
        for _ in 0..<50 {
            try connection.send(Self.config)
            let reply = try connection.reply()
            #expect(reply.status == 200)
            #expect(reply.headers["connection"] == nil)
        }
    }

    @Test("Requests sent all at once are answered in their order")
    func pipelining() throws {
        let bench = try Bench()
        let connection = try bench.connect()
        let ids = (0..<100).map { "id-\($0)" }
        try connection.send(
            ids.map { Bench.request("GET", "/acme/app/config", headers: ["X-Keylight-Request-Id": $0]) }
                .joined()
        )
        for id in ids {
            #expect(try connection.reply().headers["x-keylight-request-id"] == id)
        }
    }

    @Test("A request can come one byte at a time")
    func byteByByte() throws {
        let bench = try Bench()
        let connection = try bench.connect()
        for byte in Self.config.utf8 { try connection.send([byte]) }
        #expect(try connection.reply().status == 200)
    }

    @Test("A client that asks for the end gets it after its reply")
    func close() throws {
        let bench = try Bench()
        for request in [
            Bench.request("GET", "/acme/app/config", headers: ["Connection": "close"]),
            "GET /acme/app/config HTTP/1.0\r\n\r\n",
        ] {
            let connection = try bench.connect()
            try connection.send(request + Self.config)
            let reply = try connection.reply()
            #expect(reply.status == 200)
            #expect(reply.headers["connection"] == "close")
            #expect(try connection.rest().isEmpty)
        }
        #expect(bench.server.recordedRequests.count == 2)
    }

    @Test("HTTP/1.0 can stay open when it asks to")
    func oldKeepAlive() throws {
        let bench = try Bench()
        let connection = try bench.connect()
        for _ in 0..<2 {
            try connection.send("GET /acme/app/config HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            #expect(try connection.reply().headers["connection"] == "keep-alive")
        }
    }

    @Test("After a refusal the connection is over, whatever else was sent on it")
    func refusalEnds() throws {
        let bench = try Bench()
        let connection = try bench.connect()
        try connection.send(Self.config + "nonsense\r\n\r\n" + Self.config)
        #expect(try connection.reply().status == 200)
        let refusal = try connection.reply()
        #expect(refusal.status == 400)
        #expect(refusal.headers["connection"] == "close")
        #expect(try refusal.json.names == ["error"])
        #expect(try connection.rest().isEmpty)
    }

    @Test("A chunked body and one of a known length are the same")
    func chunked() throws {
        let bench = try Bench()
        let body = #"{"license_key":"\#(Bench.key)","instance_name":"é"}"#
        let bytes = Array(body.utf8)
        var request = Array(
            ("POST /acme/app/activate HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n").utf8
        )
        for start in stride(from: 0, to: bytes.count, by: 7) {
            let chunk = bytes[start..<min(start + 7, bytes.count)]
            request += Array("\(String(chunk.count, radix: 16));a=b\r\n".utf8) + chunk + Array("\r\n".utf8)
        }
        request += Array("0\r\nTrailer: x\r\n\r\n".utf8)
        let connection = try bench.connect()
        try connection.send(request + request)
        #expect(try connection.reply().status == 200)
        #expect(try connection.reply().status == 200)
        #expect(bench.server.recordedRequests.map(\.bodyText) == [body, body])
    }

    @Test("A client that waits for 100 Continue gets it before it sends its body")
    func expectation() throws {
        let bench = try Bench()
        let connection = try bench.connect()
        let body = #"{"license_key":"\#(Bench.key)","instance_name":"n"}"#
        let whole = Bench.request(
            "POST",
            "/acme/app/activate",
            body: body,
            headers: ["Expect": "100-continue"]
        )
        try connection.send(String(whole.dropLast(body.count)))
        #expect(try connection.reply().status == 100)
        try connection.send(body)
        #expect(try connection.reply().status == 200)
        // With a body over its limit it is told so instead.
        try connection.send(
            "POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 65537\r\n\r\n"
        )
        #expect(try connection.reply().status == 413)
    }

    @Test("A body of exactly 64 KiB is taken")
    func largestBody() throws {
        let bench = try Bench()
        let start = #"{"license_key":"\#(Bench.key)","instance_name":"n","padding":""#
        let body = start + String(repeating: "x", count: 65_536 - start.utf8.count - 2) + "\"}"
        #expect(try bench.exchange("POST", "/acme/app/activate", body: body).status == 200)
        #expect(try bench.exchange("POST", "/acme/app/activate", body: body + " ").status == 413)
    }

    private static var impatient: HTTPLimits {
        var limits = HTTPLimits()
        limits.tickMilliseconds = 5
        limits.requestMilliseconds = 50
        return limits
    }

    @Test("A request that does not end is answered with 408")
    func requestTimeout() throws {
        let bench = try Bench(limits: Self.impatient)
        for start in [
            "GET", "GET / HTTP/1.1\r\nHost: h\r\n",
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nx",
        ] {
            let connection = try bench.connect()
            try connection.send(start)
            #expect(try connection.reply().status == 408)
            #expect(try connection.rest().isEmpty)
        }
        #expect(try bench.exchange("GET", "/acme/app/config").status == 200)
    }

    @Test("A byte now and then buys no time")
    func trickledRequest() throws {
        let bench = try Bench(limits: Self.impatient)
        let connection = try bench.connect()
        try connection.send("GET / HTTP/1.1\r\nX: ")
        // The head's limit is 16 KiB, so only the time can end this before the count does.
        var sent = 0
        while sent < 15_000, !connection.waitForReply(milliseconds: 1) {
            try? connection.send("x")
            sent += 1
        }
        #expect(sent < 15_000)
        #expect(try connection.reply().status == 408)
    }

    @Test("An idle connection is ended without a word")
    func idleTimeout() throws {
        var limits = Self.impatient
        limits.idleMilliseconds = 20
        let bench = try Bench(limits: limits)
        #expect(try bench.connect().rest().isEmpty)
        let used = try bench.connect()
        try used.send(Self.config)
        #expect(try used.reply().status == 200)
        #expect(try used.rest().isEmpty)
    }

    @Test("A client that does not take its reply is given up")
    func replyTimeout() throws {
        var limits = Self.impatient
        limits.replyMilliseconds = 50
        let bench = try Bench(limits: limits)
        try bench.server.inject(.oversizedReply(bytes: 16_777_216), times: 1)
        let connection = try bench.connect()
        try connection.send(Self.config)
        // Not a byte of the reply is read before the server has given up.
        for _ in 0..<2_000 where bench.server.openConnectionCount > 0 {
            _ = connection.waitForHangUp(milliseconds: 10)
        }
        #expect(bench.server.openConnectionCount == 0)
    }

    @Test("More connections than allowed are refused, and a free place is given away again")
    func tooMany() throws {
        var limits = HTTPLimits()
        limits.connections = 3
        let bench = try Bench(limits: limits)
        var open = try (0..<3).map { _ in try bench.connect() }
        for connection in open {
            try connection.send(Self.config)
            #expect(try connection.reply().status == 200)
        }
        #expect(try bench.connect().reply().status == 503)
        open.removeLast()
        // The server notices the end a moment later, so the first tries may still be refused.
        var status = 503
        for _ in 0..<10_000 where status == 503 {
            let connection = try bench.connect()
            try? connection.send(Self.config)
            status = (try? connection.reply().status) ?? 503
        }
        #expect(status == 200)
    }

    @Test("64 connections are served at once, each with its own reply")
    func parallel() throws {
        let bench = try Bench(licenses: [ServedLicense(key: Bench.key)])
        let connections = try (0..<64).map { _ in try bench.connect() }
        // All requests are on their way before the first reply is read.
        for round in 0..<10 {
            for (index, connection) in connections.enumerated() {
                let body = #"{"license_key":"\#(Bench.key)","instance_name":"\#(index)"}"#
                let headers = ["X-Keylight-Request-Id": "\(round)-\(index)"]
                try connection.send(Bench.request("POST", "/acme/app/activate", body: body, headers: headers))
            }
            for (index, connection) in connections.enumerated() {
                let reply = try connection.reply()
                #expect(reply.status == 200)
                #expect(reply.headers["x-keylight-request-id"] == "\(round)-\(index)")
            }
        }
        let seats = bench.server.state.seats
        #expect(seats.count == 640)
        #expect(Set(seats.map(\.instanceID)).count == 640)
        #expect(Dictionary(grouping: seats, by: \.instanceName).values.allSatisfy { $0.count == 10 })
    }

    @Test("64 threads that activate the last seats get exactly those")
    func race() throws {
        let bench = try Bench(licenses: [ServedLicense(key: Bench.key, seats: 10)])
        let statuses = Locked<[Int]>([])
        let threads = try (0..<64).map { _ in
            try POSIXThread {
                let status = (try? bench.activate(machine: nil).status) ?? 0
                statuses.withLock { $0.append(status) }
            }
        }
        for thread in threads { thread.join() }
        let all = statuses.withLock { $0 }
        #expect(all.count { $0 == 200 } == 10)
        #expect(all.count { $0 == 402 } == 54)
        #expect(bench.server.state.seats.count == 10)
    }
}
