import KeylightCore
import KeylightPolicy

/// The app's launch.
extension LicenseEngine {
    /// To be called once when the app starts; the local verdict is published before any request is made.
    ///
    /// With a license key it asks the server once, in every launch unless configured otherwise. Without one
    /// it stamps the start of the trial and asks nothing. When the store cannot be read, as in a login item before the
    /// first unlock, that is made up for as soon as it can.
    ///
    /// - Returns: what became of the check.
    /// - Throws: `CancellationError` only; the check itself then goes on.
    @discardableResult
    public func checkOnLaunch() async throws -> RefreshResult {
        await reload()
        owesLaunch = !state.storage.isReadable
        if state.facts.hasLicenseKey || owesLaunch {
            beginKeylessReports()
            return try await check(.launch)
        }
        await stampTrial()
        beginKeylessReports()
        releaseSeatsInBackground()
        return .skipped(.noLicenseKey)
    }

    /// Does what the app's launch could not, since the store could not be read then.
    func payLaunch() async {
        guard owesLaunch, state.storage.isReadable else { return }
        owesLaunch = false
        if state.facts.hasLicenseKey {
            // What becomes of it is published; the launch that wanted it is over.
            _ = startCheck(.launch)
        } else {
            await stampTrial()
        }
        releaseSeatsInBackground()
    }
}
