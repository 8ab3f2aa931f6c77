package import KeylightCore
package import KeylightTesting
import KeylightTransport

/// What the scripted server says.
extension LicenseBench {
    /// A lease signed by the bench's signer; issued now unless said otherwise.
    package func lease(
        expiresAt: Timestamp? = nil,
        issuedAt: Timestamp? = nil,
        status: LeaseStatus = .active,
        entitlements: [Entitlement] = ["pro"],
        key: LicenseKey? = nil,
        instance: InstanceID? = nil,
        signer: TestSigner? = nil
    ) throws -> Lease {
        let issuedAt = issuedAt ?? now
        return try (signer ?? self.signer).lease(
            key: key ?? self.key,
            instance: instance ?? self.instance,
            issuedAt: issuedAt,
            expiresAt: expiresAt ?? issuedAt.adding(Self.week),
            status: status,
            entitlements: entitlements
        )
    }

    /// 200 with `valid: true`; a fresh lease of a week when none is given.
    package func valid(_ lease: Lease? = nil, licenseEnd: LicenseEnd = .lifetime) throws -> ScriptedReply {
        .response(.validated(lease: try lease ?? self.lease(), licenseEnd: licenseEnd))
    }

    /// A valid reply that is made when the request comes, with a fresh lease of a week.
    package func validWhenAsked() -> ScriptedReply {
        let clock = simulation.clock
        let (signer, key, instance) = (signer, key, instance)
        return .computed { _ in
            let now = clock.now().wall
            let lease = try signer.lease(
                key: key,
                instance: instance,
                issuedAt: now,
                expiresAt: now.adding(Self.week),
                entitlements: ["pro"]
            )
            return .validated(lease: lease, licenseEnd: .lifetime)
        }
    }

    /// 200 with `valid: true` and no lease.
    package var validWithoutLease: ScriptedReply { .response(.validated(lease: nil, licenseEnd: .lifetime)) }

    /// 422 with a signed lease that says how the license ended.
    package func ended(_ status: LeaseStatus) throws -> ScriptedReply {
        .response(.ended(lease: try lease(status: status, entitlements: []), licenseEnd: .lifetime))
    }

    /// The service's answer for a revoked key: 422, no `valid`, no lease.
    package var denied: ScriptedReply { .response(.denied("License has been revoked")) }

    /// 200 with `activated: true`.
    package func activated(
        with lease: Lease?,
        instance: InstanceID? = nil,
        licenseEnd: LicenseEnd = .lifetime
    ) -> ScriptedReply {
        .response(.activated(instance: instance ?? self.instance, lease: lease, licenseEnd: licenseEnd))
    }

    /// 200 for a deactivation.
    package var released: ScriptedReply { .json(#"{"deactivated":true}"#) }
}
