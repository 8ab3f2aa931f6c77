#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import Testing

/// Docs/Testing.md may show only code that is compiled and run here.
@Suite struct DocumentedExamplesTests {
    private let folder = URL(filePath: #filePath).deletingLastPathComponent()

    @Test func documentShowsTheExamplesToTheLetter() throws {
        let page = folder.appending(path: "../../../Docs/Testing.md")
        let blocks = Self.blocks(in: try String(contentsOf: page, encoding: .utf8))
        let source = try String(
            contentsOf: folder.appending(path: "TenDayExampleTests.swift"),
            encoding: .utf8
        )
        let regions = Self.regions(in: source)
        #expect(regions.count == 8)
        #expect(Set(blocks) == Set(regions))
        #expect(blocks.count == regions.count)
    }

    @Test func blocksAreFound() {
        let text = "a\n```swift\nlet x = 1\n\nlet y = 2\n```\nb\n```\nno\n```\n```swift\nz\n```\n"
        #expect(Self.blocks(in: text) == ["let x = 1\n\nlet y = 2", "z"])
    }

    @Test func regionsAreFound() {
        let text =
            "x\n// example-begin: one\na\n\nb\n// example-end\ny\n// example-begin: two\nc\n// example-end\n"
        #expect(Self.regions(in: text) == ["a\n\nb", "c"])
    }

    private static func blocks(in text: String) -> [String] {
        parts(of: text, isBegin: { $0 == "```swift" }, isEnd: { $0 == "```" })
    }

    private static func regions(in text: String) -> [String] {
        parts(of: text, isBegin: { $0.hasPrefix("// example-begin") }, isEnd: { $0 == "// example-end" })
    }

    private static func parts(
        of text: String,
        isBegin: (Substring) -> Bool,
        isEnd: (Substring) -> Bool
    ) -> [String] {
        var parts: [String] = []
        var current: [Substring]?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if let lines = current {
                if isEnd(line) {
                    parts.append(lines.joined(separator: "\n"))
                    current = nil
                } else {
                    current = lines + [line]
                }
            } else if isBegin(line) {
                current = []
            }
        }
        return parts
    }
}
