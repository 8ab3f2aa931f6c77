import KeylightCore
import KeylightEngine
import KeylightPolicy
import KeylightTestSupport
import KeylightTesting
import KeylightTransport
import Testing

/// Answers that take a seat and cannot be used: the seat is given back, or the user is told of it.
@Suite("Activations that took a seat in vain")
struct UnusableActivationTests {
    private func activate(_ reply: ScriptedReply) throws -> (LicenseBench, KeylightError?) {
        let bench = try LicenseBench()
        try bench.launchProcess()
        bench.transport.enqueue(reply)
        bench.transport.fallback = .reply(bench.released)
        let key = bench.key.rawValue
        let error = #expect(throws: KeylightError.self) {
            try bench.run(within: 60) { try await $0.activate(key: key) }
        }
        try bench.simulation.drain()
        #expect(try bench.record.activation == nil)
        return (bench, error)
    }

    @Test(
        "without a usable name of the seat the error says that one may be taken",
        arguments: [
            (200, #"{"activated":true}"#), (200, #"{"activated":true,"instance_id":7}"#),
            (200, #"{"activated":true,"instance_id":["inst-1"],"lease":{}}"#),
            (200, #"{"activated":true,"instance_id":""}"#), (200, #"{"activated":true,"error":7}"#),
            (200, #"{"valid":true,"instance_id":7}"#), (200, #"{"activated":"yes","instance_id":"inst-1"}"#),
            (200, #"{"activated":true,"valid":false,"instance_id":"inst-1"}"#), (200, "{}"), (200, "[]"),
            (201, #"{"activated":true,"instance_id":7}"#), (204, ""),
            (422, #"{"activated":true,"instance_id":7}"#),
        ]
    )
    func unnamed(status: Int, body: String) throws {
        let (bench, error) = try activate(.json(body, status: status))
        #expect(error?.seatMayBeTaken == true)
        #expect(
            error?.kind == .noAnswer(status == 422 ? .contradictoryReply : .unexpectedReply(status: status))
        )
        #expect(error?.description.contains("trying again is safe") == true)
        #expect(bench.requestCount == 1)
        try bench.finish()
    }

    @Test(
        "a seat that is named goes back, whatever else the answer holds",
        arguments: [
            (200, #"{"activated":true,"instance_id":"inst-1","error":7}"#),
            (200, #"{"activated":true,"valid":"yes","instance_id":"inst-1"}"#),
            (201, #"{"activated":true,"instance_id":"inst-1"}"#),
            (422, #"{"activated":true,"instance_id":"inst-1"}"#),
        ]
    )
    func named(status: Int, body: String) throws {
        let (bench, error) = try activate(.json(body, status: status))
        #expect(error?.seatMayBeTaken == false)
        #expect(bench.transport.requests.map(\.endpoint) == ["activate", "deactivate"])
        #expect(bench.transport.requests.last?.bodyField("instance_id") == "inst-1")
        #expect(try bench.record.pendingReleases.isEmpty)
        try bench.finish()
    }

    @Test(
        "an answer that says no takes no seat",
        arguments: [
            (200, #"{"activated":false,"error":"no"}"#), (200, #"{"activated":false,"error":7}"#),
            (422, #"{"error":"no"}"#), (402, "{}"), (404, #"{"error":"no"}"#), (401, "{}"),
        ]
    )
    func refused(status: Int, body: String) throws {
        let (bench, error) = try activate(.json(body, status: status))
        #expect(error?.seatMayBeTaken == false)
        #expect(bench.requestCount == 1)
        try bench.finish()
    }
}
