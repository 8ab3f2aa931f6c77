/// Whether what the SDK knows is also on disk.
public enum PersistenceCondition: Sendable, Hashable {
    /// All is saved.
    case saved
    /// The last write, or the last read, failed for this reason; what is in memory holds, and it is tried again.
    case failing(String)
}
