import Foundation
import KeylightCore
import Testing

@testable import KeylightLeaseStore

/// The store among real processes; `.ci/check-store` does the same a thousand times.
@Suite struct SealedFileStoreProcessTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// The program beside the tests.
    private static let writer: URL = {
        let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        var folder = bundle.deletingLastPathComponent()
        // On Apple's systems the tests are a bundle, with the program beside it.
        while folder.path.contains(".xctest") { folder = folder.deletingLastPathComponent() }
        return folder.appendingPathComponent("keylight-store-writer")
    }()

    private static var isBuilt: Bool { FileManager.default.isExecutableFile(atPath: writer.path) }

    private func start(_ command: String) throws -> (process: Process, output: Pipe, input: Pipe) {
        let process = Process()
        let (output, input) = (Pipe(), Pipe())
        process.executableURL = Self.writer
        process.arguments = [command, directory.path]
        process.standardOutput = output
        process.standardInput = input
        try process.run()
        return (process, output, input)
    }

    @Test(
        "BL-048: a writer that is killed leaves the old record or the new one",
        .enabled(if: Self.isBuilt, "keylight-store-writer is not built"),
        .timeLimit(.minutes(2))
    )
    func killedWriters() throws {
        let store = try Samples.store(directory.path)
        var highest: Int64 = 0
        for _ in 0..<20 {
            let (process, output, _) = try start("write")
            // Killed as soon as it has said anything, wherever it is by then.
            let said = output.fileHandleForReading.availableData
            kill(process.processIdentifier, SIGKILL)
            let rest = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            let lines = String(decoding: said + rest, as: UTF8.self).split(
                separator: "\n",
                omittingEmptySubsequences: false
            )
            highest = max(highest, lines.dropLast().compactMap { Int64($0) }.max() ?? 0)
            let record = try #require(try store.storedRecord())
            #expect(record.trialStart == record.timeFloor)
            #expect(try #require(record.trialStart).secondsSince1970 >= highest)
        }
        #expect(highest >= 20)
    }

    @Test(
        "the refresh lock of a process that is killed is free",
        .enabled(if: Self.isBuilt, "keylight-store-writer is not built"),
        .timeLimit(.minutes(5))
    )
    func killedRefresher() throws {
        let store = try Samples.store(directory.path)
        let (process, output, input) = try start("lock")
        #expect(output.fileHandleForReading.availableData == Data("held\n".utf8))
        guard case .heldElsewhere = store.tryRefreshLock() else {
            Issue.record("two processes hold it")
            return
        }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        withExtendedLifetime(input) {}
        guard case .acquired = store.tryRefreshLock() else {
            Issue.record("the dead hold it")
            return
        }
    }
}
