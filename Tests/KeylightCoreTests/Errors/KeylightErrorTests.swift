import KeylightCore
import Testing

@Suite("KeylightError")
struct KeylightErrorTests {
    private struct Underlying: Error {
        let secret = "ACME-QQQQ"
    }

    @Test("one line says what was tried, what went wrong, and under which request id")
    func line() {
        let error = KeylightError(
            operation: .activate,
            kind: .seatLimitReached,
            requestID: RequestID("3f9a01bc"),
            status: 402
        )
        #expect("\(error)" == "activate: all seats are taken (status 402) [3f9a01bc]")
    }

    @Test("the server's own id stands beside ours, and not without it")
    func serverID() {
        var error = KeylightError(
            operation: .validate,
            kind: .movedDevice,
            requestID: RequestID("3f9a01bc"),
            serverRequestID: "srv-42"
        )
        #expect("\(error)".hasSuffix("[3f9a01bc, server srv-42]"))
        error.requestID = nil
        #expect(!"\(error)".contains("srv-42"))
    }

    @Test("a status that the cause names already is not said twice")
    func statusOnce() {
        let error = KeylightError(
            operation: .validate,
            kind: .noAnswer(.serverFault(status: 503)),
            status: 503
        )
        #expect("\(error)".components(of: "503") == 1)
    }

    @Test("a seat that may be taken is mentioned")
    func seat() {
        let error = KeylightError(operation: .activate, kind: .noAnswer(.timedOut), seatMayBeTaken: true)
        #expect("\(error)".contains("a seat may have been taken"))
    }

    @Test("dump and reflection show the line, not what the transport kept")
    func reflection() {
        let error = KeylightError(operation: .validate, kind: .noLicenseKey, underlying: Underlying())
        var dumped = ""
        dump(error, to: &dumped)
        #expect(!dumped.contains("QQQQ"))
        #expect(!"\(error) \(String(reflecting: error))".contains("QQQQ"))
    }

    @Test("hostile words of the server are quoted in the text, so that they cannot forge a line")
    func quoting() {
        let causes: [FailureCause] = [.unknownKeyID("k\n[forged]"), .unknownLeaseStatus("s\n[forged]")]
        for cause in causes {
            #expect(!"\(cause)".contains("\n"))
        }
    }
}

extension String {
    fileprivate func components(of part: String) -> Int {
        ranges(of: part).count
    }
}
