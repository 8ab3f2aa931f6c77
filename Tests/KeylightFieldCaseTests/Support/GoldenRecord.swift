import KeylightCore
import KeylightEngine
import KeylightPolicy
import KeylightTestSupport
import KeylightTesting
import KeylightVerification

/// What is in the golden files: a license that was activated at T0, after three days of trial.
enum GoldenRecord {
    /// T0: 2026-03-01 00:00 UTC.
    static let start = Timestamp(1_772_323_200)
    /// How long the lease lasts: longer than the offline cap, so that both limits can be told apart.
    static let leaseLength = 30 * Seconds.day
    /// Under which id the key is trusted that signed the lease.
    static let keyID = "golden"
    /// The public key of the seed 1, 2, … 32, as an app has it compiled in.
    static let publicKey = "ebVWLo/mVPlAeLES6KmLp5AfhTrmlb7X4OORC60ElmQ="
    /// The hash of the machine.
    static let machineHash = String(repeating: "cd", count: 32)
    /// What is compiled into the app: not what the server has said since.
    static let seed = ProductSeed(trialDurationDays: 7, freeTierEnabled: false)

    /// What signed the lease.
    static var signer: TestSigner {
        get throws { try TestSigner(seed: Array(1...32), kid: keyID) }
    }

    /// A record in which everything is set that the schema had and that goes together with a good license.
    static func record(schema: Int) throws -> LicenseRecord {
        let key = try LicenseKey(parsing: "ACME-TEST-0000-0001")
        let lease = try signer.lease(
            key: key,
            instance: instance("inst-1"),
            issuedAt: start,
            expiresAt: start.adding(leaseLength),
            entitlements: ["pro", "sync/2"]
        )
        var record = LicenseRecord()
        record.activation = Activation(
            licenseKey: key,
            instanceID: instance("inst-1"),
            pinnedKeyHash: lease.licenseKeyHash
        )
        record.lease = lease
        record.licenseEnd = .at(start.adding(365 * Seconds.day))
        record.lastValidated = start
        record.lastAttempt = start
        record.notBefore = start.adding(60)
        record.timeFloor = start.adding(15 * Seconds.minute)
        record.trialStart = start.adding(-3 * Seconds.day)
        record.settings = ProductSettings(trialDurationDays: 14, freeTierEnabled: true)
        record.pendingReleases = [
            PendingRelease(
                licenseKey: try LicenseKey(parsing: "ACME-TEST-0000-0002"),
                instanceID: instance("inst-0")
            )
        ]
        guard schema >= 2 else { return record }
        record.activation?.origin = RecordOrigin(machineHash: machineHash, place: "1-2")
        record.newestLeaseIssuedAt = start
        record.trialRun = 4_321
        record.anonymousID = AnonymousID(randomBits: 1, 2)
        record.keylessReport = KeylessReport(state: .trial, date: start.adding(-Seconds.day))
        return record
    }

    /// The bench of a machine on which such a record was made.
    static func bench(_ bench: LicenseBench, trustedKey: String = publicKey) throws -> LicenseBench {
        bench.configuration.trustedKeys = try TrustedKeys(base64Keys: [keyID: trustedKey])
        bench.configuration.machineHash = machineHash
        return bench
    }

    static func identifier(_ name: String) -> ServiceIdentifier {
        guard let identifier = ServiceIdentifier(name) else {
            preconditionFailure("not an identifier: \(name)")
        }
        return identifier
    }

    private static func instance(_ name: String) -> InstanceID {
        guard let instance = InstanceID(name) else { preconditionFailure("not an instance id: \(name)") }
        return instance
    }
}
