/// A way in which the server, or the network before it, misbehaves on request.
///
/// ```swift
/// try server.inject(.status(503), on: .validate, times: 2)
/// try server.inject(.latency(milliseconds: 200))
/// ```
public enum ServerFault: Sendable, Hashable {
    /// The reply is held back that long, 0 to 600,000 ms.
    case latency(milliseconds: Int)
    /// Another reply: a status from 200 to 599, a body, and header fields, `Content-Type` among them.
    /// `Retry-After` or `Location` go here, too.
    case status(Int, body: String = #"{"error":"Injected fault"}"#, headers: [String: String] = [:])
    /// A status of 429, or another, with `Retry-After`: seconds or an HTTP date.
    case retryAfter(String, status: Int = 429)
    /// The connection ends without a byte.
    case dropConnection
    /// The connection stays open and nothing ever comes.
    case silence
    /// The head announces the whole reply, half of it comes, the connection ends.
    case truncatedBody
    /// The body comes one byte at a time, every so many milliseconds, 0 to 600,000.
    case trickle(milliseconds: Int)
    /// A 200 with a page of HTML, as a captive portal sends it.
    case htmlPage
    /// A 200 with a well-formed JSON object of at least that many bytes, up to 16 MiB. More than 64 KiB is
    /// too much for one reply.
    case oversizedReply(bytes: Int = 70_000)
    /// A 200 that says it is JSON and is not.
    case garbageJSON
    /// The right reply with the request id of somebody else.
    case wrongEcho
    /// The right reply without a request id.
    case missingEcho
    /// The right reply but for its lease.
    case lease(LeaseFault)
    /// The right reply, with one bit turned in the signature of the settings.
    case badSettingsSignature

    /// Which part of an exchange a fault changes. Of the faults that wait, one of each aspect is applied.
    enum Aspect: Sendable, CaseIterable {
        case delay
        case reply
        case delivery
        case echo
        case lease
        case settings
    }

    var aspect: Aspect {
        switch self {
        case .latency: .delay
        case .status, .retryAfter, .htmlPage, .oversizedReply, .garbageJSON: .reply
        case .dropConnection, .silence, .truncatedBody, .trickle: .delivery
        case .wrongEcho, .missingEcho: .echo
        case .lease: .lease
        case .badSettingsSignature: .settings
        }
    }

    /// Whether nothing of the right reply is left, so that the request need not even be carried out.
    var replacesReply: Bool {
        switch self {
        case .status, .retryAfter, .htmlPage, .oversizedReply, .garbageJSON, .dropConnection, .silence: true
        case .latency, .truncatedBody, .trickle, .wrongEcho, .missingEcho, .lease, .badSettingsSignature:
            false
        }
    }

    func check() throws(LocalLicenseServerError) {
        switch self {
        case .latency(let milliseconds), .trickle(let milliseconds):
            guard (0...600_000).contains(milliseconds) else {
                throw .invalidFault("milliseconds outside 0…600000")
            }
        case .status(let status, _, let headers):
            guard (200...599).contains(status) else { throw .invalidFault("status outside 200…599") }
            for (name, value) in headers { try Self.checkHeader(name, value) }
        case .retryAfter(let value, let status):
            guard (200...599).contains(status) else { throw .invalidFault("status outside 200…599") }
            try Self.checkHeader("Retry-After", value)
        case .oversizedReply(let bytes):
            guard (0...16_777_216).contains(bytes) else { throw .invalidFault("bytes outside 0…16777216") }
        case .dropConnection, .silence, .truncatedBody, .htmlPage, .garbageJSON, .wrongEcho, .missingEcho,
            .lease, .badSettingsSignature:
            break
        }
    }

    private static func checkHeader(_ name: String, _ value: String) throws(LocalLicenseServerError) {
        guard !name.isEmpty, name.utf8.allSatisfy(HTTPSyntax.isTokenByte),
            value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else { throw .invalidFault("a header field that cannot be sent") }
        guard !["content-length", "transfer-encoding", "connection"].contains(name.lowercased()) else {
            throw .invalidFault("\(name) belongs to the server")
        }
    }
}
