import Testing

@testable import KeylightServer

@Suite("The fields of requests, over real HTTP")
struct RequestFieldsTests {
    private static let uuid = "6f9619ff-8b86-4d11-b42d-00c04fc964ff"

    /// One good body for each call, as text in which a test can replace things.
    private static let bodies: [String: String] = [
        "activate": #"{"license_key":"\#(Bench.key)","instance_name":"n""#,
        "validate": #"{"license_key":"\#(Bench.key)","instance_id":"i""#,
        "deactivate": #"{"license_key":"\#(Bench.key)","instance_id":"i""#,
        "keyless": #"{"state":"trial","instance_id":"\#(uuid)""#,
    ]

    private func status(_ bench: Bench, _ call: String, _ body: String) throws -> Int {
        try bench.exchange("POST", "/acme/app/\(call)", body: body).status
    }

    @Test("Telemetry is taken up to its limit in UTF-16 code units and refused one above")
    func telemetryLimits() throws {
        let bench = try Bench()
        for (name, limit) in [("sdk", 16), ("sdk_version", 64), ("app_version", 64), ("platform", 32)] {
            for (call, start) in Self.bodies {
                // A character of two code units and one of one, so that bytes and characters both miss it.
                let longest = "😀é" + String(repeating: "x", count: limit - 3)
                let good = try status(bench, call, start + #","\#(name)":"\#(longest)"}"#)
                #expect(good != 400, "\(call) \(name)")
                let bad = try bench.exchange(
                    "POST",
                    "/acme/app/\(call)",
                    body: start + #","\#(name)":"\#(longest)x"}"#
                )
                #expect(bad.status == 400, "\(call) \(name)")
                #expect(try bad.json["error"]?.text?.contains(name) == true)
            }
        }
    }

    @Test(
        "A field of a wrong type, form or length is refused",
        arguments: [
            ("activate", #","sdk":1"#), ("activate", #","sdk":null"#),
            ("activate", #","platform":["linux"]"#),
            ("activate", #","os_version":"1.2.""#), ("activate", #","os_version":"v1""#),
            ("activate", #","os_version":"""#),
            ("activate", #","os_version":"1234567890.1234567890.12345678901""#),
            ("activate", #","arch":"riscv64""#), ("activate", #","cpu_cores":"2""#),
            ("activate", #","cpu_cores":2"#),
            ("activate", #","memory":"8GB""#), ("activate", #","machine_hash":"ab""#),
            ("activate", #","machine_hash":null"#),
            ("activate", #","machine_hash":"\#(String(repeating: "AB", count: 32))""#),
            ("activate", #","machine_hash":"\#(String(repeating: "ab", count: 33))""#),
            ("activate", #","free_tier_instance_id":"\#(uuid.uppercased())""#),
            ("activate", #","free_tier_instance_id":"6f9619ff-8b86-1d11-b42d-00c04fc964ff""#),
            ("activate", #","free_tier_instance_id":"6f9619ff-8b86-4d11-742d-00c04fc964ff""#),
            ("activate", #","sdk_trial_duration_days":-1"#),
            ("activate", #","sdk_trial_duration_days":"14""#),
            ("activate", #","sdk_trial_duration_days":1.5"#),
            ("activate", #","sdk_trial_duration_days":1e2"#),
            ("activate", #","sdk_trial_duration_days":true"#),
            ("activate", #","sdk_trial_duration_days":36501"#),
            ("activate", #","sdk_trial_duration_days":99999999999999999999"#),
            ("validate", #","sdk_trial_duration_days":null"#), ("validate", #","machine_hash":7"#),
            ("keyless", #","machine_hash":"""#), ("keyless", #","arch":"arm""#),
        ]
    )
    func refused(call: String, members: String) throws {
        let bench = try Bench()
        let start = try #require(Self.bodies[call])
        #expect(try status(bench, call, start + "}") != 400)
        #expect(try status(bench, call, start + members + "}") == 400)
    }

    @Test("Every documented value is taken")
    func accepted() throws {
        let bench = try Bench()
        let start = try #require(Self.bodies["validate"])
        let values: [String: [String]] = [
            "arch": ["arm64", "x86_64"], "cpu_cores": ["1-2", "3-4", "5-8", "9-16", "17+"],
            "memory": ["<4GB", "4-8GB", "8-16GB", "16-32GB", "32-64GB", "64GB+"],
            "os_version": ["15", "15.1", "6.8.0"],
            "platform": ["macOS", "iOS", "tvOS", "watchOS", "visionOS", "linux"], "sdk": ["swift"],
            "machine_hash": [Bench.machine], "unknown_field": ["x"],
        ]
        for (name, choices) in values {
            for choice in choices {
                #expect(try status(bench, "validate", start + #","\#(name)":"\#(choice)"}"#) == 422)
            }
        }
        #expect(try status(bench, "validate", start + #","sdk_trial_duration_days":0}"#) == 422)
    }

    @Test("A required field that is missing, empty, null or of another type is refused")
    func required() throws {
        let bench = try Bench()
        let required = [
            "activate": ["license_key", "instance_name"], "validate": ["license_key", "instance_id"],
            "deactivate": ["license_key", "instance_id"], "keyless": ["instance_id", "state"],
        ]
        for (call, names) in required {
            let start = try #require(Self.bodies[call])
            let whole = try #require(try JSONParser.parse(Array((start + "}").utf8)).objectValue)
            for name in names {
                for value: JSONValue? in [nil, .null, .string(""), .integer(1), .array([])] {
                    var members = whole
                    members[name] = value
                    #expect(try status(bench, call, JSONValue.object(members).text) == 400, "\(call) \(name)")
                }
            }
        }
    }

    @Test("The longest key and name are taken, longer ones are not")
    func lengths() throws {
        let bench = try Bench()
        func body(key: Int, name: Int) -> String {
            let key = String(repeating: "K", count: key)
            return #"{"license_key":"\#(key)","instance_name":"\#(String(repeating: "n", count: name))"}"#
        }
        #expect(try status(bench, "activate", body(key: 256, name: 256)) == 404)
        #expect(try status(bench, "activate", body(key: 257, name: 1)) == 400)
        #expect(try status(bench, "activate", body(key: 1, name: 257)) == 400)
    }

    @Test(
        "A body that is no JSON object is refused, and so is another content type",
        arguments: [
            "", "[]", "null", "1", "\"x\"", "{", "{}x", "{\"license_key\":\"\\ud800\"}", "license_key=K",
        ]
    )
    func bodies(body: String) throws {
        let bench = try Bench()
        for call in ["activate", "validate", "deactivate", "keyless"] {
            #expect(try status(bench, call, body) == 400)
        }
    }

    @Test(
        "The content type has to be JSON, with or without parameters",
        arguments: [
            ("application/json", 200), ("Application/JSON", 200), ("application/json; charset=utf-8", 200),
            ("application/json ;charset=utf-8", 200), ("text/plain", 400), ("application/jsonp", 400),
            ("", 400),
        ]
    )
    func contentType(type: String, status: Int) throws {
        let bench = try Bench()
        let body = try #require(Self.bodies["activate"]) + "}"
        let reply = try bench.exchange(
            "POST",
            "/acme/app/activate",
            body: body,
            headers: ["Content-Type": type]
        )
        #expect(reply.status == status)
    }
}
