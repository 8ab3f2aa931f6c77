/// Bounds of what one connection may cost, all in one place so that tests can tighten them.
struct HTTPLimits: Sendable {
    /// The longest request head, in bytes, trailers included.
    var headBytes = 16 * 1024
    /// The longest request body, in bytes, after removal of the chunk framing.
    var bodyBytes = 64 * 1024
    /// The most header lines of one request.
    var headerLines = 100
    /// The longest chunk-size line with its extensions, in bytes.
    var chunkLineBytes = 256
    /// Connections served at once; one more is answered with 503 and closed.
    var connections = 256
    /// How long a connection may stay open without a request, in milliseconds.
    var idleMilliseconds = 60_000
    /// How long one request may take to arrive, from its first byte, in milliseconds. It bounds a client
    /// that sends a byte now and then as well as one that stops.
    var requestMilliseconds = 15_000
    /// How long one reply may take to be accepted by the client, in milliseconds.
    var replyMilliseconds = 15_000
    /// How long the server waits for the client's end of a connection that it has ended, in milliseconds.
    var lingerMilliseconds = 2_000
    /// The grain of all of the above, in milliseconds.
    var tickMilliseconds = 250
}
