/// How much is told to the vendor about the app and the machine. Whether a license holds never depends on it.
public enum TelemetryLevel: Sendable, Hashable {
    /// Nothing optional, and no reports of installs without a license. The machine's hash is left out, too, so an
    /// activation that is repeated after a lost answer may take a second seat.
    case off
    /// Versions of app, SDK and system, platform, and that this is the Swift SDK; and, without a license, an
    /// anonymous report once a day that the product is used.
    case standard
    /// Also the architecture, and the classes of the number of cores and of the memory.
    case full
}
