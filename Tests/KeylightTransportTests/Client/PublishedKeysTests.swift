import KeylightCore
import KeylightTesting
import KeylightTransport
import Testing

@Suite struct PublishedKeysTests {
    private static let key = "8QkyJGwaIqAuN0jdsCnBtv3D9fylv4PHqCVufx7xje0="

    private func ask(_ replies: ScriptedReply...) throws -> (
        Result<PublishedKeySet, KeylightError>, CallBench
    ) {
        let bench = try CallBench()
        bench.transport.enqueue(replies)
        let task = try bench.simulation.start { [client = bench.client, id = bench.requestID] in
            await client.publishedKeys(requestID: id)
        }
        try bench.simulation.advance(by: 60)
        return (try task.value(), bench)
    }

    @Test func theSetIsRead() throws {
        let text =
            #"{"primary_kid":"k1","later":1,"keys":[{"kid":"k1","alg":"ed25519","public_key":"\#(Self.key)"},"#
            + #"{"kid":"k2","alg":"rsa","public_key":"AAAA"},{"kid":"k3","public_key":"\#(Self.key)"}]}"#
        let (result, bench) = try ask(.json(text))
        let set = try result.get()
        #expect(set.primaryKeyID == "k1")
        #expect(set.keys.map(\.kid) == ["k1", "k2", "k3"])
        #expect(set.keys.map { $0.bytes?.count } == [32, nil, nil])
        let sent = try #require(bench.transport.requests.first)
        #expect(sent.method == "GET" && sent.path == "/acme/.well-known/keylight-keys")
        #expect(sent.header("X-Keylight-SDK-Key") == nil)
        #expect(sent.header("X-Keylight-Request-Id") == bench.requestID.rawValue)
    }

    @Test func anEmptySetIsASet() throws {
        #expect(try ask(.json(#"{"keys":[]}"#)).0.get() == PublishedKeySet(primaryKeyID: nil, keys: []))
    }

    @Test func anythingElseIsATypedError() throws {
        let rows: [(ScriptedReply, FailureCause)] = [
            (.html(), .unexpectedReply(status: 200)), (.json("{}"), .unexpectedReply(status: 200)),
            (.json("[]"), .unexpectedReply(status: 200)),
            (.json(#"{"keys":[{"kid":"k1"}]}"#), .unexpectedReply(status: 200)),
            (.json(#"{"keys":[7]}"#), .unexpectedReply(status: 200)),
            (.status(404), .requestRefused(status: 404)),
            (.status(302), .unexpectedReply(status: 302)), (.status(503), .serverFault(status: 503)),
            (.status(429), .rateLimited), (.failure(.tlsFailed), .tlsFailed), (.hold, .timedOut),
            (.json(#"{"keys":[],"x":"\#(String(repeating: "a", count: 70_000))"}"#), .oversizeReply),
        ]
        for (reply, cause) in rows {
            let (result, bench) = try ask(reply)
            guard case .failure(let error) = result else {
                Issue.record("\(cause): it was taken")
                continue
            }
            #expect(error.kind == .noAnswer(cause))
            #expect(error.operation == .fetchKeySet)
            #expect(error.requestID == bench.requestID)
            #expect(bench.transport.requestCount == 1)
        }
    }

    @Test func anotherCallsReplyIsNone() throws {
        let bench = try CallBench()
        bench.transport.echo = .other("ffffffff")
        bench.transport.enqueue(.json(#"{"keys":[]}"#))
        let result = try bench.simulation.run { [client = bench.client, id = bench.requestID] in
            await client.publishedKeys(requestID: id)
        }
        guard case .failure(let error) = result else {
            Issue.record("it was taken")
            return
        }
        #expect(error.kind == .noAnswer(.foreignReply))
    }
}
