#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif
#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import Testing

@testable import KeylightServer

@Suite("Starting and stopping")
struct LifecycleTests {
    private static func configuration(
        tenant: String = "acme",
        product: String = "app",
        seed: [UInt8] = Array(0..<32),
        kid: String = "k1",
        port: Int = 0
    ) -> LocalLicenseServerConfiguration {
        LocalLicenseServerConfiguration(
            tenant: tenant,
            product: product,
            signingSeed: seed,
            kid: kid,
            port: port,
            now: { Bench.start }
        )
    }

    @Test(
        "What a server cannot be made of is refused",
        arguments: [
            (configuration(tenant: ""), LocalLicenseServerError.invalidIdentifier("")),
            (configuration(tenant: "Acme"), .invalidIdentifier("Acme")),
            (configuration(product: "a/b"), .invalidIdentifier("a/b")),
            (configuration(product: ".."), .invalidIdentifier("..")),
            (configuration(tenant: "_admin"), .invalidIdentifier("_admin")),
            (configuration(seed: []), .invalidSeed(byteCount: 0)),
            (configuration(seed: Array(0..<33)), .invalidSeed(byteCount: 33)),
            (configuration(kid: ""), .invalidKeyIdentifier("")),
            (configuration(kid: "a|b"), .invalidKeyIdentifier("a|b")),
            (configuration(kid: "a b"), .invalidKeyIdentifier("a b")),
            (configuration(port: -1), .invalidPort(-1)),
            (configuration(port: 65_536), .invalidPort(65_536)),
        ] as [(LocalLicenseServerConfiguration, LocalLicenseServerError)]
    )
    func refused(configuration: LocalLicenseServerConfiguration, error: LocalLicenseServerError) {
        #expect(throws: error) { try LocalLicenseServer(configuration: configuration) }
        #expect(!error.description.isEmpty)
    }

    @Test("A server is found where it says, and knows its names")
    func names() throws {
        let server = try LocalLicenseServer(configuration: Self.configuration())
        #expect(server.port == 0)
        let port = try server.start()
        #expect(port > 0)
        #expect(server.port == port)
        #expect(server.baseURL == "http://127.0.0.1:\(port)")
        #expect(server.kid == "k1")
        #expect(server.now == Bench.start)
        #expect(throws: LocalLicenseServerError.alreadyRunning) { try server.start() }
        server.stop()
        server.stop()
        #expect(server.port == port)
    }

    @Test("A port that is taken is reported with the system's reason")
    func takenPort() throws {
        let first = try LocalLicenseServer(configuration: Self.configuration())
        let port = try first.start()
        let second = try LocalLicenseServer(configuration: Self.configuration(port: port))
        #expect(throws: LocalLicenseServerError.system(call: "bind", code: EADDRINUSE)) { try second.start() }
        first.stop()
    }

    @Test("A server that comes back has its port, its seats and its records")
    func restart() throws {
        let bench = try Bench()
        let instanceID = try bench.takeSeat()
        let port = bench.server.port
        bench.server.stop()
        try bench.server.start()
        #expect(bench.server.port == port)
        #expect(try bench.validate(instanceID).status == 200)
        #expect(bench.server.recordedRequests.count == 2)
    }

    @Test("A stop ends connections in every state")
    func stopEndsConnections() throws {
        let bench = try Bench()
        let idle = try bench.connect()
        let used = try bench.connect()
        try used.send(Bench.request("GET", "/acme/app/config"))
        _ = try used.reply()
        let halfSent = try bench.connect()
        try halfSent.send("GET /acme")
        let unread = try bench.connect()
        try bench.server.inject(.oversizedReply(bytes: 16_777_216), times: 1)
        try unread.send(Bench.request("GET", "/acme/app/config"))
        bench.server.stop()
        for connection in [idle, used] { #expect(try connection.rest().isEmpty) }
        _ = try halfSent.rest()
        withExtendedLifetime(unread) { #expect(bench.server.openConnectionCount == 0) }
    }

    #if os(macOS) || os(Linux)
        @Test("A hundred starts and stops, with connections open at the end, leave nothing behind")
        func noLeaks() async {
            // In a process of its own: other tests open descriptors at the same time.
            await #expect(processExitsWith: .success) {
                let bench = try Bench()
                let used = { try LifecycleTests.useAndStop(bench) }
                try used()
                let descriptors = LifecycleTests.descriptorCount()
                let threads = LifecycleTests.threadCount()
                for _ in 0..<100 {
                    try bench.server.start()
                    try used()
                }
                #expect(LifecycleTests.descriptorCount() == descriptors)
                #expect(LifecycleTests.threadCount() == threads)
            }
        }

        @Test("A server that is let go gives its port back")
        func deinitStops() async {
            await #expect(processExitsWith: .success) {
                var port = 0
                do {
                    let server = try LocalLicenseServer(configuration: LifecycleTests.configuration())
                    port = try server.start()
                    _ = try LoopbackConnection(port: port)
                }
                #expect(throws: LoopbackConnection.Failure.cannotConnect) {
                    try LoopbackConnection(port: port)
                }
            }
        }
    #endif

    private static func useAndStop(_ bench: Bench) throws {
        let open = try (0..<3).map { _ in try bench.connect() }
        try open[0].send("GET")
        try open[1].send(Bench.request("GET", "/acme/app/config"))
        _ = try open[1].reply()
        try bench.server.inject(.silence, times: 1)
        try open[2].send(Bench.request("GET", "/acme/app/config"))
        #expect(try bench.exchange("GET", "/nowhere").status == 404)
        bench.server.stop()
        for connection in open { _ = try connection.rest() }
    }

    private static func descriptorCount() -> Int {
        (0..<Int32(1_024)).count { fcntl($0, F_GETFD) >= 0 }
    }

    /// Nil where the system does not list threads in a folder.
    private static func threadCount() -> Int? {
        try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
    }
}
