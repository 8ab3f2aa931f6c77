import KeylightCore

/// The vendor's side over HTTP, under `/_admin/`: everything that the server's methods can do.
struct AdminInterface {
    let service: LicensingService

    /// What answers a call. A value around the function: as the argument of a generic type, a function with
    /// typed throws needs macOS 15.
    private struct Call {
        var answer: (HTTPRequest) throws(AdminError) -> JSONValue

        init(_ answer: @escaping (HTTPRequest) throws(AdminError) -> JSONValue) {
            self.answer = answer
        }
    }

    static func owns(_ path: String) -> Bool {
        path == "/_admin" || path.hasPrefix("/_admin/")
    }

    func response(to request: HTTPRequest) -> HTTPResponse {
        // A page in the developer's browser can reach the loopback address as well. It cannot hide where it
        // comes from, and with a rebound name it cannot hide that either.
        guard request.headers["Origin"] == nil, Self.isLoopback(request.headers["Host"]) else {
            return .error(403, "The admin calls are not for web pages.")
        }
        let calls = calls(of: request.path)
        guard !calls.isEmpty else { return .error(404, "There is no such admin call.") }
        guard let call = calls[request.method] else {
            let allowed = calls.keys.sorted().joined(separator: ", ")
            var response = HTTPResponse.error(405, "This admin call is a \(allowed).")
            response.headers.set("Allow", allowed)
            return response
        }
        do throws(AdminError) {
            return HTTPResponse(status: 200, json: try call.answer(request))
        } catch {
            return .error(error.status, error.text)
        }
    }

    private static func isLoopback(_ host: String?) -> Bool {
        // HTTP/1.0 sends none; a browser always does.
        guard let host else { return true }
        let name = host.prefix { $0 != ":" }
        return name == "127.0.0.1" || name.lowercased() == "localhost"
    }

    private func calls(of path: String) -> [String: Call] {
        switch path {
        case "/_admin/state": ["GET": Call { _ in stateJSON }]
        case "/_admin/requests": ["GET": Call { _ in requestsJSON }, "DELETE": Call(clearRequests)]
        case "/_admin/license": ["POST": Call(setLicense)]
        case "/_admin/license/remove": ["POST": Call(removeLicense)]
        case "/_admin/revoke": ["POST": Call(revoke)]
        case "/_admin/restore": ["POST": Call(restore)]
        case "/_admin/license_end": ["POST": Call(setLicenseEnd)]
        case "/_admin/release": ["POST": Call(releaseSeat)]
        case "/_admin/lease_length": ["POST": Call(setLeaseLength)]
        case "/_admin/settings": ["POST": Call(setSettings)]
        case "/_admin/rotate_key": ["POST": Call(rotateKey)]
        case "/_admin/retire_key": ["POST": Call(retireKey)]
        case "/_admin/clock": ["POST": Call(setClock)]
        case "/_admin/fault": ["POST": Call(addFault)]
        case "/_admin/faults": ["GET": Call { _ in faultsJSON }, "DELETE": Call(clearFaults)]
        default: [:]
        }
    }

    // MARK: Licenses

    /// Adds a license, or changes the named members of one that is there.
    private func setLicense(_ request: HTTPRequest) throws(AdminError) -> JSONValue {
        let members = try AdminMembers(
            request.body,
            names: ["key", "entitlements", "seats", "expires_at", "fallback", "revoked"]
        )
        let key = try members.text("key")
        let entitlements = try members.optionalList("entitlements")
        let seats = try members.optionalCount("seats")
        let end = try members.optionalInteger("expires_at")
        let hasFallback = try members.optionalFlag("fallback")
        let isRevoked = try members.optionalFlag("revoked")
        return try change { (state) throws(LocalLicenseServerError) in
            var license = state.licenses[ServedLicense.matchingForm(of: key)] ?? ServedLicense(key: key)
            if let entitlements { license.entitlements = entitlements }
            if members.has("seats") { license.seats = seats }
            if members.has("expires_at") { license.expiresAt = end }
            if let hasFallback { license.hasFallback = hasFallback }
            if let isRevoked { license.isRevoked = isRevoked }
            try state.setLicense(license)
        }
    }

    private func removeLicense(_ request: HTTPRequest) throws(AdminError) -> JSONValue {
        let key = try AdminMembers(request.body, names: ["key"]).text("key")
        return try change { (state) throws(LocalLicenseServerError) in try state.removeLicense(key) }
    }

    private func revoke(_ request: HTTPRequest) throws(AdminError) -> JSONValue {
        try update(request) { $0.isRevoked = true }
    }

    private func restore(_ request: HTTPRequest) throws(AdminError) -> JSONValue {
        try update(request) { $0.isRevoked = false }
    }

    private func update(
        _ request: HTTPRequest,
        _ edit: (inout ServedLicense) -> Void
    ) throws(AdminError) -> JSONValue {
        let key = try AdminMembers(request.body, names: ["key"]).text("key")
        return try change { (state) throws(LocalLicenseServerError) in try state.updateLicense(key, edit) }
    }

    private func setLicenseEnd(_ request: HTTPRequest) throws(AdminError) -> JSONValue {
        let members = try AdminMembers(request.body, names: ["key", "expires_at"])
        let key = try members.text("key")
        // Null means for life, so it has to be said: a body without the member is a slip.
        guard members.has("expires_at") else { throw .badRequest("“expires_at” is missing.") }
        let end = try members.optionalInteger("expires_at")
        return try change { (state) throws(LocalLicenseServerError) in
            try state.updateLicense(key) { $0.expiresAt = end }
        }
    }

    private func releaseSeat(_ request: HTTPRequest) throws(AdminError) -> JSONValue {
        let instanceID = try AdminMembers(request.body, names: ["instance_id"]).text("instance_id")
        guard service.state.withLock({ $0.releaseSeat(instanceID) }) else {
            throw AdminError(status: 404, text: "There is no such seat.")
        }
        return Self.done
    }

    // MARK: Product and time

    private func setLeaseLength(_ request: HTTPRequest) throws(AdminError) -> JSONValue {
        let seconds = try AdminMembers(request.body, names: ["seconds"]).integer("seconds")
        return try change { (state) throws(LocalLicenseServerError) in try state.setLeaseLength(seconds) }
    }

    /// Changes the named members; null takes a field out of the replies.
    private func setSettings(_ request: HTTPRequest) throws(AdminError) -> JSONValue {
        let members = try AdminMembers(
            request.body,
            names: ["trial_duration_days", "free_tier_enabled", "signed", "lifetime"]
        )
        let days = try members.optionalInteger("trial_duration_days")
        let isFreeTierEnabled = try members.optionalFlag("free_tier_enabled")
        let isSigned = try members.optionalFlag("signed")
        let lifetime = try members.optionalInteger("lifetime")
        return try change { (state) throws(LocalLicenseServerError) in
            var settings = state.settings
            if members.has("trial_duration_days") { settings.trialDurationDays = days }
            if members.has("free_tier_enabled") { settings.isFreeTierEnabled = isFreeTierEnabled }
            if let isSigned { settings.isSigned = isSigned }
            if let lifetime { settings.lifetime = lifetime }
            try state.setSettings(settings)
        }
    }

    private func setClock(_ request: HTTPRequest) throws(AdminError) -> JSONValue {
        let members = try AdminMembers(request.body, names: ["offset", "advance"])
        let offset = try members.optionalInteger("offset")
        let advance = try members.optionalInteger("advance")
        guard (offset == nil) != (advance == nil) else {
            throw .badRequest("Exactly one of “offset” and “advance” is needed.")
        }
        service.state.withLock { state in
            if let offset { state.setClockOffset(offset) }
            if let advance { state.advanceClock(by: advance) }
        }
        return ["ok": .bool(true), "now": .integer(service.now)]
    }

    // MARK: Faults and records

    private func addFault(_ request: HTTPRequest) throws(AdminError) -> JSONValue {
        let members = try AdminMembers(
            request.body,
            names: ServerFault.memberNames.union(["times", "endpoint", "perform"])
        )
        let fault = try ServerFault(members)
        var endpoint: ServerEndpoint?
        if let name = try members.optionalText("endpoint") {
            endpoint = ServerEndpoint(rawValue: name)
            guard endpoint != nil else {
                let names = ServerEndpoint.allCases.map(\.rawValue).joined(separator: ", ")
                throw .badRequest("“endpoint” is one of \(names).")
            }
        }
        let entry = FaultPlan.Entry(
            fault: fault,
            endpoint: endpoint,
            timesLeft: try members.optionalCount("times"),
            performsRequest: try members.optionalFlag("perform") ?? false
        )
        return try change { (state) throws(LocalLicenseServerError) in try state.faults.add(entry) }
    }

    private func clearFaults(_ request: HTTPRequest) throws(AdminError) -> JSONValue {
        service.state.withLock { $0.faults.clear() }
        return Self.done
    }

    private func clearRequests(_ request: HTTPRequest) throws(AdminError) -> JSONValue {
        service.state.withLock { $0.recorder.clear() }
        return Self.done
    }

    private static let done: JSONValue = ["ok": .bool(true)]

    private func change(
        _ edit: (inout ServiceState) throws(LocalLicenseServerError) -> Void
    ) throws(AdminError) -> JSONValue {
        do throws(LocalLicenseServerError) {
            try service.state.withLock(edit)
            return Self.done
        } catch {
            throw AdminError(error)
        }
    }
}
