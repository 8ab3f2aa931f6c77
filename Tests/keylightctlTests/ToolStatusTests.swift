import Keylight
import Testing

@testable import keylightctl

struct ToolStatusTests {
    @Test func hasTheDocumentedNumbers() {
        #expect(ToolStatus.done.rawValue == 0)
        #expect(ToolStatus.refused.rawValue == 1)
        #expect(ToolStatus.usage.rawValue == 2)
        #expect(ToolStatus.undetermined.rawValue == 3)
    }

    @Test(
        arguments: [
            (.licensed, .done), (.trial(daysLeft: 1), .done), (.trial(daysLeft: 0), .refused),
            (.limited, .refused), (.freeTier, .refused), (.expired, .refused), (.invalid, .refused),
        ] as [(LicenseState, ToolStatus)]
    )
    func followsTheVerdict(_ state: LicenseState, _ status: ToolStatus) {
        var snapshot = LicenseSnapshot(state: state, reason: .notActivated, rule: .nothingHeld)
        #expect(ToolStatus(snapshot) == status)
        snapshot.isResolved = false
        #expect(ToolStatus(snapshot) == .undetermined)
    }

    @Test(
        arguments: [
            (.invalidConfiguration(field: "tenantId", problem: "wrong"), .usage),
            (.invalidLicenseKey(.empty), .refused), (.noLicenseKey, .refused), (.refused("no"), .refused),
            (.seatLimitReached, .refused), (.licenseNotFound, .refused),
            (.noAnswer(.timedOut), .undetermined),
            (.notBefore(Timestamp(0)), .undetermined), (.superseded, .undetermined),
            (.storage("locked"), .undetermined), (.movedDevice, .refused), (.askedElsewhere, .undetermined),
        ] as [(KeylightError.Kind, ToolStatus)]
    )
    func followsTheError(_ kind: KeylightError.Kind, _ status: ToolStatus) {
        #expect(ToolStatus(KeylightError(operation: .validate, kind: kind)) == status)
    }

    @Test func followsOtherErrors() {
        #expect(ToolStatus(UsageError("wrong")) == .usage)
        #expect(ToolStatus(CancellationError()) == .undetermined)
    }
}
