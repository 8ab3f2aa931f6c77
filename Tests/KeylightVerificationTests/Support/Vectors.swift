import KeylightVerification

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The conformance vectors that are kept outside of the package.
enum Vectors {
    static let missing = "conformance vectors not found: set KEYLIGHT_VECTORS"

    private static let leaseFile = "lease-v3.json"
    private static let settingsFile = "config-and-machine-hash.json"

    static var hasLeases: Bool { has(leaseFile) }
    static var hasSettings: Bool { has(settingsFile) }

    /// Both files are read with the parser under test: they are JSON like any other.
    static func leases() throws -> JSONValue { try read(leaseFile) }
    static func settings() throws -> JSONValue { try read(settingsFile) }

    /// The folder named by `KEYLIGHT_VECTORS`, else `../shared/vectors` seen from the package.
    private static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["KEYLIGHT_VECTORS"] {
            return URL(fileURLWithPath: path, isDirectory: true)
        }
        var root = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        return root.deletingLastPathComponent().appendingPathComponent("shared/vectors", isDirectory: true)
    }()

    private static func has(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path)
    }

    private static func read(_ name: String) throws -> JSONValue {
        try StrictJSONParser.parse(Array(Data(contentsOf: folder.appendingPathComponent(name))))
    }
}
