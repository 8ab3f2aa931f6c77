import KeylightPolicy
import Testing

@Suite("FlightControl")
struct FlightControlTests {
    @Test("BL-016: the first starts, all others join it")
    func joining() throws {
        var flight = FlightControl()
        let first = flight.board()
        let ticket = try #require(started(first))
        for _ in 0..<1_000 {
            let boarding = flight.board()
            #expect(boarding == .join(ticket))
        }
        let counts = flight.land(ticket)
        #expect(counts)
        #expect(flight.current == nil)
        let second = flight.board()
        let next = try #require(started(second))
        #expect(next != ticket)
    }

    @Test("BL-019: an answer of an earlier generation does not count, nor does it end the present request")
    func generations() throws {
        var flight = FlightControl()
        let first = flight.board()
        let old = try #require(started(first))
        let abandoned = [flight.beginGeneration(), flight.beginGeneration()]
        #expect(abandoned == [old, nil])
        let second = flight.board()
        let new = try #require(started(second))
        #expect(new.generation == flight.generation)
        let lateCounts = flight.land(old)
        #expect(!lateCounts)
        #expect(flight.current == new)
        let counts = [flight.land(new), flight.land(new)]
        #expect(counts == [true, false], "once, and only once")
    }

    /// What a slot must do, in the plainest form: the requests made, and whether each may still count.
    private struct Model {
        var generation = 0
        var inFlight: FlightControl.Ticket?
        var generations: [FlightControl.Ticket: Int] = [:]
    }

    @Test("BL-065: over 10,000 random interleavings, one at a time, and nothing of an old generation counts")
    func interleavings() throws {
        for seed in UInt64(0)..<10_000 {
            var random = SeededGenerator(seed: seed)
            var flight = FlightControl()
            var model = Model()
            var issued: [FlightControl.Ticket] = []
            for _ in 0..<12 {
                switch random.seconds(0...9) {
                case 0...3:
                    switch flight.board() {
                    case .start(let ticket):
                        try #require(model.inFlight == nil, "two in flight, seed \(seed)")
                        try #require(model.generations[ticket] == nil, "a ticket twice, seed \(seed)")
                        model.inFlight = ticket
                        model.generations[ticket] = model.generation
                        issued.append(ticket)
                    case .join(let ticket):
                        try #require(model.inFlight == ticket, "seed \(seed)")
                    }
                case 4...7:
                    // Any request may end at any time, in any order, also twice.
                    guard !issued.isEmpty else { continue }
                    let ticket = random.pick(issued)
                    let counts =
                        model.inFlight == ticket && model.generations[ticket] == model.generation
                    let landed = flight.land(ticket)
                    try #require(landed == counts, "seed \(seed)")
                    if model.inFlight == ticket { model.inFlight = nil }
                default:
                    let abandoned = flight.beginGeneration()
                    try #require(abandoned == model.inFlight, "seed \(seed)")
                    model.generation += 1
                    model.inFlight = nil
                }
                try #require(flight.current == model.inFlight, "seed \(seed)")
            }
        }
    }

    private func started(_ boarding: FlightControl.Boarding) -> FlightControl.Ticket? {
        if case .start(let ticket) = boarding { ticket } else { nil }
    }
}
