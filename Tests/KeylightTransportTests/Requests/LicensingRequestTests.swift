import KeylightCore
import KeylightTransport
import Testing

/// The three request bodies, to the byte.
@Suite struct LicensingRequestTests {
    private let key: LicenseKey
    private let instanceID: InstanceID
    private let telemetry = Telemetry(
        sdkVersion: "1.2.0",
        appVersion: "4.1 (77)",
        platform: "macOS",
        osVersion: "14.5.1",
        arch: "arm64",
        coreCount: 8,
        memoryBytes: 16 << 30
    )
    private let telemetryText =
        #""sdk":"swift","sdk_version":"1.2.0","app_version":"4.1 (77)","platform":"macOS","#
        + #""os_version":"14.5.1","arch":"arm64","cpu_cores":"5-8","memory":"16-32GB""#

    init() throws {
        key = try LicenseKey(parsing: "ACME-TEST-0000-0001")
        instanceID = try #require(InstanceID("inst-1"))
    }

    private func text(_ body: [UInt8]) -> String { String(decoding: body, as: UTF8.self) }

    // MARK: - Activate

    @Test func activateWithNothingOptional() {
        let request = ActivateRequest(licenseKey: key, instanceName: "host")
        #expect(text(request.body) == #"{"license_key":"ACME-TEST-0000-0001","instance_name":"host"}"#)
    }

    @Test func activateWithEverything() {
        let request = ActivateRequest(
            licenseKey: key,
            instanceName: #"Ann's "Mac""#,
            machineHash: "8e88",
            trialDurationDays: 14,
            freeTierInstanceID: "00000000-0000-4000-8000-000000000001",
            telemetry: telemetry
        )
        #expect(
            text(request.body)
                == #"{"license_key":"ACME-TEST-0000-0001","instance_name":"Ann's \"Mac\"","#
                + #""free_tier_instance_id":"00000000-0000-4000-8000-000000000001","machine_hash":"8e88","#
                + #""sdk_trial_duration_days":14,\#(telemetryText)}"#
        )
    }

    @Test(arguments: ["", " ", "\t\n\u{A0}"])
    func aBlankNameIsReplaced(name: String) {
        let request = ActivateRequest(licenseKey: key, instanceName: name)
        #expect(text(request.body) == #"{"license_key":"ACME-TEST-0000-0001","instance_name":"device"}"#)
    }

    // MARK: - Validate

    @Test func validateWithNothingOptional() {
        let request = ValidateRequest(licenseKey: key, instanceID: instanceID)
        #expect(text(request.body) == #"{"license_key":"ACME-TEST-0000-0001","instance_id":"inst-1"}"#)
    }

    @Test func validateWithEverything() {
        let request = ValidateRequest(
            licenseKey: key,
            instanceID: instanceID,
            machineHash: "8e88",
            trialDurationDays: 0,
            telemetry: telemetry
        )
        #expect(
            text(request.body)
                == #"{"license_key":"ACME-TEST-0000-0001","instance_id":"inst-1","machine_hash":"8e88","#
                + #""sdk_trial_duration_days":0,\#(telemetryText)}"#
        )
    }

    @Test func aNegativeTrialIsNotSent() {
        let request = ValidateRequest(licenseKey: key, instanceID: instanceID, trialDurationDays: -1)
        #expect(text(request.body) == #"{"license_key":"ACME-TEST-0000-0001","instance_id":"inst-1"}"#)
    }

    // MARK: - Deactivate

    @Test func deactivateNamesKeyAndInstance() {
        let request = DeactivateRequest(licenseKey: key, instanceID: instanceID)
        #expect(text(request.body) == #"{"license_key":"ACME-TEST-0000-0001","instance_id":"inst-1"}"#)
    }

    // MARK: - Secrets

    @Test func descriptionsAndDumpsShowNoSecret() {
        let requests: [Any] = [
            ActivateRequest(licenseKey: key, instanceName: "host", freeTierInstanceID: "secret-id"),
            ValidateRequest(licenseKey: key, instanceID: instanceID),
            DeactivateRequest(licenseKey: key, instanceID: instanceID),
        ]
        for request in requests {
            var dumped = ""
            dump(request, to: &dumped)
            for shown in ["\(request)", String(reflecting: request), dumped] {
                #expect(!shown.contains("TEST-0000"))
                #expect(!shown.contains("inst-1"))
                #expect(!shown.contains("secret-id"))
            }
        }
    }
}
