#if os(Linux)
    import Foundation

    /// What the system counts of this process.
    enum ProcessFigures {
        /// Open file descriptors, less the one that is needed for counting.
        static var descriptors: Int { count("/proc/self/fd") - 1 }

        static var threads: Int { count("/proc/self/task") }

        /// Memory that is in use now, in bytes.
        static var memory: Int {
            let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(
                separator: " "
            )
            return (pages?.dropFirst().first.flatMap { Int($0) } ?? 0) * 4_096
        }

        private static func count(_ folder: String) -> Int {
            (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0
        }
    }
#endif
