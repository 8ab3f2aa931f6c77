import Foundation
import KeylightCore
import KeylightTestSupport
import KeylightTesting
import Testing

/// Fixtures that ran out on a real day; CI runs the suite in 2020 and in 2036 as well.
@Suite("Field cases: dates of fixtures")
struct FixtureDateTests {
    @Test("BL-045: a license of the bench begins and ends by the virtual clock alone")
    func bl045() throws {
        let bench = try LicenseBench.licensed()
        #expect(bench.now == LicenseBench.start)
        let lease = try #require(try bench.record.lease)
        #expect(lease.issuedAt == LicenseBench.start)
        #expect(lease.expiresAt == LicenseBench.start.adding(LicenseBench.week))
        try bench.finish()
    }

    @Test("BL-045: no test looks at the real date but those of the system clock")
    func bl045Sources() throws {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let allowed = ["KeylightClockTests", "HintsTests.swift", "AppleStubs", "FixtureDateTests.swift"]
        let forbidden = ["System" + "Clock()", "Date" + "()", "Date" + ".now", "Continuous" + "Clock()"]
        var read = 0
        let files = try #require(FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil))
        for case let file as URL in files where file.pathExtension == "swift" {
            guard !allowed.contains(where: { file.path.contains($0) }) else { continue }
            read += 1
            let text = try String(contentsOf: file, encoding: .utf8)
            for word in forbidden {
                // Not as the end of a longer name.
                let isRead = text.contains(" " + word) || text.contains("(" + word)
                #expect(!isRead, "\(file.lastPathComponent): \(word)")
            }
        }
        #expect(read > 150)
    }
}
