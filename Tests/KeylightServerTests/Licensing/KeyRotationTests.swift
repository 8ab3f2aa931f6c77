import Testing

@testable import KeylightServer

@Suite("Rotating the signing key")
struct KeyRotationTests {
    private static let seed = [UInt8](repeating: 7, count: 32)

    private func kids(_ bench: Bench) throws -> [String] {
        try #require(try bench.exchange("GET", "/acme/.well-known/keylight-keys").json["keys"]).elements
            .compactMap { $0["kid"]?.text }
    }

    @Test("the new key signs leases and settings, and the old one stays published until it is retired")
    func rotation() throws {
        let bench = try Bench()
        let instance = try bench.takeSeat()
        let old = bench.server.publicKeyBase64
        try bench.server.rotateKey(to: Self.seed, kid: "k2")
        #expect(bench.server.kid == "k2" && bench.server.publicKeyBase64 != old)
        let reply = try bench.validate(instance).json
        let lease = try #require(reply["lease"])
        #expect(lease["kid"]?.text == "k2")
        #expect(try SignedReply.isLeaseSigned(lease, by: bench.server.publicKeyBase64))
        #expect(try SignedReply.areSettingsSigned(reply, by: bench.server.publicKeyBase64))
        #expect(try kids(bench) == ["k2", "k1"])
        #expect(bench.server.state.publishedKeyIDs == ["k2", "k1"])
        try bench.server.retireKey("k1")
        #expect(try kids(bench) == ["k2"])
    }

    @Test("a key id that is taken, a key that signs and one that is unknown are refused")
    func refused() throws {
        let bench = try Bench()
        #expect(throws: LocalLicenseServerError.keyIdentifierTaken("k1")) {
            try bench.server.rotateKey(to: Self.seed, kid: "k1")
        }
        #expect(throws: LocalLicenseServerError.invalidSeed(byteCount: 3)) {
            try bench.server.rotateKey(to: [1, 2, 3], kid: "k2")
        }
        #expect(throws: LocalLicenseServerError.keyInUse("k1")) { try bench.server.retireKey("k1") }
        #expect(throws: LocalLicenseServerError.unknownKeyIdentifier("k9")) {
            try bench.server.retireKey("k9")
        }
        #expect(try kids(bench) == ["k1"])
    }

    @Test("both work over HTTP, with a seed or with a random one")
    func admin() throws {
        let bench = try Bench()
        let seed = String(repeating: "07", count: 32)
        let reply = try bench.admin("POST", "rotate_key", #"{"kid":"k2","seed":"\#(seed)"}"#)
        #expect(reply.status == 200)
        #expect(try reply.json["public_key"]?.text == bench.server.publicKeyBase64)
        #expect(try bench.admin("POST", "rotate_key", #"{"kid":"k3"}"#).status == 200)
        #expect(try kids(bench) == ["k3", "k2", "k1"])
        #expect(try bench.admin("POST", "retire_key", #"{"kid":"k1"}"#).status == 200)
        for (path, body) in [
            ("rotate_key", #"{"kid":"k2"}"#), ("rotate_key", #"{"kid":"k4","seed":"07"}"#),
            ("rotate_key", #"{"kid":"k4","seed":"xx"}"#), ("rotate_key", "{}"),
            ("retire_key", #"{"kid":"k3"}"#),
            ("retire_key", #"{"kid":"k1"}"#), ("retire_key", #"{"key":"k2"}"#),
        ] {
            #expect(try bench.admin("POST", path, body).status == 400, "\(path) \(body)")
        }
        #expect(try kids(bench) == ["k3", "k2"])
    }

    @Test("installs without a license are counted, and an activation is seen to come from one")
    func installs() throws {
        let bench = try Bench()
        let id = "6f9619ff-8b86-4d11-b42d-00c04fc964ff"
        _ = try bench.call("keyless", ["instance_id": id, "state": "trial", "machine_hash": Bench.machine])
        _ = try bench.call("keyless", ["instance_id": id, "state": "free_tier"])
        var install = try #require(bench.server.state.installs.first)
        #expect(install.state == "free_tier" && install.reportCount == 2)
        #expect(install.firstSeenAt == Bench.start && install.activatedAs == nil)
        let activation = try bench.call(
            "activate",
            ["license_key": Bench.key, "instance_name": "bench", "free_tier_instance_id": id]
        )
        install = try #require(bench.server.state.installs.first)
        #expect(install.activatedAs == (try activation.json["instance_id"]?.text))
        let listed = try #require(try bench.admin("GET", "state").json["installs"]).elements
        #expect(listed.count == 1 && listed[0]["reports"]?.integer == 2)
    }
}
