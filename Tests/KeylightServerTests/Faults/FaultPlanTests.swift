import Testing

@testable import KeylightServer

@Suite("Which fault meets which request")
struct FaultPlanTests {
    private func plan(_ entries: FaultPlan.Entry...) throws -> FaultPlan {
        var plan = FaultPlan()
        for entry in entries { try plan.add(entry) }
        return plan
    }

    @Test("Faults of one kind are taken in their order, each as often as it says")
    func order() throws {
        var plan = try plan(
            .init(fault: .status(503), timesLeft: 2),
            .init(fault: .garbageJSON, timesLeft: 1),
            .init(fault: .htmlPage, timesLeft: nil)
        )
        let faults = (0..<5).map { _ in plan.take(for: .validate).faults[.reply] }
        #expect(faults == [.status(503), .status(503), .garbageJSON, .htmlPage, .htmlPage])
        plan.clear()
        #expect(plan.take(for: .validate).faults.isEmpty)
    }

    @Test("A fault for one call waits for that call")
    func endpoint() throws {
        var plan = try plan(.init(fault: .status(500), endpoint: .validate, timesLeft: 1))
        #expect(plan.take(for: .activate).faults.isEmpty)
        #expect(plan.take(for: .validate).faults[.reply] == .status(500))
        #expect(plan.take(for: .validate).faults.isEmpty)
    }

    @Test("Faults of different kinds meet one request together")
    func together() throws {
        var plan = try plan(
            .init(fault: .latency(milliseconds: 1), timesLeft: 1),
            .init(fault: .wrongEcho, timesLeft: 1),
            .init(fault: .truncatedBody, timesLeft: 1),
            .init(fault: .lease(.replayed), timesLeft: 1),
            .init(fault: .badSettingsSignature, timesLeft: 1)
        )
        let selection = plan.take(for: .validate)
        #expect(Set(selection.faults.keys) == [.delay, .echo, .delivery, .lease, .settings])
        #expect(selection.performsRequest)
        #expect(selection.leaseFault == .replayed)
        #expect(selection.spoilsSettings)
        #expect(plan.entries.isEmpty)
    }

    @Test(
        "A request whose reply is replaced is carried out only when the fault says so",
        arguments: [false, true]
    )
    func performing(performs: Bool) throws {
        for fault: ServerFault in [.status(500), .dropConnection, .silence, .htmlPage] {
            var plan = try plan(.init(fault: fault, timesLeft: 1, performsRequest: performs))
            #expect(plan.take(for: .activate).performsRequest == performs)
        }
    }

    @Test(
        "Faults out of bounds are refused",
        arguments: [
            ServerFault.latency(milliseconds: -1), .latency(milliseconds: 600_001),
            .trickle(milliseconds: -1),
            .status(199), .status(600), .status(-5), .status(200, headers: ["A B": "c"]),
            .status(200, headers: ["A": "b\r\nC: d"]), .status(200, headers: ["content-Length": "1"]),
            .status(200, headers: ["": "x"]), .retryAfter("\n"), .retryAfter("1", status: 0),
            .oversizedReply(bytes: -1), .oversizedReply(bytes: 16_777_217),
        ]
    )
    func bounds(fault: ServerFault) {
        #expect(throws: LocalLicenseServerError.self) { try plan(.init(fault: fault)) }
        #expect(throws: LocalLicenseServerError.self) { try plan(.init(fault: .htmlPage, timesLeft: 0)) }
    }
}
