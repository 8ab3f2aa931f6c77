import KeylightCore
import KeylightPolicy
import Testing

@Suite("RetryAfter")
struct RetryAfterTests {
    static func wait(_ status: Int, _ seconds: Int64?, echo: String? = nil) -> Int64? {
        RetryAfter.wait(
            in: Fixture.reply(status, nil, retryAfter: seconds, echo: echo),
            policy: Fixture.policy
        )
    }

    @Test(
        "BL-024: what is asked is held within a second and an hour",
        arguments: [
            (.min, 1), (-1, 1), (0, 1), (1, 1), (2, 2), (120, 120), (3_599, 3_599), (3_600, 3_600),
            (3_601, 3_600), (2_592_000, 3_600), (.max, 3_600),
        ] as [(Int64, Int64)]
    )
    func clamped(asked: Int64, wait: Int64) {
        #expect(Self.wait(429, asked) == wait)
        #expect(Self.wait(503, asked) == wait)
    }

    @Test("only 429 and 503 can ask", arguments: [200, 301, 400, 403, 404, 408, 422, 500, 502, 504, 511])
    func others(status: Int) {
        #expect(Self.wait(status, 60) == nil)
    }

    @Test("nothing is asked without the header, or by somebody else's reply")
    func nothing() {
        #expect(Self.wait(429, nil) == nil)
        #expect(Self.wait(503, nil) == nil)
        #expect(Self.wait(429, 60, echo: "00000000") == nil)
        #expect(Self.wait(429, 60, echo: Fixture.requestID.rawValue) == 60)
    }
}
