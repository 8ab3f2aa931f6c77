/// The tenant's key for this SDK, sent with each request in `X-Keylight-SDK-Key`.
///
/// Its form is `sdk_live_` and 64 hexadecimal characters. It is compiled into the app and so no real
/// secret, but it is kept out of logs all the same.
public struct SDKKey: Sendable, Hashable {
    /// The key as it is sent.
    public let rawValue: String

    /// Takes the key from the configuration; nil when it has not the documented form.
    public init?(_ rawValue: String) {
        let prefix = "sdk_live_".utf8
        guard rawValue.utf8.starts(with: prefix), rawValue.utf8.count == prefix.count + 64,
            rawValue.utf8.dropFirst(prefix.count).allSatisfy(\.isHexadecimalDigit)
        else { return nil }
        self.rawValue = rawValue
    }
}

extension SDKKey: Secret {
    /// `sdk_live_#3f2a`.
    public var redactedDescription: String { "sdk_live_#" + Fingerprint.of(rawValue) }
}
