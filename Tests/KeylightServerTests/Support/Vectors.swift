#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The protocol's conformance vectors, which live outside the package.
enum Vectors {
    /// The folder that `KEYLIGHT_VECTORS` names, else `../shared/vectors` seen from the package.
    static let folder: String = {
        if let path = ProcessInfo.processInfo.environment["KEYLIGHT_VECTORS"], !path.isEmpty { return path }
        let root = #filePath.split(separator: "/").dropLast(5).joined(separator: "/")
        return "/" + root + "/shared/vectors"
    }()

    static var areAvailable: Bool {
        FileManager.default.fileExists(atPath: folder + "/lease-v3.json")
    }

    static func read(_ name: String) throws -> Node {
        try Node([UInt8](Data(contentsOf: URL(filePath: folder + "/" + name))))
    }
}
