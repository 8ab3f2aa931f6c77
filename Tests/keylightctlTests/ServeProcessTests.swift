#if os(Linux) || os(macOS)
    import Foundation
    import Testing

    /// The tool as it was built beside the tests.
    private enum BuiltTool {
        /// The program, which stands beside the tests' own.
        static let url: URL? = {
            let bundles = [Bundle.main.bundleURL] + Bundle.allBundles.map(\.bundleURL)
            let folders =
                bundles.map { $0.deletingLastPathComponent() } + bundles
                + [URL(fileURLWithPath: CommandLine.arguments.first ?? "").deletingLastPathComponent()]
            return folders.map { $0.appendingPathComponent("keylightctl") }
                .first { FileManager.default.isExecutableFile(atPath: $0.path) }
        }()
    }

    /// The tool as a process of its own: the ready line reaches a pipe, and signals end it cleanly.
    @Suite(.enabled(if: BuiltTool.url != nil, "keylightctl was not built beside the tests"))
    struct ServeProcessTests {
        @Test(arguments: [SIGTERM, SIGINT])
        func endsCleanlyOnASignal(_ number: Int32) throws {
            let process = Process()
            let output = Pipe()
            process.executableURL = BuiltTool.url
            process.arguments = ["serve"]
            process.standardOutput = output
            try process.run()
            let line = output.fileHandleForReading.availableData
            #expect(String(decoding: line, as: UTF8.self).hasPrefix(#"{"event":"ready","port":"#))
            #expect(line.last == UInt8(ascii: "\n"))
            kill(process.processIdentifier, number)
            process.waitUntilExit()
            #expect(process.terminationReason == .exit)
            #expect(process.terminationStatus == 0)
        }

        @Test func exitsWithTheStatus() throws {
            let process = Process()
            process.executableURL = BuiltTool.url
            process.arguments = ["serve", "--port", "x"]
            process.standardError = Pipe()
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 2)
        }
    }
#endif
