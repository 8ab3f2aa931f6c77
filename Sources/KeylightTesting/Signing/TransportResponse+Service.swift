public import KeylightCore
public import KeylightTransport
public import KeylightVerification

extension TransportResponse {
    /// What the service answers to a good activation.
    ///
    /// - Parameters:
    ///   - instance: the name of the new activation.
    ///   - lease: the lease; nil sends `null`, which no client accepts.
    ///   - licenseEnd: when the license itself ends.
    public static func activated(
        instance: InstanceID,
        lease: Lease?,
        licenseEnd: LicenseEnd = .lifetime
    ) -> TransportResponse {
        .json(
            JSONText.object([
                ("activated", "true"),
                ("instance_id", JSONText.string(instance.rawValue)),
                ("license_expires_at", licenseEnd.json),
                ("lease", lease?.json ?? "null"),
                ("error", "null"),
            ])
        )
    }

    /// What the service answers to a validation of a good license.
    ///
    /// - Parameters:
    ///   - lease: a fresh lease; nil sends `null`, which keeps the old one.
    ///   - licenseEnd: when the license itself ends.
    ///   - settings: product settings that ride along; nil leaves them out.
    public static func validated(
        lease: Lease?,
        licenseEnd: LicenseEnd = .lifetime,
        settings: SignedSettings? = nil
    ) -> TransportResponse {
        validation(isValid: true, status: 200, lease: lease, licenseEnd: licenseEnd, settings: settings)
    }

    /// What the service answers for a license that is past its end: 422 with a signed lease that says so.
    ///
    /// - Parameters:
    ///   - lease: a lease with status `expired` or `fallback`.
    ///   - licenseEnd: when the license ended.
    ///   - settings: product settings that ride along; nil leaves them out.
    public static func ended(
        lease: Lease,
        licenseEnd: LicenseEnd,
        settings: SignedSettings? = nil
    ) -> TransportResponse {
        validation(isValid: false, status: 422, lease: lease, licenseEnd: licenseEnd, settings: settings)
    }

    /// What the service answers for a revoked key or a released seat: 422 with a text and nothing else.
    public static func denied(_ text: String = "license revoked") -> TransportResponse {
        .serviceError(text, status: 422)
    }

    /// What the service answers to a refused activation: 200 with a text.
    public static func activationRefused(_ text: String) -> TransportResponse {
        .json(
            JSONText.object([
                ("activated", "false"),
                ("instance_id", "null"),
                ("license_expires_at", "null"),
                ("lease", "null"),
                ("error", JSONText.string(text)),
            ])
        )
    }

    /// What the service answers to a report without a license, and to a call for the product's settings.
    ///
    /// - Parameter settings: the settings; what is nil is left out.
    public static func settings(_ settings: ProductSettings) -> TransportResponse {
        self.settings(SignedSettings(settings: settings))
    }

    /// The same with signed settings.
    public static func settings(_ settings: SignedSettings) -> TransportResponse {
        .json(JSONText.object([("received", "true")] + settings.members))
    }

    /// What the service answers when a seat was given back.
    public static var deactivated: TransportResponse { .json(#"{"deactivated":true}"#) }

    /// An error of the service, with a text for people.
    public static func serviceError(_ text: String, status: Int) -> TransportResponse {
        .json(JSONText.object([("error", JSONText.string(text))]), status: status)
    }

    private static func validation(
        isValid: Bool,
        status: Int,
        lease: Lease?,
        licenseEnd: LicenseEnd,
        settings: SignedSettings?
    ) -> TransportResponse {
        let members = [
            (name: "valid", value: "\(isValid)"),
            (name: "license_expires_at", value: licenseEnd.json),
            (name: "lease", value: lease?.json ?? "null"),
            (name: "error", value: "null"),
        ]
        return .json(JSONText.object(members + (settings?.members ?? [])), status: status)
    }
}

extension LicenseEnd {
    /// Epoch seconds; null is lifetime.
    fileprivate var json: String {
        switch self {
        case .lifetime: "null"
        case .at(let end): "\(end.secondsSince1970)"
        }
    }
}

extension SignedSettings {
    /// The members of a reply, those that are set.
    fileprivate var members: [(name: String, value: String)] {
        var members: [(name: String, value: String)] = []
        if let days = settings.trialDurationDays { members.append(("trial_duration_days", "\(days)")) }
        if let freeTier = settings.freeTierEnabled { members.append(("free_tier_enabled", "\(freeTier)")) }
        if let signature {
            members.append(("issued_at", "\(signature.issuedAt.secondsSince1970)"))
            members.append(("expires_at", "\(signature.expiresAt.secondsSince1970)"))
            members.append(("kid", JSONText.string(signature.kid)))
            members.append(("signature", JSONText.string(StrictBase64.encode(signature.bytes))))
        }
        return members
    }
}
