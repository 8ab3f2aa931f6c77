import KeylightTesting
import Testing

@testable import Keylight

@Suite("The transport where the app has not chosen")
struct PlatformTransportTests {
    private let log = InMemoryLogHandler()
    private var logger: LicenseLogger { LicenseLogger(category: "facade", handlers: [log]) }

    #if os(Linux)
        @Test("it is libcurl on Linux, without a word")
        func curl() {
            #expect(PlatformTransport.make(logger: logger) is CurlTransport)
            #expect(log.lines.isEmpty)
        }
    #endif

    @Test("without libcurl it is URLSession, and the log says why")
    func fallback() {
        let transport = PlatformTransport.make(logger: logger) { () throws(TransportError) in
            throw TransportError(.other, message: "libcurl could not be loaded; install libcurl4")
        }
        #expect(transport is URLSessionTransport)
        #expect(
            log.lines == [
                "requests go over URLSession, where a broken reply can end the process: "
                    + "libcurl could not be loaded; install libcurl4"
            ]
        )
        #expect(log.events.map(\.level) == [.error])
        #expect(log.events.map(\.category) == ["transport"])
    }

    @Test("an app's own transport is taken as it is, without a word")
    func ownTransport() throws {
        let configuration = try KeylightConfiguration(
            sdkKey: nil,
            tenantId: "acme",
            productId: "editor",
            trustedPublicKeys: ["k1": "8QkyJGwaIqAuN0jdsCnBtv3D9fylv4PHqCVufx7xje0="],
            storage: .inMemory,
            transport: ScriptedTransport(),
            logHandlers: [log]
        )
        #expect(configuration.transport is ScriptedTransport)
        #expect(log.lines.isEmpty)
    }
}
