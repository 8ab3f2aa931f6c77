import BenchmarkHarness
import Foundation

@main
struct KeylightBenchmarks {
    static func main() {
        do {
            let options = try Options(Array(CommandLine.arguments.dropFirst()))
            if options.help {
                print(Options.usage)
                return
            }
            try AllocationCheck.run()
            let broken = try run(options)
            if options.gate, !broken.isEmpty {
                fail("limits are broken: \(broken.joined(separator: ", "))", status: 1)
            }
        } catch let unknown as Options.Unknown {
            fail("unknown: \(unknown.argument)\n\(Options.usage)", status: 2)
        } catch {
            fail("cannot measure: \(error)", status: 3)
        }
    }

    private static func fail(_ text: String, status: Int32) -> Never {
        FileHandle.standardError.write(Data("\(text)\n".utf8))
        exit(status)
    }

    /// Runs the rows and prints the report.
    ///
    /// - Returns: the names of the rows with a broken limit; no row outlives the run, nor does its directory.
    private static func run(_ options: Options) throws -> [String] {
        let clock = ContinuousClock()
        let start = clock.now
        let meter = Meter(
            now: {
                let (seconds, attoseconds) = start.duration(to: clock.now).components
                return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
            },
            allocationCount: { AllocationCheck.count }
        )
        let suite = Suite(meter: meter)
        let rows = try Rows().all().filter { row in options.row.map { row.name.contains($0) } ?? true }
        let results = try rows.map { try suite.run($0) }
        print(options.json ? try JSONReport(results).text() : Suite.table(results))
        return results.compactMap { result in
            if case .broken = result.verdict { result.benchmark.name } else { nil }
        }
    }
}
