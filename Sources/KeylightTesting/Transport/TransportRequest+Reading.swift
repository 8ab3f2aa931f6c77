public import KeylightTransport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension TransportRequest {
    /// The last part of the path: `activate`, `validate`, `deactivate`, `keyless`, `config`.
    public var endpoint: String {
        path.split(separator: "/").last.map(String.init) ?? ""
    }

    /// The id that the SDK gave to the call.
    public var requestID: String? { header(Self.requestIDHeader) }

    /// A field of the JSON body as text: strings as they are, numbers and booleans as JSON writes them.
    ///
    /// ```swift
    /// #expect(request.bodyField("license_key") == "ACME-TEST-0000-0001")
    /// ```
    ///
    /// - Returns: nil when the body is no JSON object, or has no such field, or the field holds null, an array
    ///   or an object.
    public func bodyField(_ name: String) -> String? {
        bodyFields[name]
    }

    /// The names of all fields of the JSON body; empty when it is no JSON object.
    public var bodyFieldNames: Set<String> {
        guard let body else { return [] }
        return (try? JSONDecoder().decode([String: BodyField].self, from: Data(body))).map { Set($0.keys) }
            ?? []
    }

    private var bodyFields: [String: String] {
        guard let body else { return [:] }
        let fields = try? JSONDecoder().decode([String: BodyField].self, from: Data(body))
        return fields?.compactMapValues(\.text) ?? [:]
    }

    static let requestIDHeader = "X-Keylight-Request-Id"
}

/// One value of a request's body, as text where it is a plain one.
private struct BodyField: Decodable {
    let text: String?

    init(from decoder: any Decoder) throws {
        let container = try? decoder.singleValueContainer()
        if let value = try? container?.decode(String.self) {
            text = value
        } else if let value = try? container?.decode(Bool.self) {
            text = String(value)
        } else if let value = try? container?.decode(Int64.self) {
            text = String(value)
        } else if let value = try? container?.decode(Double.self) {
            text = String(value)
        } else {
            text = nil
        }
    }
}
