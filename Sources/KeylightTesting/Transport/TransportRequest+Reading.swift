public import KeylightTransport
import KeylightVerification

extension TransportRequest {
    static let requestIDHeader = "X-Keylight-Request-Id"

    /// The last part of the path: `activate`, `validate`, `deactivate`, `keyless`, `config`.
    public var endpoint: String {
        path.split(separator: "/").last.map(String.init) ?? ""
    }

    /// The id that the SDK gave to the call; nil when the header is missing.
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
        switch bodyObject?[name] {
        case .string(let text): text
        case .integer(let number): "\(number)"
        case .number(let text): text
        case .bool(let value): "\(value)"
        case .null, .array, .object, nil: nil
        }
    }

    /// The names of all fields of the JSON body, in order; empty when it is no JSON object.
    public var bodyFieldNames: [String] {
        bodyObject?.members.map(\.name) ?? []
    }

    private var bodyObject: JSONObject? {
        guard let body, let json = try? StrictJSONParser.parse(body) else { return nil }
        return json.objectValue
    }
}
