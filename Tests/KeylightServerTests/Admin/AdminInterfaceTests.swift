import Testing

@testable import KeylightServer

@Suite("The vendor's side over HTTP")
struct AdminInterfaceTests {
    /// Posts an admin call that has to work.
    private func post(_ bench: Bench, _ path: String, _ body: String) throws {
        let reply = try bench.admin("POST", path, body)
        #expect(reply.status == 200, "\(reply.text)")
        #expect(try reply.json["ok"] == true)
    }

    @Test("A license is added, changed member by member, and removed")
    func licenses() throws {
        let bench = try Bench()
        try post(bench, "license", #"{"key":"new-1"}"#)
        #expect(bench.server.state.licenses.last == ServedLicense(key: "NEW-1"))
        try post(
            bench,
            "license",
            #"{"key":"NEW-1","entitlements":["a","b"],"seats":3,"expires_at":17,"fallback":true,"revoked":true}"#
        )
        let full = ServedLicense(
            key: "NEW-1",
            entitlements: ["a", "b"],
            seats: 3,
            expiresAt: 17,
            hasFallback: true,
            isRevoked: true
        )
        #expect(bench.server.state.licenses.last == full)
        try post(bench, "license", #"{"key":"NEW-1","seats":null,"expires_at":null,"revoked":false}"#)
        let changed = ServedLicense(key: "NEW-1", entitlements: ["a", "b"], hasFallback: true)
        #expect(bench.server.state.licenses.last == changed)
        try post(bench, "license/remove", #"{"key":"new-1"}"#)
        #expect(bench.server.state.licenses.map(\.key) == [Bench.key])
        #expect(try bench.admin("POST", "license/remove", #"{"key":"new-1"}"#).status == 404)
    }

    @Test("A key is revoked and restored, a seat is released, a license's end is set")
    func denials() throws {
        let bench = try Bench()
        let instanceID = try bench.takeSeat()
        let key = #"{"key":"\#(Bench.key)"}"#
        try post(bench, "revoke", key)
        #expect(try bench.validate(instanceID).status == 422)
        try post(bench, "restore", key)
        #expect(try bench.validate(instanceID).status == 200)
        try post(bench, "license_end", #"{"key":"\#(Bench.key)","expires_at":\#(Bench.start)}"#)
        #expect(try bench.validate(instanceID).json["lease"]?["status"] == "expired")
        try post(bench, "license_end", #"{"key":"\#(Bench.key)","expires_at":null}"#)
        #expect(try bench.validate(instanceID).status == 200)
        try post(bench, "release", #"{"instance_id":"\#(instanceID)"}"#)
        #expect(try bench.validate(instanceID).status == 422)
        #expect(try bench.admin("POST", "release", #"{"instance_id":"\#(instanceID)"}"#).status == 404)
        for path in ["revoke", "restore"] {
            #expect(try bench.admin("POST", path, #"{"key":"NO-SUCH"}"#).status == 404)
        }
        #expect(try bench.admin("POST", "license_end", key).status == 400)
    }

    @Test("Lease length, settings and clock are set")
    func productAndTime() throws {
        let bench = try Bench()
        try post(bench, "lease_length", #"{"seconds":60}"#)
        try post(bench, "clock", #"{"offset":-100}"#)
        try post(bench, "clock", #"{"advance":40}"#)
        let lease = try bench.activate().json["lease"]
        #expect(lease?["issuedAt"]?.integer == Bench.start - 60)
        #expect(lease?["expiresAt"]?.integer == Bench.start)
        #expect(try bench.admin("POST", "clock", #"{"offset":5}"#).json["now"]?.integer == Bench.start + 5)
        try post(bench, "settings", #"{"trial_duration_days":3,"lifetime":10}"#)
        #expect(bench.server.state.settings == ServedSettings(trialDurationDays: 3, lifetime: 10))
        try post(bench, "settings", #"{"free_tier_enabled":null,"signed":false}"#)
        #expect(try bench.exchange("GET", "/acme/app/config").json == .object(["trial_duration_days": 3]))
    }

    @Test("The state is listed")
    func state() throws {
        let bench = try Bench()
        let instanceID = try bench.takeSeat()
        let json = try bench.admin("GET", "state").json
        #expect(json["tenant"] == "acme")
        #expect(json["product"] == "app")
        #expect(json["kid"] == "k1")
        #expect(json["public_key"]?.text == bench.server.publicKeyBase64)
        #expect(json["now"]?.integer == Bench.start)
        #expect(json["clock_offset"] == 0)
        #expect(json["lease_length"] == 604_800)
        #expect(json["licenses"]?.elements.first?["seats_taken"] == 1)
        let seat = try #require(json["seats"]?.elements.first)
        #expect(seat["instance_id"]?.text == instanceID)
        #expect(seat["machine_hash"]?.text == Bench.machine)
        #expect(json["requests"]?["activate"] == 1)
        #expect(json["requests"]?["validate"] == 0)
        #expect(json["faults"] == .array([]))
    }

    @Test("Requests are listed and forgotten, and admin calls are not among them")
    func requests() throws {
        let bench = try Bench()
        _ = try bench.activate()
        _ = try bench.admin("GET", "state")
        let requests = try #require(try bench.admin("GET", "requests").json["requests"]).elements
        #expect(requests.count == 1)
        #expect(requests.first?["method"] == "POST")
        #expect(requests.first?["path"] == "/acme/app/activate")
        #expect(requests.first?["request_id"]?.text == Bench.requestID)
        #expect(requests.first?["endpoint"] == "activate")
        #expect(requests.first?["headers"]?["content-type"] == "application/json")
        #expect(requests.first?["body"]?.text?.contains(Bench.key) == true)
        #expect(try bench.admin("DELETE", "requests").status == 200)
        #expect(try bench.admin("GET", "requests").json == .object(["requests": .array([])]))
    }

    @Test(
        "Every fault is put in, listed as it was, and cleared",
        arguments: [
            #"{"kind":"latency","milliseconds":5}"#, #"{"kind":"status","status":503}"#,
            #"{"kind":"status","status":302,"body":"","headers":{"Location":"http://portal.test/"}}"#,
            #"{"kind":"retry_after","retry_after":"30"}"#,
            #"{"kind":"retry_after","retry_after":"1","status":503}"#,
            #"{"kind":"drop","perform":true}"#, #"{"kind":"silence"}"#, #"{"kind":"truncated"}"#,
            #"{"kind":"trickle","milliseconds":1}"#, #"{"kind":"html"}"#, #"{"kind":"oversized"}"#,
            #"{"kind":"oversized","bytes":99}"#, #"{"kind":"garbage"}"#, #"{"kind":"wrong_echo"}"#,
            #"{"kind":"missing_echo"}"#, #"{"kind":"bad_settings_signature"}"#,
            #"{"kind":"lease","lease":"badSignature"}"#, #"{"kind":"lease","lease":"replayed","times":3}"#,
            #"{"kind":"garbage","endpoint":"keys","times":1}"#,
        ]
    )
    func faults(body: String) throws {
        let bench = try Bench()
        try post(bench, "fault", body)
        let listed = try #require(try bench.admin("GET", "faults").json["faults"]?.elements.first)
        let asked = try Node(Array(body.utf8))
        for name in asked.names {
            #expect(listed[name] == asked[name])
        }
        #expect(listed.names.isSuperset(of: ["endpoint", "times", "perform"]))
        #expect(try bench.admin("GET", "state").json["faults"] == .array([listed]))
        #expect(try bench.admin("DELETE", "faults").status == 200)
        #expect(bench.server.state.faultCount == 0)
    }

    @Test("A fault that was put in over HTTP meets the request that it is for, and no other")
    func faultTargets() throws {
        let bench = try Bench()
        try post(
            bench,
            "fault",
            #"{"kind":"status","status":500,"endpoint":"activate","times":1,"perform":true}"#
        )
        #expect(try bench.exchange("GET", "/acme/app/config").status == 200)
        #expect(try bench.activate().status == 500)
        #expect(bench.server.state.seats.count == 1)
        #expect(try bench.activate().status == 200)
    }

    @Test(
        "An admin call that makes no sense is refused with a text",
        arguments: [
            ("license", "{}"), ("license", "[]"), ("license", "x"), ("license", #"{"key":1}"#),
            ("license", #"{"key":"A B"}"#), ("license", #"{"key":"A","seats":-1}"#),
            ("license", #"{"key":"A","seats":"2"}"#), ("license", #"{"key":"A","seats":1.5}"#),
            ("license", #"{"key":"A","entitlements":"pro"}"#),
            ("license", #"{"key":"A","entitlements":[1]}"#),
            ("license", #"{"key":"A","entitlements":["a|b"]}"#), ("license", #"{"key":"A","revoke":true}"#),
            ("license", #"{"key":"A","revoked":1}"#), ("revoke", "{}"), ("release", "{}"),
            ("lease_length", #"{"seconds":0}"#), ("lease_length", "{}"), ("settings", #"{"lifetime":0}"#),
            ("settings", #"{"trial_duration_days":-1}"#), ("clock", "{}"),
            ("clock", #"{"offset":1,"advance":1}"#),
            ("clock", #"{"offset":99999999999999999999}"#), ("fault", "{}"), ("fault", #"{"kind":"flood"}"#),
            ("fault", #"{"kind":"latency"}"#), ("fault", #"{"kind":"latency","milliseconds":-1}"#),
            ("fault", #"{"kind":"status"}"#), ("fault", #"{"kind":"status","status":99}"#),
            ("fault", #"{"kind":"status","status":9223372036854775807}"#),
            ("fault", #"{"kind":"status","status":200,"headers":{"A":1}}"#),
            ("fault", #"{"kind":"status","status":200,"headers":{"A":"b\r\nC: d"}}"#),
            ("fault", #"{"kind":"lease","lease":"odd"}"#), ("fault", #"{"kind":"lease"}"#),
            ("fault", #"{"kind":"html","times":0}"#), ("fault", #"{"kind":"html","endpoint":"renew"}"#),
            ("fault", #"{"kind":"retry_after","retry_after":30}"#),
        ]
    )
    func refused(path: String, body: String) throws {
        let bench = try Bench()
        let before = bench.server.state
        let reply = try bench.admin("POST", path, body)
        #expect(reply.status == 400)
        #expect(try reply.json["error"]?.text?.isEmpty == false)
        #expect(bench.server.state == before)
    }

    @Test("Unknown admin calls are 404, wrong methods 405")
    func routing() throws {
        let bench = try Bench()
        for path in ["", "unknown", "state/", "license/add"] {
            #expect(try bench.admin("GET", path).status == 404)
        }
        #expect(try bench.exchange("GET", "/_admin").status == 404)
        let wrong = try bench.admin("POST", "state", "{}")
        #expect(wrong.status == 405)
        #expect(wrong.headers["allow"] == "GET")
        #expect(try bench.admin("GET", "requests?x").status == 200)
        #expect(try bench.admin("PUT", "requests").headers["allow"] == "DELETE, GET")
    }

    @Test("A web page cannot reach the admin calls")
    func webPages() throws {
        let bench = try Bench()
        let origin = try bench.exchange(
            "POST",
            "/_admin/revoke",
            body: #"{"key":"\#(Bench.key)"}"#,
            headers: ["Origin": "https://evil.test"]
        )
        #expect(origin.status == 403)
        #expect(bench.server.state.licenses.first?.isRevoked == false)
        for (host, status) in [
            ("evil.test", 403), ("evil.test:80", 403), ("127.0.0.1.evil.test", 403), ("localhost:1", 200),
            ("LOCALHOST", 200), ("127.0.0.1:\(bench.server.port)", 200),
        ] {
            let connection = try bench.connect()
            try connection.send("GET /_admin/state HTTP/1.1\r\nHost: \(host)\r\n\r\n")
            #expect(try connection.reply().status == status)
        }
    }
}
