import KeylightCore
import KeylightCrypto

/// Answers requests: finds the call, carries it out on the state, signs, and spoils the reply if told to.
final class LicensingService: Sendable {
    static let requestIDHeader = "X-Keylight-Request-Id"
    static let sdkKeyHeader = "X-Keylight-SDK-Key"

    let tenant: String
    let product: String
    let keys: Locked<SigningKeys>
    let state: Locked<ServiceState>
    private let sdkKey: String?
    private let clock: @Sendable () -> Int64

    init(
        tenant: String,
        product: String,
        sdkKey: String?,
        signer: ReplySigner,
        state: ServiceState,
        clock: @escaping @Sendable () -> Int64
    ) {
        self.tenant = tenant
        self.product = product
        self.sdkKey = sdkKey
        keys = Locked(SigningKeys(signer))
        self.state = Locked(state)
        self.clock = clock
    }

    /// What signs now.
    var signer: ReplySigner { keys.withLock { $0.primary } }

    /// The server's own time: the injected clock plus the offset.
    var now: Int64 {
        clock().saturatingAdd(state.withLock { $0.clockOffset })
    }

    func reply(to request: HTTPRequest) -> HTTPReply {
        var reply =
            AdminInterface.owns(request.path)
            ? HTTPReply(AdminInterface(service: self).response(to: request))
            : callReply(to: request)
        if request.method == "HEAD" { reply.response.body = [] }
        return reply
    }

    private func callReply(to request: HTTPRequest) -> HTTPReply {
        let endpoint = endpoint(of: request.path)
        let isCall = endpoint.map { $0.method == request.method } ?? false
        let selection: FaultSelection = state.withLock { state in
            state.recorder.record(request, endpoint: endpoint)
            guard let endpoint, isCall else { return FaultSelection() }
            return state.faults.take(for: endpoint)
        }
        var response: HTTPResponse
        if let endpoint, isCall {
            response =
                selection.performsRequest
                ? self.response(to: request, endpoint: endpoint, faults: selection)
                : HTTPResponse(status: 200)
        } else if let endpoint {
            response = .error(405, "This call is a \(endpoint.method).")
            response.headers.set("Allow", endpoint.method)
        } else {
            response = .error(404, "Tenant, product or call not found.")
        }
        if let echo = request.headers[Self.requestIDHeader] {
            response.headers.set(Self.requestIDHeader, echo)
        }
        var reply = HTTPReply(response)
        selection.apply(to: &reply)
        return reply
    }

    private func endpoint(of path: String) -> ServerEndpoint? {
        switch path {
        case "/\(tenant)/.well-known/keylight-keys": .keySet
        case "/\(tenant)/\(product)/activate": .activate
        case "/\(tenant)/\(product)/validate": .validate
        case "/\(tenant)/\(product)/deactivate": .deactivate
        case "/\(tenant)/\(product)/keyless": .keyless
        case "/\(tenant)/\(product)/config": .config
        default: nil
        }
    }

    private func response(
        to request: HTTPRequest,
        endpoint: ServerEndpoint,
        faults: FaultSelection
    ) -> HTTPResponse {
        if endpoint.needsSDKKey, let sdkKey, request.headers[Self.sdkKeyHeader] != sdkKey {
            return .error(401, "The SDK key is missing or wrong.")
        }
        let context = Context(now: now, faults: faults)
        do {
            switch endpoint {
            case .activate: return try activate(try fields(of: request), context)
            case .validate: return try validate(try fields(of: request), context)
            case .deactivate: return try deactivate(try fields(of: request))
            case .keyless: return try keyless(try fields(of: request), context)
            case .config: return HTTPResponse(status: 200, json: .object(try settings(context)))
            case .keySet: return HTTPResponse(status: 200, json: keySet)
            }
        } catch let failure as RequestFields.Failure {
            return .error(400, failure.text)
        } catch {
            return .error(500, "The server could not sign its reply.")
        }
    }

    // MARK: Calls

    /// What all parts of one reply share, so that they speak of the same second.
    private struct Context {
        var now: Int64
        var faults: FaultSelection
    }

    private func fields(of request: HTTPRequest) throws -> RequestFields {
        let type = request.headers["Content-Type"]?.prefix { $0 != ";" && $0 != " " }.lowercased()
        guard type == "application/json" else {
            throw RequestFields.Failure(text: "The content type is not application/json.")
        }
        return try RequestFields(request.body)
    }

    private func activate(_ fields: RequestFields, _ context: Context) throws -> HTTPResponse {
        let key = try fields.text("license_key", limit: 256)
        let name = try fields.text("instance_name", limit: 256)
        let machineHash = try fields.machineHash()
        let anonymousID = try fields.optionalUUID("free_tier_instance_id")
        _ = try fields.optionalCount("sdk_trial_duration_days")
        try fields.checkTelemetry()
        let instanceID = try RandomUUID.version4()
        let outcome = state.withLock {
            $0.activate(
                key: key,
                instanceName: name,
                machineHash: machineHash,
                anonymousID: anonymousID,
                newInstanceID: instanceID,
                now: context.now
            )
        }
        switch outcome {
        case .granted(let grant):
            return HTTPResponse(
                status: 200,
                json: [
                    "activated": .bool(true), "instance_id": .string(grant.instanceID),
                    "license_expires_at": JSONValue(grant.license.expiresAt),
                    "lease": try signer.lease(grant, fault: context.faults.leaseFault), "error": .null,
                ]
            )
        case .ended(let end):
            return HTTPResponse(
                status: 422,
                json: [
                    "activated": .bool(false), "license_expires_at": .integer(end), "lease": .null,
                    "error": .string("License has expired"),
                ]
            )
        case .unknownKey, .revoked, .noSeat, .notActivated: return Self.refusal(outcome)
        }
    }

    private func validate(_ fields: RequestFields, _ context: Context) throws -> HTTPResponse {
        let key = try fields.text("license_key", limit: 256)
        let instanceID = try fields.text("instance_id", limit: 128)
        _ = try fields.machineHash()
        _ = try fields.optionalCount("sdk_trial_duration_days")
        try fields.checkTelemetry()
        let outcome = state.withLock { $0.validate(key: key, instanceID: instanceID, now: context.now) }
        guard case .granted(let grant) = outcome else { return Self.refusal(outcome) }
        let isValid = grant.status == .active
        var members = try settings(context)
        members["valid"] = .bool(isValid)
        members["license_expires_at"] = JSONValue(grant.license.expiresAt)
        members["lease"] = try signer.lease(grant, fault: context.faults.leaseFault)
        members["error"] = isValid ? .null : .string("License has expired")
        return HTTPResponse(status: isValid ? 200 : 422, json: .object(members))
    }

    private func deactivate(_ fields: RequestFields) throws -> HTTPResponse {
        let key = try fields.text("license_key", limit: 256)
        let instanceID = try fields.text("instance_id", limit: 128)
        try fields.checkTelemetry()
        guard let isReleased = state.withLock({ $0.deactivate(key: key, instanceID: instanceID) }) else {
            return Self.refusal(.unknownKey)
        }
        return HTTPResponse(status: 200, json: ["deactivated": .bool(isReleased)])
    }

    private func keyless(_ fields: RequestFields, _ context: Context) throws -> HTTPResponse {
        guard let anonymousID = try fields.optionalUUID("instance_id") else {
            throw RequestFields.Failure(text: "“instance_id” is missing.")
        }
        guard let reported = try fields.optionalChoice("state", of: ["trial", "free_tier", "expired"]) else {
            throw RequestFields.Failure(text: "“state” is missing.")
        }
        let machineHash = try fields.machineHash()
        try fields.checkTelemetry()
        state.withLock {
            $0.noteReport(anonymousID, state: reported, machineHash: machineHash, now: context.now)
        }
        var members = try settings(context)
        members["received"] = .bool(true)
        return HTTPResponse(status: 200, json: .object(members))
    }

    private func settings(_ context: Context) throws -> [String: JSONValue] {
        try signer.settings(
            state.withLock { $0.settings },
            tenant: tenant,
            product: product,
            now: context.now,
            isSpoiled: context.faults.spoilsSettings
        )
    }

    private var keySet: JSONValue {
        let keys = keys.withLock { $0 }
        return [
            "primary_kid": .string(keys.primary.kid),
            "keys": .array(
                keys.published.map { key in
                    [
                        "kid": .string(key.kid), "alg": .string("ed25519"),
                        "public_key": .string(Base64.encode(key.publicKey)),
                    ]
                }
            ),
        ]
    }

    /// The answer to a request that the license does not allow: a text, and nothing that code may branch on.
    private static func refusal(_ outcome: ServiceState.Outcome) -> HTTPResponse {
        switch outcome {
        case .unknownKey: .error(404, "License key not found")
        case .revoked: .error(422, "License has been revoked")
        case .notActivated: .error(422, "This device is not activated")
        case .noSeat: .error(402, "All seats of this license are taken")
        case .ended, .granted: .error(422, "License has expired")
        }
    }
}
