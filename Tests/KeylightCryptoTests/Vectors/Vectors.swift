#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The conformance vectors that are kept outside of the package.
enum Vectors {
    /// The folder named by `KEYLIGHT_VECTORS`, else `../shared/vectors` seen from the package.
    static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["KEYLIGHT_VECTORS"] {
            return URL(fileURLWithPath: path, isDirectory: true)
        }
        var root = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 {
            root.deleteLastPathComponent()
        }
        return root.deletingLastPathComponent().appendingPathComponent("shared/vectors", isDirectory: true)
    }()

    static func has(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path)
    }

    static func decode<Value: Decodable>(_ type: Value.Type, from name: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(contentsOf: folder.appendingPathComponent(name)))
    }
}
