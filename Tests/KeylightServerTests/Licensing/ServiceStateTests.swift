import Testing

@testable import KeylightServer

@Suite("The rules about licenses and seats")
struct ServiceStateTests {
    private static let now: Int64 = 1_000_000

    private func state(_ license: ServedLicense, leaseLength: Int64 = 100) throws -> ServiceState {
        try ServiceState(licenses: [license], settings: ServedSettings(), leaseLength: leaseLength)
    }

    private func grant(_ outcome: ServiceState.Outcome) throws -> LeaseGrant {
        guard case .granted(let grant) = outcome else {
            throw LocalLicenseServerError.unknownLicense
        }
        return grant
    }

    private func activate(
        _ state: inout ServiceState,
        _ instanceID: String,
        machine: String? = nil,
        now: Int64 = now
    ) -> ServiceState.Outcome {
        state.activate(
            key: "K-1",
            instanceName: "n",
            machineHash: machine,
            newInstanceID: instanceID,
            now: now
        )
    }

    @Test(
        "An active lease never outlives its license",
        arguments: [
            (99, 99), (100, 100), (101, 100), (Int64.max - now, 100),
        ] as [(Int64, Int64)]
    )
    func leaseEnd(untilEnd: Int64, length: Int64) throws {
        var state = try state(ServedLicense(key: "K-1", expiresAt: Self.now + untilEnd))
        let grant = try grant(activate(&state, "a"))
        #expect(grant.status == .active)
        #expect(grant.expiresAt == Self.now + length)
    }

    @Test(
        "A license is active in its last second and over in the next",
        arguments: [
            (-1, "expired"), (0, "expired"), (1, "active"),
        ] as [(Int64, String)]
    )
    func boundary(untilEnd: Int64, status: String) throws {
        var state = try state(ServedLicense(key: "K-1"))
        _ = activate(&state, "a")
        try state.updateLicense("k-1") { $0.expiresAt = Self.now + untilEnd }
        let grant = try grant(state.validate(key: "K-1", instanceID: "a", now: Self.now))
        #expect(grant.status.rawValue == status)
        #expect(grant.expiresAt > Self.now)
    }

    @Test("Times at the end of their range do not trap")
    func saturation() throws {
        var state = try state(ServedLicense(key: "K-1"))
        #expect(try grant(activate(&state, "a", now: .max)).expiresAt == .max)
        #expect(try grant(activate(&state, "b", now: .min)).expiresAt == .min + 100)
        state.setClockOffset(.max)
        state.advanceClock(by: 1)
        #expect(state.clockOffset == .max)
        state.setClockOffset(.min)
        state.advanceClock(by: -1)
        #expect(state.clockOffset == .min)
    }

    @Test("Seats are counted to the last one, and a number of none allows nobody", arguments: [0, 1, 2])
    func seats(limit: Int) throws {
        var state = try state(ServedLicense(key: "K-1", seats: limit))
        for index in 0..<limit { _ = try grant(activate(&state, "i\(index)")) }
        #expect(activate(&state, "one too many") == .noSeat)
        #expect(state.seats.count == limit)
        guard limit > 0 else { return }
        #expect(state.deactivate(key: "K-1", instanceID: "i0") == true)
        _ = try grant(activate(&state, "another"))
    }

    @Test("Lowering the number of seats throws nobody out")
    func fewerSeats() throws {
        var state = try state(ServedLicense(key: "K-1", seats: 2))
        _ = activate(&state, "a")
        _ = activate(&state, "b", machine: "m")
        try state.setLicense(ServedLicense(key: "K-1", seats: 1))
        _ = try grant(state.validate(key: "K-1", instanceID: "a", now: Self.now))
        #expect(try grant(activate(&state, "c", machine: "m")).instanceID == "b")
        #expect(activate(&state, "d") == .noSeat)
    }

    @Test("A seat belongs to its own license")
    func foreignSeat() throws {
        var state = try state(ServedLicense(key: "K-1"))
        try state.setLicense(ServedLicense(key: "K-2"))
        _ = activate(&state, "a", machine: "m")
        #expect(state.validate(key: "K-2", instanceID: "a", now: Self.now) == .notActivated)
        #expect(state.deactivate(key: "K-2", instanceID: "a") == false)
        #expect(state.seats.count == 1)
        try state.removeLicense("k-1")
        #expect(state.seats.isEmpty)
        #expect(state.validate(key: "K-1", instanceID: "a", now: Self.now) == .unknownKey)
    }

    @Test("A revocation weighs more than everything else, but a seat can still be given back")
    func revocation() throws {
        var state = try state(ServedLicense(key: "K-1"))
        _ = activate(&state, "a", machine: "m")
        try state.updateLicense("K-1") {
            $0.isRevoked = true
            $0.expiresAt = 1
        }
        #expect(activate(&state, "b", machine: "m") == .revoked)
        #expect(state.validate(key: "K-1", instanceID: "a", now: Self.now) == .revoked)
        #expect(state.deactivate(key: "K-1", instanceID: "a") == true)
    }

    @Test(
        "Licenses that could not be matched or signed are refused",
        arguments: [
            (ServedLicense(key: ""), LocalLicenseServerError.invalidLicenseKey),
            (ServedLicense(key: "---"), .invalidLicenseKey), (ServedLicense(key: "A B"), .invalidLicenseKey),
            (ServedLicense(key: "É"), .invalidLicenseKey),
            (ServedLicense(key: String(repeating: "A", count: 257)), .invalidLicenseKey),
            (ServedLicense(key: "A", entitlements: ["a", "b|c"]), .invalidEntitlement("b|c")),
            (ServedLicense(key: "A", entitlements: ["b,c"]), .invalidEntitlement("b,c")),
            (ServedLicense(key: "A", entitlements: [""]), .invalidEntitlement("")),
            (ServedLicense(key: "A", entitlements: ["\n"]), .invalidEntitlement("\n")),
            (ServedLicense(key: "A", seats: -1), .invalidSeatCount(-1)),
        ]
    )
    func refusedLicenses(license: ServedLicense, error: LocalLicenseServerError) throws {
        #expect(throws: error) { try state(license) }
        #expect(throws: LocalLicenseServerError.unknownLicense) {
            var state = try state(ServedLicense(key: "K-1"))
            try state.updateLicense("K-9") { $0.isRevoked = true }
        }
    }

    @Test("Lengths and settings out of bounds are refused, and the old ones stay")
    func bounds() throws {
        var state = try state(ServedLicense(key: "K-1"))
        for seconds: Int64 in [.min, 0, 315_360_001, .max] {
            #expect(throws: LocalLicenseServerError.invalidLifetime(seconds)) {
                try state.setLeaseLength(seconds)
            }
            #expect(throws: LocalLicenseServerError.invalidLifetime(seconds)) {
                try state.setSettings(ServedSettings(lifetime: seconds))
            }
        }
        for days: Int64 in [-1, 36_501] {
            #expect(throws: LocalLicenseServerError.invalidTrialLength(days)) {
                try state.setSettings(ServedSettings(trialDurationDays: days))
            }
        }
        #expect(state.leaseLength == 100)
        #expect(state.settings == ServedSettings())
        try state.setLeaseLength(1)
        try state.setLeaseLength(315_360_000)
        try state.setSettings(ServedSettings(trialDurationDays: 36_500, lifetime: 1))
    }
}
