/// What a local licensing server is made of.
public struct LocalLicenseServerConfiguration: Sendable {
    /// The vendor's name in every path: `[a-z0-9_-]+`.
    public var tenant: String
    /// The product's name in every path but that of the key set: `[a-z0-9_-]+`.
    public var product: String
    /// The SDK key that every call but that of the key set has to carry; nil asks for none.
    public var sdkKey: String?
    /// The 32 bytes from which the signing key is made. The same seed always gives the same public key.
    public var signingSeed: [UInt8]
    /// The signing key's id, 1 to 64 visible ASCII characters without `|`.
    public var kid: String
    /// The licenses that exist at the start.
    public var licenses: [ServedLicense]
    /// The length of a lease in seconds. The service issues leases of 7 days.
    public var leaseLength: Int64
    /// The product settings at the start.
    public var settings: ServedSettings
    /// The port on 127.0.0.1; 0 takes any that is free.
    public var port: Int
    /// The server's clock, in seconds since 1970. It is asked once for each reply, on a thread of the
    /// server, and must not call the server. The offset of the server's clock is added to it.
    public var now: @Sendable () -> Int64

    /// Makes a configuration; it is checked when a server is made of it.
    ///
    /// There is no clock unless one is passed in: a test passes its virtual one.
    public init(
        tenant: String,
        product: String,
        sdkKey: String? = nil,
        signingSeed: [UInt8],
        kid: String = "k1",
        licenses: [ServedLicense] = [],
        leaseLength: Int64 = 7 * 86_400,
        settings: ServedSettings = ServedSettings(),
        port: Int = 0,
        now: @escaping @Sendable () -> Int64
    ) {
        self.tenant = tenant
        self.product = product
        self.sdkKey = sdkKey
        self.signingSeed = signingSeed
        self.kid = kid
        self.licenses = licenses
        self.leaseLength = leaseLength
        self.settings = settings
        self.port = port
        self.now = now
    }
}
