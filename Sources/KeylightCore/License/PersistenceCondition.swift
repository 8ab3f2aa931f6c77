/// Whether what the SDK knows is also on disk.
public enum PersistenceCondition: Sendable, Hashable {
    /// All is saved.
    case saved
    /// The last write failed for this reason; what is in memory holds, and the write is tried again.
    case failing(String)
}
