#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import KeylightCrypto
import Testing

@testable import KeylightServer

/// A running server with one license, and a client that speaks to it as the protocol says.
final class Bench: Sendable {
    static let start: Int64 = 1_772_323_200
    static let key = "ACME-TEST-0000-0001"
    static let sdkKey = "sdk_live_" + String(repeating: "5d", count: 32)
    static let requestID = "0a1b2c3d"
    static let machine = String(repeating: "ab", count: 32)
    static let otherMachine = String(repeating: "cd", count: 32)

    let server: LocalLicenseServer
    private let sendsSDKKey: Bool

    init(
        licenses: [ServedLicense] = [ServedLicense(key: Bench.key, entitlements: ["pro"], seats: 2)],
        sdkKey: String? = nil,
        settings: ServedSettings = ServedSettings(),
        limits: HTTPLimits = HTTPLimits()
    ) throws {
        server = try LocalLicenseServer(
            configuration: LocalLicenseServerConfiguration(
                tenant: "acme",
                product: "app",
                sdkKey: sdkKey,
                signingSeed: Array(0..<32),
                licenses: licenses,
                settings: settings,
                now: { Bench.start }
            ),
            limits: limits
        )
        sendsSDKKey = sdkKey != nil
        try server.start()
    }

    deinit {
        server.stop()
    }

    func connect() throws -> LoopbackConnection {
        try LoopbackConnection(port: server.port)
    }

    /// The bytes of a request.
    static func request(
        _ method: String,
        _ path: String,
        body: String? = nil,
        headers: [String: String] = [:]
    ) -> String {
        var lines = ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1"]
        lines += headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        if let body {
            if headers["Content-Type"] == nil { lines.append("Content-Type: application/json") }
            lines.append("Content-Length: \(body.utf8.count)")
        }
        return lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")
    }

    /// Sends one request on a connection of its own.
    func exchange(
        _ method: String,
        _ path: String,
        body: String? = nil,
        headers: [String: String] = [:]
    ) throws -> LoopbackReply {
        let connection = try connect()
        try connection.send(Self.request(method, path, body: body, headers: headers))
        return try connection.reply(isBodyLeftOut: method == "HEAD")
    }

    /// Makes a call of the protocol, with the headers that it asks for.
    func call(
        _ name: String,
        _ members: [String: String],
        headers: [String: String] = [:]
    ) throws -> LoopbackReply {
        var all = ["X-Keylight-Request-Id": Self.requestID]
        if sendsSDKKey { all["X-Keylight-SDK-Key"] = Self.sdkKey }
        all.merge(headers) { _, new in new }
        let body = String(decoding: try JSONEncoder().encode(members), as: UTF8.self)
        return try exchange("POST", "/acme/app/\(name)", body: body, headers: all)
    }

    func activate(key: String = Bench.key, machine: String? = Bench.machine) throws -> LoopbackReply {
        var members = ["license_key": key, "instance_name": "bench"]
        members["machine_hash"] = machine
        return try call("activate", members)
    }

    /// Activates and returns the instance id.
    func takeSeat(key: String = Bench.key, machine: String? = Bench.machine) throws -> String {
        try #require(try activate(key: key, machine: machine).json["instance_id"]?.text)
    }

    func validate(_ instanceID: String, key: String = Bench.key) throws -> LoopbackReply {
        try call("validate", ["license_key": key, "instance_id": instanceID])
    }

    func deactivate(_ instanceID: String, key: String = Bench.key) throws -> LoopbackReply {
        try call("deactivate", ["license_key": key, "instance_id": instanceID])
    }

    /// Makes an admin call.
    func admin(_ method: String, _ path: String, _ body: String? = nil) throws -> LoopbackReply {
        try exchange(method, "/_admin/\(path)", body: body)
    }
}
