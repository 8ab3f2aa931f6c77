/// How much is told to the vendor about the app and the machine. Nothing ever depends on it.
public enum TelemetryLevel: Sendable, Hashable {
    /// Nothing optional.
    case off
    /// Versions of app, SDK and system, platform, and that this is the Swift SDK.
    case standard
}
