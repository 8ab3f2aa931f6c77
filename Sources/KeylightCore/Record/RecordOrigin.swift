/// Where a license was activated: two hints by which a copy on another machine is told from the original.
///
/// Neither is a secret, and neither is the identity of the install: that is the instance id. They only answer
/// whether the record has been carried away from where it was made.
public struct RecordOrigin: Sendable, Hashable, Codable {
    /// The machine's hash as the protocol defines it.
    public var machineHash: String
    /// What tells the store's place from a copy of it, such as its files' numbers; nil when the store cannot tell.
    public var place: String?

    /// Makes an origin.
    public init(machineHash: String, place: String? = nil) {
        self.machineHash = machineHash
        self.place = place
    }
}
