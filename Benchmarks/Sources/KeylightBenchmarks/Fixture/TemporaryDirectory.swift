import Foundation

/// A directory of this run's own, removed with the value.
final class TemporaryDirectory {
    let path: String

    /// Makes one.
    ///
    /// - Parameter parent: where; nil takes the system's place for temporary files, which may be in memory.
    init(in parent: String? = nil) throws {
        let parent = parent ?? FileManager.default.temporaryDirectory.path
        path = parent + "/keylight-benchmarks-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func bytes(_ name: String) throws -> [UInt8] {
        try Array(Data(contentsOf: URL(fileURLWithPath: path + "/" + name)))
    }
}
