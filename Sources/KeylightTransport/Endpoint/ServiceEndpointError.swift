/// Why a base URL cannot be used to reach the licensing service.
///
/// The texts never repeat the URL, since a URL with a user's name in it may hold a password.
@nonexhaustive
public enum ServiceEndpointError: Error, Sendable, Hashable {
    /// There is no `scheme://` at the beginning.
    case noScheme
    /// The scheme is neither `https` nor `http`.
    case unsupportedScheme
    /// Plain `http` to another machine: license keys would travel in the clear.
    case insecureHost
    /// A user's name or password stands before the host, which also is a way to disguise the real host.
    case userInfo
    /// A query or a fragment stands in a base URL.
    case queryOrFragment
    /// The host is empty or holds characters that no host name or address has.
    case invalidHost
    /// The port is not a number from 1 to 65535.
    case invalidPort
    /// The path holds a character that must be percent-encoded, an empty segment, or `.` or `..`.
    case invalidPath
}

extension ServiceEndpointError: CustomStringConvertible {
    /// A sentence for the developer who wrote the configuration.
    public var description: String {
        switch self {
        case .noScheme: "The base URL must begin with https://."
        case .unsupportedScheme: "The base URL must use https (or http to this machine)."
        case .insecureHost: "Plain http is for localhost, 127.0.0.0/8 and [::1] only; use https."
        case .userInfo: "The base URL must not hold a user name or password."
        case .queryOrFragment: "The base URL must not hold a query or a fragment."
        case .invalidHost: "The base URL's host is no host name or IP address."
        case .invalidPort: "The base URL's port must be a number from 1 to 65535."
        case .invalidPath: "The base URL's path is not in its plain percent-encoded form."
        }
    }
}
