import KeylightTransport
import Testing

@testable import KeylightCurl

@Suite struct CurlFailureTests {
    @Test(
        "curl's codes are told apart",
        arguments: [
            (5, 0, .cannotConnect), (6, 0, .cannotConnect), (7, 111, .cannotConnect), (7, 101, .notConnected),
            (97, 0, .cannotConnect), (28, 0, .timedOut), (60, 0, .tlsFailed), (35, 0, .tlsFailed),
            (52, 0, .connectionLost), (56, 104, .connectionLost), (18, 0, .connectionLost), (3, 0, .other),
            (-2, 0, .oversizeReply), (-3, 0, .other),
        ] as [(Int32, Int, TransportError.Kind)]
    )
    func codes(code: Int32, systemError: Int, kind: TransportError.Kind) {
        let failure = CurlFailure(code: code, systemError: systemError)
        #expect(failure.kind == kind)
        #expect(!failure.isCancellation)
        #expect(failure.isProxyFailure == [5, 97].contains(code))
    }

    @Test(
        "a broken connection over which nothing was sent is one that did not come about",
        arguments: [
            8, 18, 52, 55, 56,
        ] as [Int32]
    )
    func unsent(code: Int32) {
        #expect(CurlFailure(code: code, isUnsent: true).kind == .cannotConnect)
        #expect(CurlFailure(code: code, isUnsent: true).error.mayHaveArrived == false)
        #expect(CurlFailure(code: code, isUnsent: false).error.mayHaveArrived)
    }

    @Test(
        "what is no lost connection stays what it is",
        arguments: [
            (28, .timedOut), (60, .tlsFailed), (-2, .oversizeReply), (3, .other),
        ] as [(Int32, TransportError.Kind)]
    )
    func unsentOtherwise(code: Int32, kind: TransportError.Kind) {
        #expect(CurlFailure(code: code, isUnsent: true).kind == kind)
    }

    @Test(
        "a proxy that gives no tunnel is named; one that gives it is out of the matter",
        arguments: [
            (0, false), (199, true), (200, false), (299, false), (300, true), (407, true), (502, true),
        ]
    )
    func proxyStatus(status: Int, isProxyFailure: Bool) {
        let failure = CurlFailure(code: 56, proxyStatus: status, message: "x")
        #expect(failure.isProxyFailure == isProxyFailure)
        #expect(failure.kind == (isProxyFailure ? .cannotConnect : .connectionLost))
        #expect(failure.error.message == (isProxyFailure ? "proxy failure, x" : "x"))
    }

    /// The text alone, which a server could have a hand in, proves nothing.
    @Test("a proxy that hangs up is named by curl's text, when nothing was sent")
    func proxyText() {
        var failure = CurlFailure(code: 56, isUnsent: true, message: "Proxy CONNECT aborted")
        #expect(failure.isProxyFailure)
        failure.isUnsent = false
        #expect(!failure.isProxyFailure)
        #expect(failure.kind == .connectionLost)
    }

    @Test("a cancellation is none of these")
    func cancellation() {
        #expect(CurlFailure(code: -1).isCancellation)
    }
}
