/// Why bytes were refused before they became a request; the connection ends after the answer.
struct HTTPRequestError: Error, Equatable {
    var status: Int
    var text: String

    static func malformed(_ text: String) -> HTTPRequestError {
        HTTPRequestError(status: 400, text: text)
    }

    static let timedOut = HTTPRequestError(status: 408, text: "The request took too long to arrive.")
    static let bodyTooLarge = HTTPRequestError(status: 413, text: "The request body is too large.")
    static let headTooLarge = HTTPRequestError(status: 431, text: "The request head is too large.")
}
