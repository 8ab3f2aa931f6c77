public import KeylightCore

/// Where the licensing service is, and where its calls are for one product.
///
/// Self-hosted and local servers are first-class: the base may have a port and a path. It is checked once,
/// here, so that no later step can send a license key in the clear or to a disguised host.
///
/// ```swift
/// guard let tenant = ServiceIdentifier("acme"), let product = ServiceIdentifier("editor") else { return }
/// let endpoint = try ServiceEndpoint(baseURL: "https://api.keylight.dev", tenant: tenant, product: product)
/// endpoint.url(for: .validate)   // https://api.keylight.dev/acme/editor/validate
/// ```
public struct ServiceEndpoint: Sendable, Hashable {
    /// The service's own address, used unless the app names another.
    public static let defaultBaseURL = "https://api.keylight.dev"

    /// The vendor at the service.
    public let tenant: ServiceIdentifier
    /// The vendor's product.
    public let product: ServiceIdentifier

    private let base: BaseURL

    /// Checks and takes an address.
    ///
    /// - Parameters:
    ///   - baseURL: `https://host[:port][/path]`, or the same with `http` when the host is `localhost`, an
    ///     address of 127.0.0.0/8 or `[::1]`. A `/` at the end makes no difference.
    ///   - tenant: the vendor at the service.
    ///   - product: the vendor's product.
    /// - Throws: ``ServiceEndpointError``, which says what is wrong without repeating the URL.
    public init(
        baseURL: String = ServiceEndpoint.defaultBaseURL,
        tenant: ServiceIdentifier,
        product: ServiceIdentifier
    ) throws(ServiceEndpointError) {
        base = try BaseURL(baseURL)
        self.tenant = tenant
        self.product = product
    }

    /// The base URL in its normal form: scheme and host in lower case, no `/` at the end.
    public var baseURL: String { base.origin + base.path }

    /// The absolute URL of a call.
    public func url(for call: ServiceCall) -> String { base.origin + path(for: call) }

    /// The path of a call, the base's own path included; it holds no secret.
    public func path(for call: ServiceCall) -> String {
        let last =
            switch call {
            case .activate: "/\(product)/activate"
            case .validate: "/\(product)/validate"
            case .deactivate: "/\(product)/deactivate"
            case .keyless: "/\(product)/keyless"
            case .config: "/\(product)/config"
            case .keySet: "/.well-known/keylight-keys"
            }
        return "\(base.path)/\(tenant)\(last)"
    }
}

extension ServiceEndpoint: CustomStringConvertible {
    /// The address of the product at the service.
    public var description: String { "\(baseURL)/\(tenant)/\(product)" }
}
