public import KeylightCore

@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
extension Simulation {
    /// Makes a small licensing service that goes by this simulation's time, with a transport of its own.
    ///
    /// - Parameters:
    ///   - licenseKey: the one key that it knows.
    ///   - entitlements: what the license allows.
    ///   - signer: what signs the leases; nil makes the usual one.
    /// - Throws: `LicenseKeyError` when `licenseKey` is none, or `CryptoError` when the platform cannot sign.
    public func makeService(
        licenseKey: String = SimulatedLicenseService.defaultLicenseKey,
        entitlements: [Entitlement] = [],
        signer: TestSigner? = nil
    ) throws -> SimulatedLicenseService {
        try SimulatedLicenseService(
            clock: clock,
            transport: makeTransport(),
            licenseKey: licenseKey,
            entitlements: entitlements,
            signer: signer ?? TestSigner()
        )
    }
}
