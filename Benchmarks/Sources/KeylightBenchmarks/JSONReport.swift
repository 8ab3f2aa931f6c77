import BenchmarkHarness
import Foundation

/// The results for a machine to read.
struct JSONReport: Encodable {
    struct Row: Encodable {
        var name: String
        var subject: String
        var reference: String
        var subjectNanoseconds: Double
        var referenceNanoseconds: Double
        var ratio: Double
        var ratioGoal: Double
        var heldTo: Double?
        var allocations: Double?
        var allocationGoal: Double?
        var rounds: Int
        var verdict: String
        var note: String?
    }

    var rows: [Row]

    init(_ results: [Suite.Result]) {
        rows = results.map { result in
            let note: String? =
                switch result.verdict {
                case .met: nil
                case .missed(let text), .broken(let text): text
                }
            return Row(
                name: result.benchmark.name,
                subject: result.benchmark.subject.name,
                reference: result.benchmark.reference.name,
                subjectNanoseconds: result.measurement.subjectNanoseconds,
                referenceNanoseconds: result.measurement.referenceNanoseconds,
                ratio: result.measurement.ratio,
                ratioGoal: result.benchmark.ratioGoal,
                heldTo: result.benchmark.shortfall?.ratio,
                allocations: result.measurement.allocations,
                allocationGoal: result.benchmark.allocationGoal,
                rounds: result.measurement.rounds,
                verdict: result.verdict.word.lowercased(),
                note: note
            )
        }
    }

    func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return try String(decoding: encoder.encode(self), as: UTF8.self)
    }
}
