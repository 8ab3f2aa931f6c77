import KeylightCore

extension AdminInterface {
    /// Everything that the server knows, but for the requests themselves.
    var stateJSON: JSONValue {
        let now = service.now
        let state = service.state.withLock { $0 }
        let keys = service.keys.withLock { $0 }
        let counts = ServerEndpoint.allCases.map {
            ($0.rawValue, JSONValue.integer(Int64(state.recorder.counts[$0] ?? 0)))
        }
        return [
            "tenant": .string(service.tenant), "product": .string(service.product),
            "kid": .string(keys.primary.kid),
            "public_key": .string(Base64.encode(keys.primary.publicKey)),
            "published_kids": JSONValue(keys.published.map(\.kid)),
            "now": .integer(now), "clock_offset": .integer(state.clockOffset),
            "lease_length": .integer(state.leaseLength), "settings": Self.json(state.settings),
            "licenses": .array(
                state.licenses.values.sorted { $0.key < $1.key }
                    .map { Self.json($0, seatsTaken: state.seats(of: $0).count) }
            ),
            "seats": .array(
                state.licenses.values.sorted { $0.key < $1.key }
                    .flatMap { state.seats(of: $0) }.map { Self.json($0) }
            ),
            "installs": .array(
                state.installs.values.sorted { $0.anonymousID < $1.anonymousID }.map { Self.json($0) }
            ),
            "requests": .object(Dictionary(counts, uniquingKeysWith: { _, last in last })),
            "faults": Self.json(state.faults),
        ]
    }

    /// The newest requests, oldest first.
    var requestsJSON: JSONValue {
        let requests = service.state.withLock { $0.recorder.requests }
        return ["requests": .array(requests.map { Self.json($0) })]
    }

    /// The faults that wait.
    var faultsJSON: JSONValue {
        ["faults": Self.json(service.state.withLock { $0.faults })]
    }

    private static func json(_ settings: ServedSettings) -> JSONValue {
        [
            "trial_duration_days": JSONValue(settings.trialDurationDays),
            "free_tier_enabled": settings.isFreeTierEnabled.map { .bool($0) } ?? .null,
            "signed": .bool(settings.isSigned), "lifetime": .integer(settings.lifetime),
        ]
    }

    private static func json(_ license: ServedLicense, seatsTaken: Int) -> JSONValue {
        [
            "key": .string(license.key), "entitlements": JSONValue(license.entitlements),
            "seats": JSONValue(license.seats.map { Int64($0) }),
            "seats_taken": .integer(Int64(seatsTaken)), "expires_at": JSONValue(license.expiresAt),
            "fallback": .bool(license.hasFallback), "revoked": .bool(license.isRevoked),
        ]
    }

    private static func json(_ seat: ServedSeat) -> JSONValue {
        [
            "instance_id": .string(seat.instanceID), "license_key": .string(seat.licenseKey),
            "instance_name": .string(seat.instanceName), "machine_hash": JSONValue(seat.machineHash),
            "activated_at": .integer(seat.activatedAt), "last_seen_at": .integer(seat.lastSeenAt),
        ]
    }

    private static func json(_ install: ServedInstall) -> JSONValue {
        [
            "instance_id": .string(install.anonymousID), "state": .string(install.state),
            "machine_hash": JSONValue(install.machineHash),
            "reports": .integer(Int64(install.reportCount)),
            "first_seen_at": .integer(install.firstSeenAt), "last_seen_at": .integer(install.lastSeenAt),
            "activated_as": JSONValue(install.activatedAs),
        ]
    }

    private static func json(_ faults: FaultPlan) -> JSONValue {
        .array(
            faults.entries.map { entry in
                var members = entry.fault.json
                members["endpoint"] = JSONValue(entry.endpoint?.rawValue)
                members["times"] = JSONValue(entry.timesLeft.map { Int64($0) })
                members["perform"] = .bool(entry.performsRequest)
                return .object(members)
            }
        )
    }

    private static func json(_ request: RecordedRequest) -> JSONValue {
        [
            "number": .integer(Int64(request.number)), "method": .string(request.method),
            "path": .string(request.path),
            "headers": .object(request.headers.mapValues { .string($0) }),
            "body": .string(request.bodyText), "request_id": JSONValue(request.requestID),
            "endpoint": JSONValue(request.endpoint?.rawValue),
        ]
    }
}
