import Keylight
import Testing

@testable import keylightctl

struct DemoTests {
    @Test func playsAllStepsAndAllIsAsItShouldBe() async throws {
        let demo = try Demo()
        let report = try await demo.run()
        for step in report.steps {
            for check in step.checks where !check.holds {
                Issue.record("\(step.number). \(step.title): \(check.text)")
            }
            #expect(step.isGood, "\(step.title)")
        }
        #expect(report.isGood)
        #expect(report.steps.count == 14)
        #expect(report.demoSeconds > 25 * Seconds.day)
        #expect(!demo.folder.exists)
        #expect(report.line.hasPrefix("demo: 14 steps, \(report.checkCount) checks, all as it should be; "))
        // Each step shows what the app showed, with the ids of the requests; none shows the key.
        #expect(report.steps.dropLast().allSatisfy { !$0.observations.isEmpty })
        let ids = report.steps.flatMap(\.observations).compactMap(\.requestID)
        #expect(Set(ids).count == ids.count && ids.count >= 14)
        let text = report.steps.flatMap(\.lines).joined() + report.steps.map(\.json.line).joined()
        #expect(!text.contains(Demo.licenseKey))
    }

    @Test func isWrongWhenOneCheckIs() {
        var step = DemoStep(number: 1, title: "one")
        #expect(!step.isGood)
        step.checks = [.init(text: "good", holds: true)]
        #expect(step.isGood)
        step.checks.append(.init(text: "bad", holds: false))
        #expect(!step.isGood)
        #expect(step.lines.suffix(2) == ["   ok    good", "   WRONG bad"])
        let report = DemoReport(steps: [step], demoSeconds: 90_000, realMilliseconds: 1_250)
        #expect(!report.isGood && report.wrongCount == 1)
        #expect(report.line == "demo: 1 steps, 2 checks, 1 WRONG; 1 days in 1.2 s")
        #expect(
            report.json.line == #"{"summary":"demo","ok":false,"steps":1,"checks":2,"wrong":1,"#
                + #""demo_seconds":90000,"real_milliseconds":1250}"#
        )
        #expect(!DemoReport(steps: [], demoSeconds: 0, realMilliseconds: 0).isGood)
    }
}
