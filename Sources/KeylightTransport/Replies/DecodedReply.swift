import KeylightCore

/// A decoded reply, with what the log should say about the parts that could not be used.
struct DecodedReply: Sendable, Hashable {
    var reply: ServerReply
    /// Phrases without any value of the body.
    var notes: [String] = []
}
