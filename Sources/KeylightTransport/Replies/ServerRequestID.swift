import KeylightCore

/// Reads the server's own id of a call, so that its vendor's support can find it.
enum ServerRequestID {
    /// Long enough for any id that is meant to be copied.
    private static let lengths = 1...64

    /// The id; nil when there is none, or when it is not a short plain word without a secret of the call.
    static func read(in response: TransportResponse, texts: ForeignText) -> String? {
        guard let id = response.header(HeaderName.serverRequestID), lengths.contains(id.utf8.count),
            id.utf8.allSatisfy(isPlain), texts.name(id) == id
        else { return nil }
        return id
    }

    /// Letters, digits, and what UUIDs, Base64 and traces are written with; nothing that a log gives a meaning.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
            UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "+"), UInt8(ascii: "="):
            true
        default: false
        }
    }
}
