import Keylight
import KeylightServer

/// What the server is asked to be.
struct ServeOptions: Sendable {
    static let defaultTenant = "acme"
    static let defaultProduct = "app"

    var port: Int
    var tenant: String
    var product: String
    var sdkKey: String?
    var seed: SigningSeed
    var licenses: [ServedLicense]
    var leaseLength: Int64
    var settings: ServedSettings

    init(_ arguments: ParsedArguments) throws(UsageError) {
        port = Int(try arguments.integer(.port, in: 0...65_535) ?? 0)
        tenant = try Self.identifier(arguments, .servedTenant, otherwise: Self.defaultTenant)
        product = try Self.identifier(arguments, .servedProduct, otherwise: Self.defaultProduct)
        sdkKey = arguments.value(.servedSDKKey)
        if let sdkKey, SDKKey(sdkKey) == nil {
            throw UsageError(
                "\(arguments.source(of: .servedSDKKey)): it is not sdk_live_ and 64 hexadecimal characters"
            )
        }
        if let text = arguments.value(.signingSeed) {
            guard let seed = SigningSeed(text) else {
                throw UsageError(
                    "\(arguments.source(of: .signingSeed)): it is neither 64 hexadecimal digits nor Base64"
                        + " of 32 bytes"
                )
            }
            self.seed = seed
        } else {
            seed = .generated()
        }
        licenses = try Self.licenses(arguments.values(.license))
        leaseLength = try arguments.integer(.leaseLength, in: 1...315_360_000) ?? 7 * Seconds.day
        settings = ServedSettings(
            trialDurationDays: try arguments.integer(.trialDays, in: 0...36_500) ?? 0,
            isFreeTierEnabled: arguments.isGiven(.freeTier)
        )
    }

    /// Makes the server; it does not run yet.
    func makeServer(now: @escaping @Sendable () -> Int64) throws -> LocalLicenseServer {
        do throws(LocalLicenseServerError) {
            return try LocalLicenseServer(
                configuration: LocalLicenseServerConfiguration(
                    tenant: tenant,
                    product: product,
                    sdkKey: sdkKey,
                    signingSeed: seed.bytes,
                    licenses: licenses,
                    leaseLength: leaseLength,
                    settings: settings,
                    port: port,
                    now: now
                )
            )
        } catch .invalidIdentifier(let name) {
            // The one name that is well formed and taken: the tenant's paths would hide the admin calls.
            throw UsageError("--tenant: \(name.debugDescription) cannot be used")
        }
    }

    private static func identifier(
        _ arguments: ParsedArguments,
        _ option: OptionSyntax,
        otherwise standard: String
    ) throws(UsageError) -> String {
        let text = arguments.value(option) ?? standard
        guard ServiceIdentifier(text) != nil else {
            throw UsageError(
                "\(arguments.source(of: option)): \(text.debugDescription) is not one or more of a-z, 0-9,"
                    + " _ and -"
            )
        }
        return text
    }

    private static func licenses(_ texts: [String]) throws(UsageError) -> [ServedLicense] {
        var licenses: [ServedLicense] = []
        for (index, text) in texts.enumerated() {
            do throws(UsageError) {
                let license = try LicenseSpecification(text).license
                guard !licenses.contains(where: { $0.key == license.key }) else {
                    throw UsageError("the key is that of one before it")
                }
                licenses.append(license)
            } catch {
                throw UsageError("--license, number \(index + 1): \(error.text)")
            }
        }
        return licenses
    }
}
