/// When the license itself ends, as the server last said; not to be confused with the end of a lease.
///
/// It is shown to people and never decides anything: it is not signed.
public enum LicenseEnd: Sendable, Hashable, Codable {
    /// The license never ends.
    case lifetime
    /// The license ends at this moment.
    case at(Timestamp)
}
