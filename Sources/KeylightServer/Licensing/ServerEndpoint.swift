/// A call of the licensing service.
public enum ServerEndpoint: String, Sendable, Hashable, CaseIterable {
    /// `POST /{tenant}/{product}/activate`
    case activate
    /// `POST /{tenant}/{product}/validate`
    case validate
    /// `POST /{tenant}/{product}/deactivate`
    case deactivate
    /// `POST /{tenant}/{product}/keyless`
    case keyless
    /// `GET /{tenant}/{product}/config`
    case config
    /// `GET /{tenant}/.well-known/keylight-keys`
    case keySet = "keys"

    /// The only method that the call accepts.
    var method: String {
        switch self {
        case .activate, .validate, .deactivate, .keyless: "POST"
        case .config, .keySet: "GET"
        }
    }

    /// The key set is public; a developer's tool reads it before it has a key.
    var needsSDKKey: Bool {
        self != .keySet
    }
}
