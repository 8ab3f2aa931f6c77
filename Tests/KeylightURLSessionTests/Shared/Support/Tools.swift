#if os(Linux) || os(macOS)
    import Foundation

    /// Programs of the system that some tests need.
    enum Tools {
        struct Failure: Error {
            var tool: String
            var output: String
        }

        /// Where a program is; nil when it is not on the path.
        static func path(of name: String) -> String? {
            (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
                .map { "\($0)/\(name)" }
                .first { FileManager.default.isExecutableFile(atPath: $0) }
        }

        /// Runs a program to its end.
        ///
        /// - Throws: ``Failure`` with what it printed when it fails.
        static func run(_ name: String, _ arguments: [String]) throws {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: path(of: name) ?? "/nonexistent")
            process.arguments = arguments
            let output = Pipe()
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = output
            process.standardError = output
            try process.run()
            let printed = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            guard process.terminationStatus == 0 else {
                throw Failure(tool: name, output: String(decoding: printed, as: UTF8.self))
            }
        }
    }
#endif
