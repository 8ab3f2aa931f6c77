import Keylight

/// How a command ended, for people and for machines.
struct VerdictReport: Sendable {
    /// What became of the request that the command made.
    struct Result: Sendable, Hashable {
        /// One of a fixed set of words.
        var name: String
        /// Why nothing was asked, in one word; nil when it was.
        var skipReason: String?
        /// Seconds until it may be asked again; nil when that is not what holds it back.
        var waitSeconds: Int64?
        /// The same for people; nil when the name says it all.
        var text: String?
    }

    var command: String
    var status: ToolStatus
    var snapshot: LicenseSnapshot
    /// The stored key in its redacted form.
    var licenseKey: String?
    var requestID: RequestID?
    var result: Result?
    var error: KeylightError?
    var explanation: LicenseExplanation?
}
