import KeylightCore
import Testing

@Suite("LicenseSnapshot")
struct LicenseSnapshotTests {
    @Test(
        "licensed, and a trial with days left, are entitled; nothing else is",
        arguments: [
            (.licensed, true), (.trial(daysLeft: 1), true), (.trial(daysLeft: 0), false),
            (.trial(daysLeft: -1), false), (.limited, false), (.freeTier, false), (.expired, false),
            (.invalid, false),
        ] as [(LicenseState, Bool)]
    )
    func entitled(state: LicenseState, expected: Bool) {
        let snapshot = LicenseSnapshot(state: state, reason: .notActivated, rule: .nothingHeld)
        #expect(snapshot.isEntitled == expected)
    }

    @Test("an entitlement is there or not, by its exact name")
    func entitlements() {
        let snapshot = LicenseSnapshot(
            state: .licensed,
            reason: .leaseActive(until: Timestamp(0)),
            rule: .usableLease,
            entitlements: ["pro"]
        )
        #expect(snapshot.hasEntitlement("pro"))
        #expect(!snapshot.hasEntitlement("Pro"))
        #expect(!snapshot.hasEntitlement(""))
    }

    @Test("states have one word each")
    func words() {
        let states: [LicenseState] = [
            .licensed, .limited, .freeTier, .expired, .invalid, .trial(daysLeft: 3),
        ]
        #expect(
            states.map(\.description) == [
                "licensed", "limited", "freeTier", "expired", "invalid", "trial(3)",
            ]
        )
    }
}
