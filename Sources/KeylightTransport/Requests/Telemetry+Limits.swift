extension Telemetry {
    /// The service's limits, in UTF-16 code units (protocol, section 3).
    enum Limit {
        static let version = 64
        static let osVersion = 32
        static let sdk = 16
    }

    static let platforms: Set<String> = ["macOS", "iOS", "tvOS", "watchOS", "visionOS", "linux"]
    static let architectures: Set<String> = ["arm64", "x86_64"]

    /// The longest beginning of whole Unicode scalars within the limit; nil when nothing is left.
    ///
    /// A scalar beyond the basic plane is a surrogate pair in UTF-16 and goes or stays as one.
    static func cut(_ text: String, to limit: Int) -> String? {
        var units = 0
        var kept = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            units += UTF16.width(scalar)
            guard units <= limit else { break }
            kept.append(scalar)
        }
        return kept.isEmpty ? nil : String(kept)
    }

    /// Whether the text is `\d+(\.\d+)*` in ASCII and short enough.
    static func isVersionNumber(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return text.utf8.count <= Limit.osVersion
            && parts.allSatisfy { part in
                !part.isEmpty && part.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            }
    }

    static func coreClass(_ count: Int) -> String? {
        switch count {
        case 1...2: "1-2"
        case 3...4: "3-4"
        case 5...8: "5-8"
        case 9...16: "9-16"
        case 17...: "17+"
        default: nil
        }
    }

    /// The classes are in GiB and hold their lower bound.
    static func memoryClass(_ bytes: UInt64) -> String? {
        switch bytes >> 30 {
        case 0...3: bytes == 0 ? nil : "<4GB"
        case 4...7: "4-8GB"
        case 8...15: "8-16GB"
        case 16...31: "16-32GB"
        case 32...63: "32-64GB"
        default: "64GB+"
        }
    }
}
