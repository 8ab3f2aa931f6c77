import KeylightCore
import KeylightEngine
import KeylightLogging
import KeylightTestSupport
import KeylightTesting
import KeylightTransport
import KeylightVerification
import Testing

/// Whether the server hashes license keys as it documents is told, and decides nothing.
@Suite("The hash of the license key")
struct KeyHashReportTests {
    private func activate(hash: String?) throws -> LicenseBench {
        let bench = try LicenseBench()
        try bench.launchProcess()
        var lease = try bench.lease()
        if let hash {
            lease.licenseKeyHash = hash
            lease = try bench.signer.sign(lease)
        }
        bench.transport.enqueue(bench.activated(with: lease))
        let key = bench.key.rawValue
        try bench.run { try await $0.activate(key: key) }
        #expect(try bench.state == .licensed)
        return bench
    }

    private func lines(_ bench: LicenseBench) -> [LicenseLogEvent] {
        bench.log.events.filter { $0.message.contains("key hash") }
    }

    @Test("the documented one is a detail, in upper case as well", arguments: [false, true])
    func documented(isUppercase: Bool) throws {
        let key = try LicenseKey(parsing: "ACME-TEST-0000-0001")
        let hash = try LicenseKeyHash.documented(for: key)
        let bench = try activate(hash: isUppercase ? hash.uppercased() : nil)
        #expect(lines(bench).map(\.level) == [.debug])
        #expect(lines(bench).first?.requestID == bench.transport.requests.first?.requestID)
        let explanation = try bench.run { await $0.explain() }
        #expect(explanation.keyHashIsDocumented == true)
        #expect("\(explanation)".contains("key hash: as documented"))
        try bench.finish()
    }

    @Test("another one is worth a line, once, and licenses all the same")
    func other() throws {
        let bench = try activate(hash: String(repeating: "ab", count: 32))
        #expect(lines(bench).map(\.level) == [.notice])
        let explanation = try bench.run { await $0.explain() }
        #expect(explanation.keyHashIsDocumented == false)
        #expect("\(explanation)".contains("key hash: not by the documented formula"))
        try bench.relaunch()
        #expect(lines(bench).count == 1)
        #expect(try bench.run { await $0.explain() }.keyHashIsDocumented == false)
        try bench.finish()
    }

    @Test("without a license there is nothing to tell")
    func none() throws {
        let bench = try LicenseBench()
        try bench.launchProcess()
        let explanation = try bench.run { await $0.explain() }
        #expect(explanation.keyHashIsDocumented == nil)
        #expect(!"\(explanation)".contains("key hash"))
        try bench.finish()
    }
}
