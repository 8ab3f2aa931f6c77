/// One of the calls that the licensing service answers.
@nonexhaustive
public enum ServiceCall: Sendable, Hashable, CaseIterable {
    /// Takes a seat for this machine.
    case activate
    /// Asks whether the license still holds, and for a fresh lease.
    case validate
    /// Gives the seat back.
    case deactivate
    /// Reports anonymously that the app runs without a license key.
    case keyless
    /// Reads the product's settings.
    case config
    /// Reads the vendor's public keys; a tool for developers, never a source of trust.
    case keySet

    /// The HTTP method.
    public var method: String {
        switch self {
        case .activate, .validate, .deactivate, .keyless: "POST"
        case .config, .keySet: "GET"
        }
    }

    /// Whether the tenant's SDK key goes along.
    public var sendsSDKKey: Bool { self != .keySet }
}
