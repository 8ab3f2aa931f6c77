import KeylightCore

/// Reads product settings from a reply, strictly.
///
/// They are signed when `signature` is there; then its companions `kid`, `issued_at` and `expires_at` and both
/// settings must be there, too, since the signature covers them all. Without it each setting may be absent.
package struct SettingsDecoder: Sendable {
    /// Days that a trial may have: ten thousand years. More is a mistake, and so is a negative number.
    static let trialDays: ClosedRange<Int64> = 0...3_650_000

    /// Reads the settings that stand in an object among its other fields.
    ///
    /// - Throws: ``SettingsRefusal``, always `malformed`.
    package static func decode(_ json: JSONValue) throws(SettingsRefusal) -> SignedSettings {
        guard let object = json.objectValue else {
            throw .malformed(field: "settings", .wrongType(expected: "an object"))
        }
        do throws(StrictFields.Failure) {
            return try settings(StrictFields(object: object))
        } catch {
            throw .malformed(field: error.field, error.problem)
        }
    }

    private static func settings(_ fields: StrictFields) throws(StrictFields.Failure) -> SignedSettings {
        let isSigned = fields.value("signature") != nil
        var settings = ProductSettings()
        if isSigned || fields.value("trial_duration_days") != nil {
            let days = try fields.integer("trial_duration_days")
            guard trialDays.contains(days) else {
                throw .init(field: "trial_duration_days", problem: .invalid("is out of range"))
            }
            settings.trialDurationDays = days
        }
        if isSigned || fields.value("free_tier_enabled") != nil {
            settings.freeTierEnabled = try fields.bool("free_tier_enabled")
        }
        guard isSigned else { return SignedSettings(settings: settings) }
        let signature = SettingsSignature(
            kid: try fields.string("kid"),
            issuedAt: Timestamp(try fields.integer("issued_at")),
            expiresAt: Timestamp(try fields.integer("expires_at")),
            bytes: try fields.signature("signature")
        )
        return SignedSettings(settings: settings, signature: signature)
    }
}
