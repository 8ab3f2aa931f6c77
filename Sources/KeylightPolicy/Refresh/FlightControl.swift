/// Decides who starts a request, who joins one, and whose answer still counts.
///
/// A pure value, so that the rule "one at a time, and nothing of an earlier generation is applied" can be
/// tested over every interleaving.
public struct FlightControl: Sendable, Hashable {
    /// One request under way.
    public struct Ticket: Sendable, Hashable {
        /// Unique in this process.
        public let number: UInt64
        /// The generation of the license that it asks about.
        public let generation: UInt64
    }

    /// What a caller should do.
    public enum Boarding: Sendable, Hashable {
        /// Start the request; the ticket is its name.
        case start(Ticket)
        /// Wait for the one that is under way.
        case join(Ticket)
    }

    /// The request that is under way; nil when there is none.
    public private(set) var current: Ticket?
    /// Grows with each activation and deactivation.
    public private(set) var generation: UInt64 = 0
    private var nextNumber: UInt64 = 0

    /// Starts with nothing under way.
    public init() {}

    /// Starts a request, or joins the one that is under way.
    public mutating func board() -> Boarding {
        if let current { return .join(current) }
        let ticket = Ticket(number: nextNumber, generation: generation)
        nextNumber &+= 1
        current = ticket
        return .start(ticket)
    }

    /// Ends a request; true when its answer still counts.
    public mutating func land(_ ticket: Ticket) -> Bool {
        guard current == ticket else { return false }
        current = nil
        return ticket.generation == generation
    }

    /// Begins a new generation: what is under way is abandoned, and its answer will not count.
    ///
    /// - Returns: the ticket of the abandoned request; nil when there was none.
    @discardableResult
    public mutating func beginGeneration() -> Ticket? {
        generation &+= 1
        defer { current = nil }
        return current
    }
}
