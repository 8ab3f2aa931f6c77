import Foundation

/// A folder of the demo's own, named but not made: the store makes it.
struct TemporaryFolder: Sendable {
    let path: String

    init() {
        let number = UInt64.random(in: .min ... .max)
        path =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("keylightctl-demo-" + String(number, radix: 36)).path
    }

    var exists: Bool { FileManager.default.fileExists(atPath: path) }

    /// Removes the folder with what is in it; does nothing when there is none.
    func remove() throws {
        guard exists else { return }
        try FileManager.default.removeItem(atPath: path)
    }
}
