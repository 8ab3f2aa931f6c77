import KeylightClock
import KeylightCore
import KeylightTesting
import Testing

@Suite("Laptop scripts")
struct LaptopScriptTests {
    @Test("A script is printed as a line that reads back as the same script")
    func roundTrip() throws {
        let script: LaptopScript = [
            .open(for: 8 * Seconds.hour), .closed(for: 2 * Seconds.day + 61), .travel(to: "Asia/Tokyo"),
            .setClock(by: -2 * Seconds.hour), .setClock(by: 45), .reboot(after: 60), .relaunch(after: 0),
            .network(.down), .network(.up), .foreground, .timersLate(by: 40 * Seconds.minute),
        ]
        let text = """
            open 8h; closed 2d1m1s; travel Asia/Tokyo; clock -2h; clock +45s; reboot 1m; relaunch 0s; \
            network down; network up; foreground; late 40m
            """
        #expect(script.description == text)
        #expect(try LaptopScript(parsing: text) == script)
        #expect(
            try LaptopScript(parsing: " \n open   8h ;; closed 2d1m1s\n") == [
                script.events[0], script.events[1],
            ]
        )
        #expect(try LaptopScript(parsing: "") == [])
    }

    @Test(
        "What is no event is named",
        arguments: [
            "open", "open 8", "open h", "open -1s", "open 1h2h", "open 1m1h", "open 1h 2m", "closed 1w",
            "travel",
            "clock", "clock 1", "reboot -1s", "network", "network sideways", "foreground now", "late",
            "sleep 1h",
            "open 99999999999999999999s", "open 999999999999999999d", "clock --1s",
        ]
    )
    func refused(text: String) {
        #expect(throws: LaptopScriptError(number: 2, text: text)) {
            try LaptopScript(parsing: "open 1s; \(text)")
        }
    }
}

@Suite("Laptop")
struct LaptopTests {
    /// An app that notes when it is woken each hour, and what hints it is given.
    private final class Diary: Sendable {
        struct App: Sendable {
            let number: Int
            let hints: BackgroundTask
        }

        let lines = Locked<[String]>([])
        let processes = Locked(0)
        func write(_ text: String) { lines.withLock { $0.append(text) } }
    }

    private func makeLaptop(_ simulation: Simulation, _ diary: Diary) throws -> Laptop<Diary.App> {
        let hints = SimulatedHints()
        return try Laptop(simulation, hints: hints) {
            let number = diary.processes.withLock { count in
                count += 1
                return count
            }
            let clock = simulation.clock
            _ = simulation.runner.run {
                while true {
                    let next = clock.now().continuous.adding(seconds: Seconds.hour)
                    do { try await clock.sleep(until: next) } catch { return }
                    diary.write("tick \(number)")
                }
            }
            return Diary.App(number: number, hints: hints.listen { diary.write("\($0) \(number)") })
        }
    }

    @Test("Each event does what it says, and tells what a system would")
    func events() throws {
        let simulation = Simulation()
        let diary = Diary()
        let laptop = try makeLaptop(simulation, diary)
        let start = simulation.clock.now()
        var zones: [String] = []
        var forward: [Int] = []
        laptop.onTravel { zones.append($0) }
        laptop.onForeground { forward.append($0.number) }
        func notes(_ text: String) throws -> [String] {
            diary.lines.withLock { $0 = [] }
            try laptop.live(through: text)
            return diary.lines.withLock { $0 }
        }

        #expect(try notes("open 2h30m") == ["tick 1", "tick 1"])
        #expect(try notes("closed 10h") == ["tick 1", "woke 1"])
        #expect(simulation.clock.now().wall == start.wall.adding(12 * Seconds.hour + 30 * Seconds.minute))
        #expect(try notes("clock -2h") == ["clockChanged 1"])
        #expect(simulation.clock.now().wall == start.wall.adding(10 * Seconds.hour + 30 * Seconds.minute))
        #expect(try notes("travel Asia/Tokyo") == ["clockChanged 1"])
        #expect(simulation.clock.now().wall == start.wall.adding(10 * Seconds.hour + 30 * Seconds.minute))
        #expect(laptop.timeZone == "Asia/Tokyo" && zones == ["Asia/Tokyo"])
        #expect(try notes("foreground") == ["foreground 1"])
        #expect(forward == [1])
        #expect(try notes("network down; network up") == ["networkChanged 1"])
        let before = simulation.clock.now()
        #expect(try notes("relaunch 10m; open 1h").contains("tick 2"))
        #expect(simulation.clock.now().continuous.seconds(since: before.continuous) == 70 * Seconds.minute)
        #expect(try notes("reboot 1d; late 40m; open 1h") == [])
        #expect(simulation.clock.now().continuous < before.continuous)
        #expect(laptop.app?.number == 3)
        #expect(try notes("open 40m") == ["tick 3"])
        #expect(throws: SimulationError.self) { try laptop.shutDown() }
        try simulation.shutDown()
    }

    @Test("The network of the script is the service's")
    func network() throws {
        let simulation = Simulation()
        let service = try simulation.makeService()
        let laptop = try Laptop(simulation, service: service) { 0 }
        func ask() -> Bool {
            (try? simulation.run { try await service.transport.send(Requests.post("validate")) }) != nil
        }
        #expect(ask())
        try laptop.live(through: "network down")
        #expect(!ask())
        try laptop.live(through: "network up")
        #expect(ask())
        try laptop.shutDown()
    }

    @Test("What ends a script is seen with the event's number, and an expectation prints what happened")
    func failures() throws {
        let simulation = Simulation()
        let laptop = try Laptop(simulation) { 0 }
        var seen: [Int] = []
        let script: LaptopScript = [.open(for: 1), .closed(for: 3_600), .network(.down)]
        let error = try #require(throws: SimulationError.self) {
            try laptop.live(through: script) { number, _ in
                seen.append(number)
                try laptop.expect(number < 2, "the second event went well")
            }
        }
        #expect(seen == [1, 2])
        #expect(error.kind == .notAsExpected("the second event went well"))
        #expect(error.description.contains("Not as expected: the second event went well."))
        #expect(error.description.contains("laptop: closed 1h"))
        #expect(!error.description.contains("network down"))
        try laptop.expect(true, "nothing is thrown")
    }
}

@Suite("Simulated hints")
struct SimulatedHintsTests {
    @Test("Everybody who listens is told, until he is not")
    func posting() {
        let hints = SimulatedHints()
        let heard = Locked<[String]>([])
        let one = hints.listen { hint in heard.withLock { $0.append("1 \(hint)") } }
        let two = hints.listen { hint in heard.withLock { $0.append("2 \(hint)") } }
        #expect(hints.listenerCount == 2)
        hints.post(.woke)
        one.cancel()
        one.cancel()
        hints.post(.foreground)
        #expect(heard.withLock { $0 } == ["1 woke", "2 woke", "2 foreground"])
        two.cancel()
        #expect(hints.listenerCount == 0)
    }
}
