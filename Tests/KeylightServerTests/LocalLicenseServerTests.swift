import KeylightCrypto
import Testing

@testable import KeylightServer

@Suite("The calls of the protocol over real HTTP")
struct LocalLicenseServerTests {
    @Test("A first activation takes a seat and carries a signed lease of seven days")
    func activation() throws {
        let bench = try Bench()
        let reply = try bench.activate()
        #expect(reply.status == 200)
        #expect(reply.headers["content-type"] == "application/json")
        #expect(reply.headers["x-keylight-request-id"] == Bench.requestID)
        let json = try reply.json
        #expect(json.names == ["activated", "instance_id", "license_expires_at", "lease", "error"])
        #expect(json["activated"] == true)
        #expect(json["license_expires_at"] == .null)
        #expect(json["error"] == .null)
        let lease = try #require(json["lease"])
        #expect(lease["kid"] == "k1")
        #expect(lease["instanceId"] == json["instance_id"])
        #expect(lease["status"] == "active")
        #expect(lease["issuedAt"]?.integer == Bench.start)
        #expect(lease["expiresAt"]?.integer == Bench.start + 7 * 86_400)
        #expect(lease["entitlements"] == .array(["pro"]))
        let hash = try SHA256Hash.hexDigest(of: Array("ACMETEST00000001".utf8))
        #expect(lease["licenseKeyHash"]?.text == hash)
        #expect(try SignedReply.isLeaseSigned(lease, by: bench.server.publicKeyBase64))
    }

    @Test("Instance ids are lowercase UUIDs of version 4 and differ")
    func instanceIDs() throws {
        let bench = try Bench(licenses: [ServedLicense(key: Bench.key)])
        let ids = try (0..<20).map { _ in try bench.takeSeat(machine: nil) }
        #expect(Set(ids).count == 20)
        for id in ids {
            #expect(try RequestFields(Array(#"{"id":"\#(id)"}"#.utf8)).optionalUUID("id") == id)
        }
    }

    @Test("A device that activates again keeps its seat, and one that cannot be told apart takes another")
    func repeatedActivation() throws {
        let bench = try Bench()
        let first = try bench.takeSeat()
        #expect(try bench.takeSeat() == first)
        #expect(try bench.takeSeat(machine: Bench.otherMachine) != first)
        let third = try bench.activate(machine: nil)
        #expect(third.status == 402)
        #expect(try third.json.names == ["error"])
        // A full license still lets its own devices activate again.
        #expect(try bench.takeSeat() == first)
        #expect(bench.server.state.seats.count == 2)
    }

    @Test("A key is found in any case of its letters, and not without its dashes")
    func keyMatching() throws {
        let bench = try Bench()
        let lease = try bench.activate(key: "acme-Test-0000-0001").json["lease"]
        let hash = try SHA256Hash.hexDigest(of: Array("ACMETEST00000001".utf8))
        #expect(lease?["licenseKeyHash"]?.text == hash)
        #expect(try bench.activate(key: "ACMETEST00000001").status == 404)
        #expect(try bench.activate(key: "ACME-TEST-0000-0002").status == 404)
    }

    @Test("A validation of a held seat is confirmed, with the settings beside the lease")
    func validation() throws {
        let bench = try Bench()
        let instanceID = try bench.takeSeat()
        bench.server.advanceClock(by: 3_600)
        let reply = try bench.validate(instanceID)
        #expect(reply.status == 200)
        let json = try reply.json
        #expect(
            json.names == [
                "valid", "license_expires_at", "lease", "error", "trial_duration_days", "free_tier_enabled",
                "issued_at", "expires_at", "kid", "signature",
            ]
        )
        #expect(json["valid"] == true)
        let lease = try #require(json["lease"])
        #expect(lease["issuedAt"]?.integer == Bench.start + 3_600)
        #expect(try SignedReply.isLeaseSigned(lease, by: bench.server.publicKeyBase64))
        #expect(try SignedReply.areSettingsSigned(json, by: bench.server.publicKeyBase64))
    }

    @Test("A revoked key and a released seat are answered by 422 with a text and nothing else")
    func denials() throws {
        let bench = try Bench()
        let instanceID = try bench.takeSeat()
        try bench.server.revokeLicense(Bench.key)
        for reply in [try bench.validate(instanceID), try bench.activate()] {
            #expect(reply.status == 422)
            #expect(try reply.json == .object(["error": "License has been revoked"]))
        }
        try bench.server.restoreLicense(Bench.key)
        #expect(try bench.validate(instanceID).status == 200)
        #expect(bench.server.releaseSeat(instanceID))
        let released = try bench.validate(instanceID)
        #expect(released.status == 422)
        #expect(try released.json.names == ["error"])
    }

    @Test(
        "A license is over at its very end, with an expired lease or with a fallback one",
        arguments: [false, true]
    )
    func licenseEnd(hasFallback: Bool) throws {
        let end = Bench.start + 1_000
        let bench = try Bench(licenses: [
            ServedLicense(key: Bench.key, entitlements: ["pro"], expiresAt: end, hasFallback: hasFallback)
        ])
        let instanceID = try bench.takeSeat()
        bench.server.setClockOffset(999)
        let before = try bench.validate(instanceID)
        #expect(before.status == 200)
        #expect(try before.json["lease"]?["expiresAt"]?.integer == end)
        for offset: Int64 in [1_000, 1_001] {
            bench.server.setClockOffset(offset)
            let reply = try bench.validate(instanceID)
            #expect(reply.status == 422)
            let json = try reply.json
            #expect(json["valid"] == false)
            #expect(json["license_expires_at"]?.integer == end)
            #expect(json["error"]?.text?.isEmpty == false)
            #expect(json["trial_duration_days"] == 14)
            let lease = try #require(json["lease"])
            #expect(lease["status"] == (hasFallback ? "fallback" : "expired"))
            #expect(lease["entitlements"] == .array([]))
            #expect(lease["issuedAt"]?.integer == Bench.start + offset)
            #expect(lease["expiresAt"]?.integer == Bench.start + offset + 7 * 86_400)
            #expect(try SignedReply.isLeaseSigned(lease, by: bench.server.publicKeyBase64))
        }
        try bench.server.setLicenseEnd(nil, of: Bench.key)
        #expect(try bench.validate(instanceID).status == 200)
    }

    @Test("A license that is over can only be activated when it has a fallback")
    func activationAfterTheEnd() throws {
        let bench = try Bench(licenses: [
            ServedLicense(key: "OVER", expiresAt: Bench.start),
            ServedLicense(key: "OVER-FALLBACK", expiresAt: Bench.start, hasFallback: true),
        ])
        let refused = try bench.activate(key: "OVER")
        #expect(refused.status == 422)
        #expect(try refused.json["activated"] == false)
        #expect(try refused.json["lease"] == .null)
        #expect(bench.server.state.seats.isEmpty)
        let granted = try bench.activate(key: "OVER-FALLBACK")
        #expect(granted.status == 200)
        #expect(try granted.json["lease"]?["status"] == "fallback")
    }

    @Test("A deactivation frees the seat, and saying it twice does no harm")
    func deactivation() throws {
        let bench = try Bench(licenses: [ServedLicense(key: Bench.key, seats: 1)])
        let instanceID = try bench.takeSeat()
        #expect(try bench.activate(machine: Bench.otherMachine).status == 402)
        let first = try bench.deactivate(instanceID)
        #expect(first.status == 200)
        #expect(try first.json == .object(["deactivated": true]))
        #expect(try bench.deactivate(instanceID).json == .object(["deactivated": false]))
        #expect(try bench.activate(machine: Bench.otherMachine).status == 200)
        #expect(try bench.deactivate(instanceID, key: "NO-SUCH-KEY").status == 404)
    }

    @Test("A keyless report is received, with the settings", arguments: ["trial", "free_tier", "expired"])
    func keyless(state: String) throws {
        let bench = try Bench()
        let reply = try bench.call(
            "keyless",
            ["instance_id": "6f9619ff-8b86-4d11-b42d-00c04fc964ff", "state": state]
        )
        #expect(reply.status == 200)
        #expect(try reply.json["received"] == true)
        #expect(try SignedReply.areSettingsSigned(try reply.json, by: bench.server.publicKeyBase64))
    }

    @Test("The settings are served signed, unsigned, and with fields left out")
    func config() throws {
        let bench = try Bench(settings: ServedSettings(trialDurationDays: 0, isFreeTierEnabled: true))
        let signed = try bench.exchange("GET", "/acme/app/config").json
        #expect(signed["trial_duration_days"] == 0)
        #expect(signed["free_tier_enabled"] == true)
        #expect(signed["issued_at"]?.integer == Bench.start)
        #expect(signed["expires_at"]?.integer == Bench.start + 86_400)
        #expect(try SignedReply.areSettingsSigned(signed, by: bench.server.publicKeyBase64))
        try bench.server.setSettings(ServedSettings(isSigned: false))
        #expect(
            try bench.exchange("GET", "/acme/app/config?x=1").json
                == .object(["trial_duration_days": 14, "free_tier_enabled": false])
        )
        try bench.server.setSettings(ServedSettings(trialDurationDays: nil, isFreeTierEnabled: nil))
        #expect(try bench.exchange("GET", "/acme/app/config").json == .object([:]))
    }

    @Test("The key set names the public key and asks for no SDK key")
    func keySet() throws {
        let bench = try Bench(sdkKey: Bench.sdkKey)
        let json = try bench.exchange("GET", "/acme/.well-known/keylight-keys").json
        #expect(json["primary_kid"] == "k1")
        let key: Node = .object([
            "kid": "k1", "alg": "ed25519", "public_key": .string(bench.server.publicKeyBase64),
        ])
        #expect(json["keys"] == .array([key]))
        let expected = try Ed25519PrivateKey(seed: Array(0..<32)).publicKey.rawRepresentation
        #expect(bench.server.publicKey == expected)
    }

    @Test("Every other call is refused without the SDK key and with a wrong one")
    func sdkKey() throws {
        let bench = try Bench(sdkKey: Bench.sdkKey)
        for name in ["activate", "validate", "deactivate", "keyless"] {
            let none = try bench.exchange("POST", "/acme/app/\(name)", body: "{}")
            #expect(none.status == 401)
            #expect(try none.json.names == ["error"])
            #expect(try bench.call(name, [:], headers: ["X-Keylight-SDK-Key": "sdk_live_x"]).status == 401)
            // With the key the request gets as far as its missing fields.
            #expect(try bench.call(name, [:]).status == 400)
        }
        #expect(try bench.exchange("GET", "/acme/app/config").status == 401)
        let headers = ["x-keylight-sdk-key": Bench.sdkKey]
        #expect(try bench.exchange("GET", "/acme/app/config", headers: headers).status == 200)
        #expect(try bench.activate().status == 200)
    }

    @Test(
        "What is not a call is 404, and the wrong method 405",
        arguments: [
            ("GET", "/", 404), ("GET", "/other/app/config", 404), ("GET", "/acme/other/config", 404),
            ("POST", "/acme/app/renew", 404), ("GET", "/acme/app/config/", 404),
            ("GET", "/acme//app/config", 404),
            ("GET", "/ACME/app/config", 404), ("GET", "/acme/app/%63onfig", 404), ("OPTIONS", "*", 404),
            ("GET", "/acme/app/activate", 405), ("PUT", "/acme/app/validate", 405),
            ("POST", "/acme/app/config", 405), ("HEAD", "/acme/app/config", 405), ("HEAD", "/nowhere", 404),
            ("BREW", "/acme/app/activate", 405), ("DELETE", "/acme/.well-known/keylight-keys", 405),
            ("GET", "http://127.0.0.1/acme/app/config", 200), ("GET", "http://127.0.0.1", 404),
        ]
    )
    func routing(method: String, path: String, status: Int) throws {
        let bench = try Bench()
        let reply = try bench.exchange(
            method,
            path,
            headers: ["X-Keylight-Request-Id": Bench.requestID]
        )
        #expect(reply.status == status)
        #expect(reply.headers["x-keylight-request-id"] == Bench.requestID)
        #expect((reply.headers["allow"] != nil) == (status == 405))
        #expect(reply.body.isEmpty == (method == "HEAD"))
    }

    @Test("The request id is echoed when it was sent and not made up when it was not")
    func echo() throws {
        let bench = try Bench()
        let with = try bench.exchange(
            "GET",
            "/acme/app/config",
            headers: ["X-KEYLIGHT-REQUEST-ID": "deadbeef"]
        )
        #expect(with.headers["x-keylight-request-id"] == "deadbeef")
        #expect(try bench.exchange("GET", "/acme/app/config").headers["x-keylight-request-id"] == nil)
    }

    @Test("Requests are recorded as they came")
    func recording() throws {
        let bench = try Bench(sdkKey: Bench.sdkKey)
        let instanceID = try bench.takeSeat()
        _ = try bench.validate(instanceID)
        _ = try bench.exchange("GET", "/nowhere?a=b")
        let requests = bench.server.recordedRequests
        #expect(requests.map(\.number) == [1, 2, 3])
        #expect(requests.map(\.endpoint) == [.activate, .validate, nil])
        #expect(requests.map(\.path) == ["/acme/app/activate", "/acme/app/validate", "/nowhere"])
        #expect(requests[0].method == "POST")
        #expect(requests[0].requestID == Bench.requestID)
        #expect(requests[0].headers["x-keylight-sdk-key"] == Bench.sdkKey)
        #expect(try Node(requests[1].body)["instance_id"]?.text == instanceID)
        #expect(requests[2].requestID == nil)
        #expect(bench.server.state.requestCounts == [.activate: 1, .validate: 1])
        bench.server.clearRecordedRequests()
        #expect(bench.server.recordedRequests.isEmpty)
        #expect(bench.server.state.requestCounts.isEmpty)
        _ = try bench.validate(instanceID)
        #expect(bench.server.recordedRequests.map(\.number) == [4])
    }
}
