import KeylightClock
import KeylightCore
import KeylightEngine
import KeylightLeaseStore
import KeylightLogging
import KeylightPolicy
import KeylightTestSupport
import KeylightTesting
import KeylightTransport
import Testing

/// Each status of the protocol, through the whole client, on each call.
@Suite("What the server may answer")
struct ServerAnswerTests {
    /// An answer, and what it means to an activation and to a validation.
    struct Row: Sendable, CustomTestStringConvertible {
        var status: Int
        var body = #"{"error":"a text","code":"brand_new_code"}"#
        var activation: KeylightError.Kind
        /// Nil is a denial.
        var validation: FailureCause?

        var testDescription: String { "\(status) \(body.prefix(40))" }
    }

    private static let rows = [
        Row(
            status: 400,
            activation: .noAnswer(.requestRefused(status: 400)),
            validation: .requestRefused(status: 400)
        ),
        Row(
            status: 401,
            activation: .noAnswer(.requestRefused(status: 401)),
            validation: .requestRefused(status: 401)
        ),
        Row(status: 402, activation: .seatLimitReached, validation: .requestRefused(status: 402)),
        Row(
            status: 403,
            activation: .noAnswer(.requestRefused(status: 403)),
            validation: .requestRefused(status: 403)
        ),
        Row(status: 404, activation: .licenseNotFound, validation: .requestRefused(status: 404)),
        Row(
            status: 404,
            body: "<html>",
            activation: .noAnswer(.requestRefused(status: 404)),
            validation: .requestRefused(status: 404)
        ),
        Row(
            status: 408,
            activation: .noAnswer(.serverFault(status: 408)),
            validation: .serverFault(status: 408)
        ),
        Row(status: 422, activation: .refused("a text"), validation: nil),
        Row(
            status: 422,
            body: "{}",
            activation: .noAnswer(.unexpectedReply(status: 422)),
            validation: .unexpectedReply(status: 422)
        ),
        Row(
            status: 422,
            body: #"{"error":""}"#,
            activation: .noAnswer(.unexpectedReply(status: 422)),
            validation: .unexpectedReply(status: 422)
        ),
        Row(
            status: 422,
            body: #"{"error":{"code":1}}"#,
            activation: .noAnswer(.unexpectedReply(status: 422)),
            validation: .unexpectedReply(status: 422)
        ),
        Row(status: 429, activation: .noAnswer(.rateLimited), validation: .rateLimited),
        Row(
            status: 500,
            activation: .noAnswer(.serverFault(status: 500)),
            validation: .serverFault(status: 500)
        ),
        Row(
            status: 503,
            activation: .noAnswer(.serverFault(status: 503)),
            validation: .serverFault(status: 503)
        ),
        Row(
            status: 200,
            activation: .noAnswer(.unexpectedReply(status: 200)),
            validation: .unexpectedReply(status: 200)
        ),
        Row(
            status: 200,
            body: "[]",
            activation: .noAnswer(.unexpectedReply(status: 200)),
            validation: .unexpectedReply(status: 200)
        ),
        Row(
            status: 200,
            body: #"{"activated":false,"valid":false,"error":"over"}"#,
            activation: .refused("over"),
            validation: nil
        ),
        Row(
            status: 204,
            body: "",
            activation: .noAnswer(.unexpectedReply(status: 204)),
            validation: .unexpectedReply(status: 204)
        ),
        Row(
            status: 302,
            body: "",
            activation: .noAnswer(.unexpectedReply(status: 302)),
            validation: .unexpectedReply(status: 302)
        ),
    ]

    @Test("an activation has the documented end, and stores nothing", arguments: rows)
    func activation(_ row: Row) throws {
        let bench = try LicenseBench(seed: ProductSeed(freeTierEnabled: true))
        try bench.launchProcess()
        bench.transport.fallback = .reply(.json(row.body, status: row.status))
        let key = bench.key.rawValue
        let error = #expect(throws: KeylightError.self) {
            try bench.run(within: 60) { try await $0.activate(key: key) }
        }
        #expect(error?.kind == row.activation)
        #expect(error?.operation == .activate)
        #expect(error?.requestID != nil)
        #expect(error?.status == row.status)
        #expect(try bench.record == LicenseRecord())
        #expect(try bench.state == .freeTier)
        try bench.finish()
    }

    @Test("a validation is denied or tells nothing, as documented", arguments: rows)
    func validation(_ row: Row) throws {
        let bench = try LicenseBench.licensed()
        try bench.advance(by: Seconds.hour)
        let before = try bench.recordBesidesTimes
        bench.transport.fallback = .reply(.json(row.body, status: row.status))
        let result = try bench.run(within: 60) { try await $0.activeRevalidate() }
        switch (result, row.validation) {
        case (.denied, nil): #expect(try bench.state == .invalid)
        case (.unknown(let error), let cause?):
            #expect(error.kind == .noAnswer(cause))
            #expect(try bench.state == .licensed)
            #expect(try bench.recordBesidesTimes == before)
        default: Issue.record("it is \(result)")
        }
        try bench.finish()
    }

    @Test("an empty, malformed or foreign key is refused here, with a reason and without a request")
    func badKeys() throws {
        let bench = try LicenseBench()
        bench.configuration.keyPrefix = "ACME-"
        try bench.launchProcess()
        let rows: [(String, LicenseKeyError)] = [
            ("", .empty), (" \n\u{FEFF}", .empty), ("---", .empty), ("OTHER-TEST-0000-0001", .wrongPrefix),
            ("ACME-TEST_0001", .unexpectedCharacter(codePoint: 0x5f)),
            ("ACME-" + String(repeating: "A", count: 300), .tooLong(limit: LicenseKey.maximumLength)),
        ]
        for (text, reason) in rows {
            let error = #expect(throws: KeylightError.self) {
                try bench.run { try await $0.activate(key: text) }
            }
            #expect(error?.kind == .invalidLicenseKey(reason))
        }
        #expect(bench.requestCount == 0)
        #expect(try bench.record == LicenseRecord())
        try bench.finish()
    }

    @Test("unknown fields on every level break nothing")
    func unknownFields() throws {
        let bench = try LicenseBench()
        try bench.launchProcess()
        let lease = try bench.lease().json.dropLast() + #","future":{"a":[1]}}"#
        bench.transport.enqueue(
            .json(#"{"activated":true,"instance_id":"inst-1","lease":\#(lease),"later":null,"error":null}"#)
        )
        let key = bench.key.rawValue
        try bench.run { try await $0.activate(key: key) }
        #expect(try bench.state == .licensed)
        try bench.finish()
    }
}
