/// Why a local licensing server cannot do what it was asked for.
public enum LocalLicenseServerError: Error, Sendable, Hashable {
    /// Tenant or product is empty or holds something else than `[a-z0-9_-]`, or the tenant is `_admin`,
    /// whose paths are those of the admin calls.
    case invalidIdentifier(String)
    /// The key id is empty, longer than 64 characters, or holds something that the signed bytes cannot.
    case invalidKeyIdentifier(String)
    /// A key with this id is published already.
    case keyIdentifierTaken(String)
    /// The key with this id signs, so it cannot be retired.
    case keyInUse(String)
    /// No key with this id is published.
    case unknownKeyIdentifier(String)
    /// The signing seed is not 32 bytes long; the count that it has.
    case invalidSeed(byteCount: Int)
    /// The port is not in 0…65535.
    case invalidPort(Int)
    /// A lease length, or a lifetime of the settings, outside 1…315,360,000 seconds (ten years).
    case invalidLifetime(Int64)
    /// The trial length is not in 0…36,500 days.
    case invalidTrialLength(Int64)
    /// The license key holds something else than `[A-Z0-9-]` after its letters were uppercased, or no
    /// letter and no digit at all, or is longer than 256 characters. The text does not repeat it.
    case invalidLicenseKey
    /// An entitlement is empty or holds `|`, `,` or a control character: the signed bytes would be ambiguous.
    case invalidEntitlement(String)
    /// The number of seats is negative.
    case invalidSeatCount(Int)
    /// A number of a fault (status, milliseconds, bytes, times) outside its bounds; its description.
    case invalidFault(String)
    /// The server has no such license.
    case unknownLicense
    /// `start()` was called on a server that is running.
    case alreadyRunning
    /// A call into the system failed, such as `bind` on a port that is taken, with its error number.
    case system(call: String, code: Int32)
    /// The cryptographic library could not make the key or the signature; its own description.
    case cryptography(String)
}

extension LocalLicenseServerError: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch self {
        case .invalidIdentifier(let text): "“\(text)” is no tenant or product: only a-z, 0-9, _ and - are."
        case .invalidKeyIdentifier(let text):
            "“\(text)” is no key id: 1 to 64 visible ASCII characters, none of them |."
        case .keyIdentifierTaken(let kid): "A key “\(kid)” is published already."
        case .keyInUse(let kid): "The key “\(kid)” is the one that signs."
        case .unknownKeyIdentifier(let kid): "No key “\(kid)” is published."
        case .invalidSeed(let count): "A signing seed has 32 bytes, not \(count)."
        case .invalidPort(let port): "\(port) is no port: 0 to 65535 are."
        case .invalidLifetime(let seconds): "\(seconds) s is no lifetime: 1 s to ten years are."
        case .invalidTrialLength(let days): "\(days) is no trial length: 0 to 36500 days are."
        case .invalidLicenseKey: "The license key is not 1 to 256 characters of A-Z, 0-9 and -."
        case .invalidEntitlement(let text): "“\(text)” is no entitlement: it is empty or holds | or ,."
        case .invalidSeatCount(let count): "\(count) is no number of seats."
        case .invalidFault(let text): "The fault is out of bounds: \(text)."
        case .unknownLicense: "The server has no such license."
        case .alreadyRunning: "The server is running already."
        case .system(let call, let code): "\(call) failed with error \(code)."
        case .cryptography(let text): "The cryptographic library failed: \(text)."
        }
    }
}
