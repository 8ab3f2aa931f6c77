public import KeylightCore

/// Reports an install that has no license.
public struct KeylessRequest: Sendable, Hashable {
    /// Under which it reports itself.
    public var anonymousID: AnonymousID
    /// What it reports.
    public var state: KeylessState
    /// The machine's hash as the protocol defines it; nil leaves it out.
    public var machineHash: String?
    /// What is told about the app and the machine.
    public var telemetry: Telemetry

    /// Makes a report.
    public init(
        anonymousID: AnonymousID,
        state: KeylessState,
        machineHash: String? = nil,
        telemetry: Telemetry = .none
    ) {
        self.anonymousID = anonymousID
        self.state = state
        self.machineHash = machineHash
        self.telemetry = telemetry
    }

    /// The JSON that is sent.
    public var body: [UInt8] {
        var body = RequestBody()
        body.add("instance_id", anonymousID.rawValue)
        body.add("state", state.rawValue)
        body.add("machine_hash", machineHash)
        telemetry.add(to: &body)
        return body.finished
    }
}

extension KeylessRequest: CustomStringConvertible, CustomReflectable {
    /// State and fingerprint; neither the id nor the machine's hash.
    public var description: String { "report \(state.rawValue) \(anonymousID)" }
    /// Shows as little as the description.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
