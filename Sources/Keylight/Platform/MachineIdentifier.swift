import KeylightCore
import KeylightVerification

/// The system's name for this machine, read once and then remembered.
///
/// Reading can fail for a moment, and has given other values on the same machine. So the first good one stays for
/// as long as the process lives; one that says nothing is not remembered, and is read again the next time.
final class MachineIdentifier: Sendable {
    /// The one of this process.
    static let shared = MachineIdentifier { PlatformMachine.identifier }

    private let known = Locked<String?>(nil)
    private let read: @Sendable () -> String?

    init(read: @escaping @Sendable () -> String?) {
        self.read = read
    }

    /// The identifier; nil when the system tells none.
    var value: String? {
        if let value = known.withLock({ $0 }) { return value }
        guard let value = read(), MachineHash.isUsable(value) else { return nil }
        return known.withLock { known in
            // Two threads may have read at the same time; all get what the first one found.
            if known == nil { known = value }
            return known
        }
    }
}
