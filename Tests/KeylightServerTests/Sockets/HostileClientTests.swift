import Testing

@testable import KeylightServer

@Suite("Hostile clients")
struct HostileClientTests {
    private static let path = "/acme/app/validate"

    /// Sends bytes, ends, and returns the statuses of all replies; fails when what came is anything else.
    private func statuses(_ bench: Bench, _ bytes: [UInt8]) throws -> [Int] {
        let connection = try bench.connect()
        // The server may have refused and ended before everything is sent.
        try? connection.send(bytes)
        connection.endSending()
        var rest = try connection.rest()
        var statuses: [Int] = []
        while !rest.isEmpty {
            let (reply, count) = try #require(try LoopbackReply.first(in: rest, isBodyLeftOut: isHead(bytes)))
            statuses.append(reply.status)
            rest.removeFirst(count)
        }
        return statuses
    }

    private func isHead(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: Array("HEAD".utf8))
    }

    private func expectAlive(_ bench: Bench) throws {
        #expect(try bench.exchange("GET", "/acme/app/config").status == 200)
    }

    private static let whole = Array(
        Bench.request("POST", path, body: #"{"license_key":"K","instance_id":"i","sdk":"swift"}"#).utf8
    )

    @Test("1,000 times random bytes")
    func randomBytes() throws {
        let bench = try Bench()
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<1_000 {
            let bytes = generator.bytes(Int.random(in: 1...300, using: &generator))
            let statuses = try statuses(bench, bytes)
            #expect(statuses.allSatisfy { [400, 505].contains($0) } && statuses.count <= 1)
        }
        try expectAlive(bench)
    }

    @Test("1,000 times a good request with some bytes changed, left out or doubled")
    func damagedRequests() throws {
        let bench = try Bench()
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<1_000 {
            var bytes = Self.whole
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let index = Int.random(in: bytes.indices, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[index] = generator.bytes(1)[0]
                case 1: bytes.remove(at: index)
                default: bytes.insert(bytes[index], at: index)
                }
            }
            let allowed: Set = [400, 404, 405, 413, 417, 422, 431, 501, 505]
            #expect(try statuses(bench, bytes).allSatisfy { allowed.contains($0) })
        }
        try expectAlive(bench)
    }

    @Test("A good request cut off after each of its bytes")
    func truncatedRequests() throws {
        let bench = try Bench()
        for count in 1..<Self.whole.count {
            #expect(try statuses(bench, Array(Self.whole.prefix(count))) == [400])
        }
        #expect(try statuses(bench, Self.whole) == [404])
        try expectAlive(bench)
    }

    @Test("Connections that end at once, before a byte")
    func emptyConnections() throws {
        let bench = try Bench()
        for _ in 0..<200 {
            #expect(try statuses(bench, []).isEmpty)
            _ = try bench.connect()
        }
        try expectAlive(bench)
    }

    @Test("Heads and bodies far over their limits are refused, and the refusal can be read")
    func huge() throws {
        let bench = try Bench()
        let padding = String(repeating: "x", count: 200_000)
        let start = "GET / HTTP/1.1\r\nHost: h\r\n"
        for head in [padding, "GET /\(padding)", start + "X: " + padding, start + padding + ": x"] {
            #expect(try statuses(bench, Array((head + "\r\n\r\n").utf8)) == [431])
        }
        let lines = String(repeating: "A: b\r\n", count: 101)
        #expect(try statuses(bench, Array((start + lines + "\r\n").utf8)) == [431])
        #expect(try statuses(bench, Array(Bench.request("POST", Self.path, body: padding).utf8)) == [413])
        let chunks = String(repeating: "1000\r\n" + String(repeating: "y", count: 0x1000) + "\r\n", count: 40)
        let chunked = "POST \(Self.path) HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks
        #expect(try statuses(bench, Array(chunked.utf8)) == [413])
        try expectAlive(bench)
    }

    @Test(
        "Lengths and chunk sizes that lie",
        arguments: [
            ("Content-Length: -1\r\n\r\n", [400]), ("Content-Length: 18446744073709551616\r\n\r\n", [413]),
            ("Content-Length: 9223372036854775807\r\n\r\n", [413]), ("Content-Length: 10\r\n\r\n{}", [400]),
            ("Content-Length: 0\r\nContent-Length: 2\r\n\r\n{}", [400]),
            // What follows a body that is shorter than the bytes is the next request, and a malformed one.
            ("Content-Length: 1\r\n\r\n{}", [400, 400]), ("\r\n{}", [400, 400]),
            ("Transfer-Encoding: chunked\r\n\r\n-1\r\n", [400]),
            ("Transfer-Encoding: chunked\r\n\r\nzz\r\n", [400]),
            ("Transfer-Encoding: chunked\r\n\r\n7fffffffffffffff\r\n", [413]),
            ("Transfer-Encoding: chunked\r\n\r\n2\r\n{}", [400]),
            ("Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n", [400]),
            ("Transfer-Encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n\r\n", [400]),
            ("Transfer-Encoding: identity\r\n\r\n", [501]),
        ]
    )
    func lies(rest: String, expected: [Int]) throws {
        let bench = try Bench()
        let head = "POST \(Self.path) HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n"
        #expect(try statuses(bench, Array((head + rest).utf8)) == expected)
        try expectAlive(bench)
    }

    @Test("Bodies that are no JSON, or JSON of the worst kind")
    func bodies() throws {
        let bench = try Bench()
        let deep = 20_000
        let bodies: [[UInt8]] = [
            [0], [0xFF, 0xFE], [0x22, 0xC3, 0x28, 0x22], Array("{\"license_key\":\"\0\"}".utf8),
            Array(String(repeating: "[", count: deep).utf8),
            Array((String(repeating: #"{"a":"#, count: deep / 2) + "1").utf8),
            Array(#"{"license_key":99999999999999999999999999999999,"instance_id":"i"}"#.utf8),
            Array(#"{"license_key":"K","instance_id":"i","sdk_trial_duration_days":1e999999}"#.utf8),
            Array(
                #"{"license_key":"K","instance_id":"i","sdk_trial_duration_days":-9223372036854775809}"#.utf8
            ),
            Array("{\"license_key\":\"".utf8) + [0xED, 0xA0, 0x80] + Array("\"}".utf8),
            Array(#"{"license_key":"K","license_key":"L","instance_id":"i"}"#.utf8),
            [0xEF, 0xBB, 0xBF] + Array("{}".utf8), Array("{}".utf16.flatMap { [UInt8($0), 0] }),
        ]
        for body in bodies {
            let head = Bench.request(
                "POST",
                Self.path,
                headers: ["Content-Length": "\(body.count)", "Content-Type": "application/json"]
            )
            #expect(try statuses(bench, Array(head.utf8) + body) == [400])
        }
        try expectAlive(bench)
    }

    @Test("NULs, control characters and bare line ends are refused at once, without waiting for an end")
    func immediateRefusal() throws {
        let bench = try Bench()
        for start in ["\0", "GET \0", "GET / HTTP/1.1\n", "GET / HTTP/1.1\rX", "\u{16}\u{3}\u{1}\0"] {
            let connection = try bench.connect()
            try connection.send(start)
            #expect(try connection.reply().status == 400)
        }
        try expectAlive(bench)
    }

    @Test("A refused client can send all that it has and still read its refusal before an orderly end")
    func orderlyEnd() throws {
        let bench = try Bench()
        let body = String(repeating: "x", count: 300_000)
        for request in [
            Bench.request("POST", Self.path, body: body), "nonsense" + body + "\r\n\r\n",
            Bench.request("GET", "/acme/app/config", headers: ["Connection": "close"]) + body,
        ] {
            let connection = try bench.connect()
            try connection.send(request)
            connection.endSending()
            let reply = try LoopbackReply.first(in: connection.rest(acceptsReset: false))
            #expect(reply?.0.headers["connection"] == "close")
        }
    }

    @Test("A client that goes away in the middle of a large reply ends only its own connection")
    func brokenPipe() throws {
        let bench = try Bench()
        try bench.server.inject(.oversizedReply(bytes: 16_777_216), times: 20)
        for _ in 0..<20 {
            let connection = try bench.connect()
            try connection.send(Bench.request("GET", "/acme/app/config"))
        }
        bench.server.clearFaults()
        try expectAlive(bench)
    }
}
