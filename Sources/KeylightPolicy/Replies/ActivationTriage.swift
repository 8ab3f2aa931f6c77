public import KeylightCore

/// Tells what a reply to an activation means.
public enum ActivationTriage {
    /// Judges a reply.
    ///
    /// - Parameters:
    ///   - reply: the decoded reply, with what its lease's signature is worth.
    ///   - key: the key that was sent.
    public static func outcome(of reply: ServerReply, key: LicenseKey) -> ActivationOutcome {
        if reply.isForeign { return .failed(.noAnswer(.foreignReply)) }
        switch reply.status {
        case 200: return accepted(reply, key: key)
        case 402: return .failed(.seatLimitReached)
        // Only the service's own 404 speaks of the key; a web page with that status is a wrong address.
        case 404 where reply.body?.errorText != nil: return .failed(.licenseNotFound)
        // The other 2xx are not the service's, and 422 is its no: but a yes beside them may have taken a seat.
        case 201...299 where reply.body?.verdict == true:
            return .unusable(.unexpectedReply(status: reply.status), seat: reply.body?.instanceID)
        case 422 where reply.body?.verdict == true:
            return .unusable(.contradictoryReply, seat: reply.body?.instanceID)
        case 422:
            guard let body = reply.body, body.malformedFields.isEmpty,
                body.errorText != nil || body.verdict == false
            else { return .failed(.noAnswer(.unexpectedReply(status: reply.status))) }
            return .failed(.refused(body.errorText ?? "the license is not valid"))
        default: return .failed(.noAnswer(reply.statusCause))
        }
    }

    private static func accepted(_ reply: ServerReply, key: LicenseKey) -> ActivationOutcome {
        let unexpected = FailureCause.unexpectedReply(status: reply.status)
        guard let body = reply.body, let verdict = body.verdict else { return .failed(.noAnswer(unexpected)) }
        guard verdict else {
            guard body.malformedFields.isEmpty else { return .failed(.noAnswer(unexpected)) }
            return .failed(.refused(body.errorText ?? "the license is not valid"))
        }
        // From here on a seat was taken, whatever the rest is worth.
        guard let instanceID = body.instanceID, body.malformedFields.isEmpty else {
            return .unusable(unexpected, seat: body.instanceID)
        }
        let names = ForeignText(licenseKey: key, instanceID: instanceID)
        switch body.lease {
        case .trusted(let lease):
            guard lease.status.isKnown else {
                return .unusable(.unknownLeaseStatus(names.name(lease.status.rawValue)), seat: instanceID)
            }
            let activation = Activation(
                licenseKey: key,
                instanceID: instanceID,
                pinnedKeyHash: lease.licenseKeyHash
            )
            guard LeaseBinding.isBound(lease, to: activation) else {
                return .unusable(.foreignLease, seat: instanceID)
            }
            return .activated(activation, lease: lease)
        case .absent, .malformed: return .unusable(.malformedLease, seat: instanceID)
        case .unknownKeyID(let lease):
            return .unusable(.unknownKeyID(names.name(lease.kid)), seat: instanceID)
        case .badSignature: return .unusable(.badSignature, seat: instanceID)
        case .unverifiable(_, let text): return .unusable(.cryptographyUnavailable(text), seat: instanceID)
        }
    }
}
