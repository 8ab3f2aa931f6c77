/// A response and the way in which it reaches the client, or fails to.
struct HTTPReply: Sendable {
    var response: HTTPResponse
    /// How long the reply is held back, in milliseconds.
    var delayMilliseconds = 0
    var delivery = Delivery.whole

    enum Delivery: Sendable, Equatable {
        case whole
        /// The connection ends without a byte.
        case dropped
        /// Nothing is sent, and the connection stays open until the client gives up.
        case withheld
        /// The head names the whole length, half of the body follows, then the connection ends.
        case truncated
        /// The head comes at once, then one byte of the body every so many milliseconds.
        case trickled(milliseconds: Int)
    }

    init(_ response: HTTPResponse) {
        self.response = response
    }
}
