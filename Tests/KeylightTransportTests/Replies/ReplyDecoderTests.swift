import KeylightCore
import KeylightVerification
import Testing

@testable import KeylightTransport

@Suite struct ReplyDecoderTests {
    private let requestID = RequestID(randomBits: 1)
    private let now = Timestamp(1_781_076_256)
    private let decoder: ReplyDecoder

    /// A published vector of the service's own tests.
    private static let lease =
        #"{"kid":"k1","licenseKeyHash":"\#(String(repeating: "a", count: 64))","#
        + #""instanceId":"00000000-0000-4000-8000-000000000001","issuedAt":1781076246,"#
        + #""expiresAt":1781681046,"status":"active","entitlements":["pro"],"signature":"#
        + #""SUrg6IHJBkO4PB80hiwXhkCFgHTxp5Ao6i9fRnajIH3ws3E+F444xYUQL9UyJYMz4cC+6f8YDMfwrxIv1mQeBw=="}"#
    private static let trusted = ["k1": "8QkyJGwaIqAuN0jdsCnBtv3D9fylv4PHqCVufx7xje0="]

    init() throws {
        decoder = ReplyDecoder(
            verifier: LeaseVerifier(trustedKeys: try TrustedKeys(base64Keys: Self.trusted))
        )
    }

    private func reply(_ body: String, status: Int = 200, headers: [HTTPHeader] = []) -> ServerReply {
        let response = TransportResponse(status: status, headers: headers, body: Array(body.utf8))
        return decoder.decode(response, requestID: requestID, now: now)
    }

    private func body(_ text: String) throws -> ReplyBody { try #require(reply(text).body) }

    // MARK: - Bodies

    /// BL-003: whatever is not a JSON object is no body, and the content type changes nothing.
    @Test(
        arguments: [
            "", " ", "<!doctype html>Sign in", "[]", "null", "true", "7", #""valid""#, #"{"valid":true"#,
            #"{"valid":true}x"#, #"{"valid":true,}"#, "{valid:true}", "\u{FEFF}{}",
            #"{"valid":true,"valid":false}"#,
            String(repeating: "[", count: 60_000), String(repeating: #"{"a":"#, count: 10_000),
        ],
        ["text/html", "application/json", nil]
    )
    func noBody(text: String, contentType: String?) {
        let headers = contentType.map { [HTTPHeader("Content-Type", $0)] } ?? []
        for status in [200, 422, 500] {
            let reply = reply(text, status: status, headers: headers)
            #expect(reply.body == nil)
            #expect(reply.status == status)
        }
    }

    @Test(arguments: [
        [0x1f, 0x8b, 0x08, 0x00], [0xff, 0xfe], [0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d], [0x00],
    ])
    func garbageIsNoBody(bytes: [UInt8]) {
        let response = TransportResponse(status: 200, headers: [], body: bytes)
        #expect(decoder.decode(response, requestID: requestID, now: now).body == nil)
    }

    @Test(arguments: ["text/html", "application/json; charset=utf-8", "nonsense", nil])
    func aJSONObjectIsABodyWhateverTheContentType(contentType: String?) throws {
        let headers = contentType.map { [HTTPHeader("Content-Type", $0)] } ?? []
        #expect(reply(#" {"valid":true} "#, headers: headers).body?.verdict == true)
    }

    @Test func anEmptyObjectSaysNothing() throws {
        #expect(try body("{}") == ReplyBody())
    }

    /// BL-042: more than we know does no harm, at any level.
    @Test func unknownFieldsDoNotMatter() throws {
        let lease = Self.lease.dropLast() + #","future":{"x":[1]}}"#
        let text =
            #"{"valid":true,"code":"brand_new_code","more":{"a":[1,null,{}]},"lease":\#(lease),"x":1e400}"#
        let body = try body(text)
        #expect(body.verdict == true)
        guard case .trusted = body.lease else {
            Issue.record("not trusted: \(body.lease)")
            return
        }
    }

    // MARK: - Decisive fields

    @Test(arguments: ["valid", "activated"], [true, false])
    func theVerdictHasTwoNames(name: String, value: Bool) throws {
        #expect(try body(#"{"\#(name)":\#(value)}"#).verdict == value)
    }

    @Test(arguments: [("true", "true", true), ("false", "false", false), ("null", "false", false)])
    func bothNamesMayAgree(valid: String, activated: String, verdict: Bool) throws {
        let body = try body(#"{"valid":\#(valid),"activated":\#(activated)}"#)
        #expect(body.verdict == verdict)
        #expect(body.malformedFields.isEmpty)
    }

    @Test func aContradictionIsMalformed() throws {
        let body = try body(#"{"valid":true,"activated":false}"#)
        #expect(body.verdict == nil)
        #expect(body.malformedFields == ["valid", "activated"])
    }

    @Test(arguments: ["valid", "activated"], [#""true""#, "1", "0", "{}", "[]", #""""#])
    func aVerdictOfTheWrongType(name: String, value: String) throws {
        let body = try body(#"{"\#(name)":\#(value)}"#)
        #expect(body.verdict == nil)
        #expect(body.malformedFields == [name])
    }

    @Test(arguments: ["error", "instance_id"], ["7", "true", "false", "{}", "[]", #"["x"]"#, "1.5"])
    func aTextOfTheWrongType(name: String, value: String) throws {
        let body = try body(#"{"\#(name)":\#(value)}"#)
        #expect(body.errorText == nil)
        #expect(body.instanceID == nil)
        #expect(body.malformedFields == [name])
    }

    @Test(arguments: ["valid", "activated", "error", "instance_id", "lease"])
    func nullIsAbsent(name: String) throws {
        #expect(try body(#"{"\#(name)":null}"#) == ReplyBody())
    }

    @Test func textsAreTakenAsTheyAre() throws {
        let body = try body(#"{"error":"Lizenz \"A\" \u00fcbertragen 😀","instance_id":"inst-1"}"#)
        #expect(body.errorText == #"Lizenz "A" übertragen 😀"#)
        #expect(body.instanceID == InstanceID("inst-1"))
    }

    @Test func anEmptyTextIsNone() throws {
        #expect(try body(#"{"error":"","instance_id":""}"#) == ReplyBody())
    }

    // MARK: - The lease

    @Test func aGoodLeaseIsTrusted() throws {
        let body = try body(#"{"valid":true,"lease":\#(Self.lease)}"#)
        guard case .trusted(let lease) = body.lease else {
            Issue.record("not trusted: \(body.lease)")
            return
        }
        #expect(lease.status == .active)
        #expect(lease.expiresAt == Timestamp(1_781_681_046))
    }

    @Test func anAlteredLeaseHasABadSignature() throws {
        let altered = Self.lease.split(separator: "pro").joined(separator: "max")
        guard case .badSignature = try body(#"{"lease":\#(altered)}"#).lease else {
            Issue.record("an altered lease passed")
            return
        }
    }

    @Test(arguments: ["7", "[]", "{}", #""lease""#, "true"])
    func whatIsNoLeaseIsMalformed(value: String) throws {
        guard case .malformed = try body(#"{"lease":\#(value)}"#).lease else {
            Issue.record("\(value) passed for a lease")
            return
        }
    }

    // MARK: - The licence's end (BL-040, BL-041)

    private static let end = LicenseEnd.at(Timestamp(1_774_915_200))

    @Test(
        arguments: [
            ("null", .lifetime),
            ("1774915200", end), ("1774915200.0", end), ("1774915200.5", end),
            ("1774915200.999999999999", end),
            ("1.7749152e9", end), ("17749152000e-1", end),
            (#""2026-03-31T00:00:00Z""#, end), (#""2026-03-31T00:00:00.123Z""#, end),
            (#""2026-03-31T02:00:00+02:00""#, end), (#""2026-03-31T00:00:00""#, end),
            ("1", .at(Timestamp(1))), ("99999999999", .at(Timestamp(99_999_999_999))),
            ("99999999999.9", .at(Timestamp(99_999_999_999))),
            ("0", nil), ("0.9", nil), ("-0", nil), ("-1", nil), ("-1774915200.5", nil), (#""""#, nil),
            ("100000000000", nil), ("1774915200000", nil), ("1e400", nil), ("9223372036854775808", nil),
            (#""0""#, nil), (#""1774915200""#, nil), (#""never""#, nil), (#""2026-03-31""#, nil),
            (#""2026-02-30T00:00:00Z""#, nil), (#""1970-01-01T00:00:00Z""#, nil),
            (#""1969-12-31T23:59:59Z""#, nil),
            (#""5138-11-16T09:46:40Z""#, nil), (#""5138-11-16T09:46:39Z""#, .at(Timestamp(99_999_999_999))),
            ("true", nil), ("false", nil), ("[]", nil), ("[1774915200]", nil), ("{}", nil),
        ] as [(String, LicenseEnd?)]
    )
    func licenseEnd(value: String, end: LicenseEnd?) throws {
        let body = try body(#"{"valid":true,"license_expires_at":\#(value)}"#)
        #expect(body.licenseEnd == end)
        // It never makes the rest of the reply worthless.
        #expect(body.verdict == true)
        #expect(body.malformedFields.isEmpty)
    }

    @Test func aMissingEndIsALifetime() throws {
        #expect(try body(#"{"valid":true}"#).licenseEnd == .lifetime)
    }

    // MARK: - Settings

    @Test(
        arguments: [
            ("{}", nil, nil),
            (#"{"trial_duration_days":14,"free_tier_enabled":true}"#, 14, true),
            (#"{"trial_duration_days":0,"free_tier_enabled":false}"#, 0, false),
            (#"{"trial_duration_days":14}"#, 14, nil),
            (#"{"free_tier_enabled":true}"#, nil, true),
            (#"{"trial_duration_days":null,"free_tier_enabled":null}"#, nil, nil),
            (#"{"trial_duration_days":-1,"free_tier_enabled":true}"#, nil, true),
            (#"{"trial_duration_days":"14","free_tier_enabled":true}"#, nil, true),
            (#"{"trial_duration_days":14.0,"free_tier_enabled":true}"#, nil, true),
            (#"{"trial_duration_days":9223372036854775807,"free_tier_enabled":true}"#, nil, true),
            (#"{"trial_duration_days":true,"free_tier_enabled":1}"#, nil, nil),
            (#"{"trial_duration_days":14,"free_tier_enabled":"true"}"#, 14, nil),
            (#"{"trial_duration_days":14,"signature":null}"#, 14, nil),
        ] as [(String, Int64?, Bool?)]
    )
    func settingsAreReadFieldByField(text: String, days: Int64?, freeTier: Bool?) throws {
        let settings = try body(text).settings
        #expect(settings == ProductSettings(trialDurationDays: days, freeTierEnabled: freeTier))
    }

    /// A published vector, captured from the service.
    private static let signedSettings =
        #""trial_duration_days":1,"free_tier_enabled":true,"issued_at":1788695996,"expires_at":1788782396,"#
        + #""kid":"k1","signature":"#
        + #""WbyLOjmB7jtA3Ny9Qon/uJtXpZx61/Vx+U7OsQpSD17xkem5QrYwvSQOmRLw7J6Ozhgr8r2bptQ/UhiDRUZ7DA==""#

    private func settings(
        _ text: String,
        product: String = "getbarry",
        now: Int64 = 1_788_700_000,
        requireSigned: Bool = false
    ) throws -> ProductSettings? {
        let keys = try TrustedKeys(base64Keys: ["k1": "wPOiRNiP2hbc0O4UCAuO6FRRLKp4YvGtf8V27xnPzNY="])
        let decoder = ReplyDecoder(
            verifier: LeaseVerifier(trustedKeys: keys),
            settingsVerifier: SettingsVerifier(
                trustedKeys: keys,
                tenant: try CallBench.identifier("anotheragence"),
                product: try CallBench.identifier(product),
                requireSignedConfig: requireSigned
            )
        )
        let response = TransportResponse(status: 200, headers: [], body: Array(text.utf8))
        return decoder.decode(response, requestID: requestID, now: Timestamp(now)).body?.settings
    }

    @Test func signedSettingsThatHoldAreTaken() throws {
        let expected = ProductSettings(trialDurationDays: 1, freeTierEnabled: true)
        #expect(try settings("{\(Self.signedSettings)}") == expected)
        #expect(try settings("{\(Self.signedSettings)}", requireSigned: true) == expected)
    }

    @Test func signedSettingsThatDoNotHoldAreNot() throws {
        let altered = Self.signedSettings.split(separator: "_days\":1").joined(separator: "_days\":9")
        #expect(try settings("{\(altered)}") == ProductSettings())
        #expect(try settings("{\(Self.signedSettings)}", product: "other") == ProductSettings())
        #expect(try settings("{\(Self.signedSettings)}", now: 1_788_782_697) == ProductSettings())
        #expect(try settings("{\(Self.signedSettings)}", now: 1_788_695_695) == ProductSettings())
    }

    @Test func refusedSettingsDoNotHurtTheVerdict() throws {
        let body = try body(#"{"valid":true,"trial_duration_days":5,"signature":"AAAA"}"#)
        #expect(body.verdict == true)
        #expect(body.settings == ProductSettings())
    }

    @Test func unsignedSettingsCanBeRefused() throws {
        let text = #"{"trial_duration_days":14,"free_tier_enabled":"x"}"#
        #expect(try settings(text) == ProductSettings(trialDurationDays: 14))
        #expect(try settings(text, requireSigned: true) == ProductSettings())
    }

    // MARK: - Headers

    @Test(arguments: ["X-Keylight-Request-Id", "x-keylight-request-id", "X-KEYLIGHT-REQUEST-ID"])
    func theEchoIsKept(name: String) {
        #expect(reply("{}", headers: [HTTPHeader(name, "00000001")]).echoedRequestID == "00000001")
        #expect(!reply("{}", headers: [HTTPHeader(name, "00000001")]).isForeign)
        #expect(reply("{}", headers: [HTTPHeader(name, "00000002")]).isForeign)
        #expect(!reply("{}").isForeign)
    }

    @Test func theDateIsReadWhateverTheStatus() {
        #expect(reply("", status: 429, headers: [HTTPHeader("Retry-After", "120")]).retryAfter == 120)
        #expect(reply("{}", status: 200, headers: [HTTPHeader("retry-after", "5")]).retryAfter == 5)
        #expect(reply("", status: 503).retryAfter == nil)
    }
}
