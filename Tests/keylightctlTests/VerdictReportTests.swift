import Keylight
import Testing

@testable import keylightctl

struct VerdictReportTests {
    private static let id = RequestID(randomBits: 0xABCD)
    private static let now = Timestamp(1_772_323_200)

    private func report(_ snapshot: LicenseSnapshot) -> VerdictReport {
        VerdictReport(command: "status", status: ToolStatus(snapshot), snapshot: snapshot)
    }

    private var licensed: LicenseSnapshot {
        LicenseSnapshot(
            state: .licensed,
            reason: .leaseActive(until: Self.now),
            rule: .usableLease,
            entitlements: ["pro", "api"],
            offlineUntil: Self.now.adding(1),
            nextCheck: Self.now.adding(2),
            licenseEnd: .at(Self.now.adding(3)),
            lastValidated: Self.now.adding(4),
            hasLicenseKey: true
        )
    }

    @Test func hasStableFieldNames() {
        var report = report(licensed)
        report.licenseKey = "ACME-…-0001(#7fe8)"
        report.requestID = Self.id
        #expect(
            report.json.line == #"{"command":"status","exit_status":0,"state":"licensed","days_left":null,"#
                + #""entitled":true,"resolved":true,"reason":"lease_active","#
                + #""reason_text":"lease holds until 2026-03-01T00:00:00Z","entitlements":["api","pro"],"#
                + #""license_key":"ACME-…-0001(#7fe8)","license_end":1772323203,"#
                + #""offline_until":1772323201,"last_validated":1772323204,"next_check":1772323202,"#
                + #""warning":null,"saved":true,"request_id":"0000abcd","result":null,"#
                + #""skip_reason":null,"wait_seconds":null,"error":null}"#
        )
    }

    @Test func writesAnErrorWithAllThatIsKnown() {
        var report = report(licensed)
        report.status = .undetermined
        report.error = KeylightError(
            operation: .validate,
            kind: .notBefore(Self.now),
            requestID: Self.id,
            status: 503,
            seatMayBeTaken: true
        )
        let expected = [
            #""error":{"kind":"not_before","text":"validate: the server asked not to be called before"#,
            #" 2026-03-01T00:00:00Z (status 503); a seat may have been taken, and trying again is"#,
            #" safe [0000abcd]","operation":"validate","request_id":"0000abcd","server_request_id":null,"#,
            #""status":503,"seat_may_be_taken":true,"retry_at":1772323200}"#,
        ]
        #expect(report.json.line.contains(expected.joined()))
        #expect(report.complaints.count == 1)
        #expect(report.complaints.first?.hasSuffix("[0000abcd]") == true)
    }

    @Test func saysWhyNothingWasAsked() {
        var report = report(licensed)
        report.result = RefreshResult.skipped(.debounced(seconds: 12)).report
        #expect(
            report.json.line.contains(#""result":"skipped","skip_reason":"debounced","wait_seconds":12"#)
        )
        #expect(report.lines.first == "result: not asked: asked a short time ago, again in 12 s")
    }

    @Test func writesTrialsAndLifetimes() {
        let trial = report(
            LicenseSnapshot(
                state: .trial(daysLeft: 3),
                reason: .trialRunning,
                rule: .trial,
                licenseEnd: .lifetime
            )
        )
        #expect(trial.json.line.contains(#""state":"trial","days_left":3,"entitled":true"#))
        #expect(trial.json.line.contains(#""license_end":null"#))
        var snapshot = licensed
        snapshot.licenseEnd = .lifetime
        #expect(report(snapshot).json.line.contains(#""license_end":"never""#))
        #expect(report(snapshot).lines.contains("license ends: never"))
    }

    @Test func warnsOnStandardError() {
        var snapshot = licensed
        snapshot.warning = .cannotVerify(.timedOut, until: Self.now)
        snapshot.persistence = .failing("disk full")
        let report = report(snapshot)
        #expect(
            report.complaints == [
                "warning: not verified (the licensing server did not answer in time); the license holds"
                    + " until 2026-03-01T00:00:00Z",
                "warning: trouble with the store: disk full",
            ]
        )
        #expect(
            report.json.line.contains(
                #""warning":{"text":"the licensing server did not answer in time","until":1772323200},"#
                    + #""saved":false"#
            )
        )
    }

    @Test func showsThatNothingIsKnown() {
        let report = report(
            LicenseSnapshot(
                state: .expired,
                reason: .storageUnavailable("locked"),
                rule: .undetermined,
                isResolved: false
            )
        )
        #expect(report.status == .undetermined)
        #expect(report.lines.first == "state: expired (undetermined)")
        #expect(report.json.line.contains(#""resolved":false,"reason":"storage_unavailable""#))
    }
}
