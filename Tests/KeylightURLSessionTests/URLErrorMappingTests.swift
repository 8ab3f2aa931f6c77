import Foundation
import KeylightTransport
import Testing

@testable import KeylightURLSession

@Suite struct URLErrorMappingTests {
    @Test(
        arguments: [
            (-1009, .notConnected), (-1018, .notConnected), (-1019, .notConnected), (-1020, .notConnected),
            (-1003, .cannotConnect), (-1004, .cannotConnect), (-1006, .cannotConnect),
            (-1022, .cannotConnect),
            (-1001, .timedOut), (-1005, .connectionLost), (-1011, .connectionLost),
            (-1200, .tlsFailed), (-1201, .tlsFailed), (-1202, .tlsFailed), (-1203, .tlsFailed),
            (-1204, .tlsFailed), (-1205, .tlsFailed), (-1206, .tlsFailed), (-1207, .other), (-1199, .other),
            (-1103, .oversizeReply),
            (-1, .other), (-999, .other), (-1000, .other), (-1002, .other), (-1007, .other), (-1015, .other),
            (-1016, .other), (-1017, .other), (0, .other), (Int.min, .other), (Int.max, .other),
        ] as [(Int, TransportError.Kind)]
    )
    func codes(code: Int, kind: TransportError.Kind) {
        #expect(URLErrorMapping.kind(domain: "NSURLErrorDomain", code: code) == kind)
        #expect(URLErrorMapping.kind(domain: "NSPOSIXErrorDomain", code: code) == .other)
    }

    @Test(
        arguments: [
            ("SSL certificate problem: self-signed certificate", .tlsFailed),
            ("SSL certificate problem: certificate has expired", .tlsFailed),
            ("SSL: no alternative certificate subject name matches target host name 'h'", .tlsFailed),
            ("OpenSSL/3.0.19: error:0A00010B:SSL routines::wrong version number", .tlsFailed),
            ("OpenSSL SSL_connect: Connection reset by peer in connection to h:443", .tlsFailed),
            ("TLS connect error: error:0A000126:SSL routines::unexpected eof while reading", .tlsFailed),
            ("OpenSSL SSL_read: Connection reset by peer, errno 104", .connectionLost),
            ("transfer closed with 98 bytes remaining to read", .connectionLost),
            ("transfer closed with outstanding read data remaining", .connectionLost),
            ("Could not resolve proxy: nope.invalid", .cannotConnect),
            ("CONNECT tunnel failed, response 407", .cannotConnect),
            ("Proxy CONNECT aborted", .cannotConnect),
            ("Can't complete SOCKS5 connection to licenses.test. (4)", .cannotConnect),
            ("No authentication method was acceptable.", .cannotConnect),
            ("SSL: no alternative certificate subject name matches target host name 'socks.h'", .tlsFailed),
            ("Error while processing content unencoding: incorrect header check", .other),
            ("", .other),
        ] as [(String, TransportError.Kind)]
    )
    func textsOfAnUnknownCode(text: String, kind: TransportError.Kind) {
        #expect(URLErrorMapping.kind(domain: "NSURLErrorDomain", code: -1, text: text) == kind)
        #expect(URLErrorMapping.kind(domain: "other", code: -1, text: text) == .other)
    }

    /// BL-063: when a proxy is in the way, the error says so.
    @Test(arguments: [
        ("kCFErrorDomainCFNetwork", 310, ""), ("kCFErrorDomainCFNetwork", 306, ""),
        ("NSURLErrorDomain", -1, "CONNECT tunnel failed, response 407"),
    ])
    func aProxyIsNamed(domain: String, code: Int, text: String) {
        let error = NSError(domain: domain, code: code, userInfo: [NSLocalizedDescriptionKey: text])
        let mapped = URLErrorMapping.transportError(for: error)
        #expect(mapped.kind == .cannotConnect)
        #expect(mapped.message.hasPrefix("proxy failure, \(domain) \(code)"))
        #expect(mapped.description.contains("proxy"))
        #expect(!mapped.mayHaveArrived)
    }

    @Test(arguments: [305, 312, 2])
    func otherCFNetworkErrorsAreNoProxys(code: Int) {
        #expect(URLErrorMapping.kind(domain: "kCFErrorDomainCFNetwork", code: code) == .other)
    }

    @Test func theErrorBeneathIsKept() {
        let mapped = URLErrorMapping.transportError(for: URLError(.timedOut))
        #expect(mapped.kind == .timedOut)
        #expect(mapped.message.hasPrefix("NSURLErrorDomain -1001"))
        #expect((mapped.underlying as? URLError)?.code == .timedOut)
    }

    private enum StrangeError: Error { case strange }

    @Test func anyOtherErrorIsOther() {
        #expect(URLErrorMapping.transportError(for: StrangeError.strange).kind == .other)
    }
}
