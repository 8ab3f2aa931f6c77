import KeylightCore
import KeylightTesting
import KeylightTransport
import KeylightVerification
import Testing

@Suite struct SimulatedLicenseServiceTests {
    private let simulation = Simulation()
    private let service: SimulatedLicenseService

    init() throws {
        service = try simulation.makeService(entitlements: ["pro"])
    }

    @Test func activatesAndValidates() throws {
        let activation = try json("activate")
        #expect(activation["activated"]?.boolValue == true)
        #expect(activation["instance_id"]?.stringValue == "instance-1")
        #expect(activation["license_expires_at"]?.isNull == true)
        #expect(service.instances.map(\.rawValue) == ["instance-1"])
        try simulation.advance(by: 10 * Seconds.day)
        let validation = try json("validate")
        #expect(validation["valid"]?.boolValue == true)
        let lease = try LeaseDecoder.decode(try #require(validation["lease"]))
        #expect(lease.issuedAt == simulation.clock.now().wall)
        #expect(lease.expiresAt == lease.issuedAt.adding(7 * Seconds.day))
        #expect(lease.status == .active)
        #expect(lease.entitlements == ["pro"])
        let verifier = LeaseVerifier(trustedKeys: try TrustedKeys(base64Keys: service.trustedKeys))
        #expect(verifier.evidence(for: lease) == .trusted(lease))
    }

    @Test func issuesByTrueTimeAndNotByTheUsersClock() throws {
        _ = try json("activate")
        let truth = simulation.clock.trueTime
        try simulation.moveWall(by: -400 * Seconds.day)
        let lease = try LeaseDecoder.decode(try #require(try json("validate")["lease"]))
        #expect(lease.issuedAt == truth)
    }

    @Test func revokesAndRestores() throws {
        _ = try json("activate")
        service.revoke()
        let denial = try send("validate")
        #expect(denial.status == 422)
        #expect(denial.body == Array(#"{"error":"license revoked"}"#.utf8))
        #expect(try send("activate").status == 422)
        service.restore()
        #expect(try send("validate").status == 200)
    }

    @Test func goesOfflineAndOnline() throws {
        service.goOffline()
        let error = #expect(throws: TransportError.self) { try send("activate") }
        #expect(error?.kind == .notConnected)
        service.goOffline(.timedOut)
        #expect(throws: TransportError.self) { try send("activate") }
        service.goOnline()
        #expect(try send("activate").status == 200)
    }

    @Test func knowsOneKeyAndItsInstances() throws {
        #expect(try send("activate", #"{"license_key":"OTHER"}"#).status == 404)
        #expect(try send("validate").status == 422)
        _ = try json("activate")
        #expect(try send("validate", #"{"license_key":"OTHER","instance_id":"instance-1"}"#).status == 404)
        #expect(
            try send("validate", #"{"license_key":"ACME-TEST-0000-0001","instance_id":"instance-2"}"#).status
                == 422
        )
        #expect(try send("elsewhere").status == 404)
        #expect(try send("config").status == 200)
    }

    @Test func seatsAreTakenAndFreed() throws {
        service.terms.seats = 2
        #expect(try ["activate", "activate", "activate"].map { try send($0).status } == [200, 200, 402])
        #expect(try send("deactivate").status == 200)
        #expect(service.instances.map(\.rawValue) == ["instance-2"])
        #expect(try send("deactivate").status == 404)
        #expect(try json("activate")["instance_id"]?.stringValue == "instance-3")
        service.release(service.instances[0])
        #expect(service.instances.map(\.rawValue) == ["instance-3"])
    }

    /// A call that is repeated since its answer was lost takes no second seat.
    @Test func aMachineThatTellsItsHashHasOneSeat() throws {
        service.terms.seats = 2
        func activate(_ hash: String) throws -> TransportResponse {
            try send("activate", #"{"license_key":"ACME-TEST-0000-0001","machine_hash":"\#(hash)"}"#)
        }
        #expect(try parse(try activate("aa"))["instance_id"]?.stringValue == "instance-1")
        #expect(try parse(try activate("aa"))["instance_id"]?.stringValue == "instance-1")
        #expect(try parse(try activate("bb"))["instance_id"]?.stringValue == "instance-2")
        #expect(try activate("cc").status == 402)
        service.release(service.instances[0])
        #expect(try parse(try activate("aa"))["instance_id"]?.stringValue == "instance-3")
    }

    @Test func licenseEndsAtItsSecond() throws {
        let end = simulation.clock.now().wall.adding(3 * Seconds.day)
        service.terms.licenseEnd = .at(end)
        let activation = try json("activate")
        #expect(activation["license_expires_at"]?.integerValue == end.secondsSince1970)
        #expect(try LeaseDecoder.decode(try #require(activation["lease"])).expiresAt == end)
        try simulation.advance(by: 3 * Seconds.day - 1)
        #expect(try send("validate").status == 200)
        try simulation.advance(by: 1)
        let reply = try send("validate")
        #expect(reply.status == 422)
        let lease = try LeaseDecoder.decode(try #require(try parse(reply)["lease"]))
        #expect(lease.status == .expired)
        #expect(lease.entitlements.isEmpty)
        #expect(try json("activate")["activated"]?.boolValue == false)
        service.terms.statusAfterEnd = .fallback
        let fallback = try LeaseDecoder.decode(try #require(try parse(try send("validate"))["lease"]))
        #expect(fallback.status == .fallback)
    }

    @Test func changedEntitlementsComeWithTheNextLease() throws {
        _ = try json("activate")
        service.entitlements = ["pro", "cloud"]
        let lease = try LeaseDecoder.decode(try #require(try json("validate")["lease"]))
        #expect(lease.entitlements == ["pro", "cloud"])
        #expect(service.entitlements == ["pro", "cloud"])
    }

    @Test func enqueuedRepliesComeFirst() throws {
        service.transport.enqueue(.status(503), .html())
        #expect(try send("activate").status == 503)
        #expect(try send("activate").header("Content-Type")?.hasPrefix("text/html") == true)
        #expect(try send("activate").status == 200)
        #expect(service.instances.count == 1)
    }

    @Test func transportOutlivesTheService() throws {
        let transport = try simulation.makeService().transport
        let response = try simulation.run { try await transport.send(Requests.post("activate")) }
        #expect(response.status == 200)
    }

    @Test func leaseLengthIsAdjustable() throws {
        service.terms.leaseLength = Seconds.hour
        let lease = try LeaseDecoder.decode(try #require(try json("activate")["lease"]))
        #expect(lease.expiresAt == lease.issuedAt.adding(Seconds.hour))
    }

    @Test func wrongLicenseKeyIsAnError() {
        #expect(throws: LicenseKeyError.self) { try simulation.makeService(licenseKey: "ä") }
    }

    private func send(_ endpoint: String, _ body: String? = nil) throws -> TransportResponse {
        let transport = service.transport
        let request = body.map { Requests.post(endpoint, $0) } ?? Requests.post(endpoint)
        return try simulation.run { try await transport.send(request) }
    }

    private func json(_ endpoint: String) throws -> JSONValue { try parse(try send(endpoint)) }

    private func parse(_ response: TransportResponse) throws -> JSONValue {
        try StrictJSONParser.parse(response.body)
    }
}
