import KeylightTransport
import Testing

@Suite struct TelemetryTests {
    @Test func noneIsNothing() {
        let none = Telemetry.none
        #expect([none.sdk, none.sdkVersion, none.appVersion, none.platform].allSatisfy { $0 == nil })
        #expect([none.osVersion, none.arch, none.cpuCores, none.memory].allSatisfy { $0 == nil })
    }

    @Test func theSDKNamesItself() {
        #expect(Telemetry().sdk == "swift")
    }

    private static let a63 = String(repeating: "a", count: 63)

    @Test(
        arguments: [
            ("1.0", "1.0"),
            ("", nil),
            (a63 + "b", a63 + "b"),
            (a63 + "bc", a63 + "b"),
            // A character beyond the basic plane is two units: it fits whole or goes whole.
            (String(a63.dropLast()) + "😀", String(a63.dropLast()) + "😀"),
            (a63 + "😀", a63),
            (a63 + "é", a63 + "é"),
            // A combining mark is a unit of its own.
            (a63 + "e\u{301}", a63 + "e"),
            (String(repeating: "😀", count: 32), String(repeating: "😀", count: 32)),
            (String(repeating: "😀", count: 33), String(repeating: "😀", count: 32)),
            ("a" + String(repeating: "😀", count: 32), "a" + String(repeating: "😀", count: 31)),
            (String(repeating: "x", count: 100_000), String(repeating: "x", count: 64)),
        ] as [(String, String?)]
    )
    func versionsAreCutInUTF16Units(text: String, kept: String?) {
        let telemetry = Telemetry(sdkVersion: text, appVersion: text)
        #expect(telemetry.appVersion.map { Array($0.utf16) } == kept.map { Array($0.utf16) })
        #expect(telemetry.sdkVersion.map { Array($0.utf16) } == kept.map { Array($0.utf16) })
    }

    @Test(
        arguments: [
            ("a", "a"), ("", nil),
            (String(repeating: "s", count: 16), String(repeating: "s", count: 16)),
            (String(repeating: "s", count: 17), nil),
            (String(repeating: "😀", count: 8), String(repeating: "😀", count: 8)),
            (String(repeating: "😀", count: 8) + "s", nil),
        ] as [(String, String?)]
    )
    func anSDKNameThatDoesNotFitIsLeftOut(text: String, kept: String?) {
        #expect(Telemetry(sdk: text).sdk == kept)
    }

    @Test(arguments: ["macOS", "iOS", "tvOS", "watchOS", "visionOS", "linux"])
    func knownPlatform(name: String) {
        #expect(Telemetry(platform: name).platform == name)
    }

    @Test(arguments: ["", "macos", "Linux", "windows", "iPadOS", "linux "])
    func unknownPlatform(name: String) {
        #expect(Telemetry(platform: name).platform == nil)
    }

    @Test(arguments: ["arm64", "x86_64"])
    func knownArchitecture(name: String) {
        #expect(Telemetry(arch: name).arch == name)
    }

    @Test(arguments: ["", "aarch64", "ARM64", "i386", "x86-64"])
    func unknownArchitecture(name: String) {
        #expect(Telemetry(arch: name).arch == nil)
    }

    @Test(arguments: [
        ("14", true), ("14.5", true), ("14.5.1", true), ("0", true), ("006.1", true),
        ("1.2.3.4.5.6.7.8.9.0.1.2.3.4.5.6x", false),
        (String(repeating: "1", count: 32), true), (String(repeating: "1", count: 33), false),
        (String(repeating: "1.", count: 15) + "12", true), (String(repeating: "1.", count: 16) + "1", false),
        ("", false), (".", false), ("14.", false), (".5", false), ("14..5", false), ("6.8.0-45", false),
        ("14.5 ", false), ("v14", false), ("-1", false), ("١٤", false), ("14\n", false),
    ])
    func systemVersion(text: String, isSent: Bool) {
        #expect(Telemetry(osVersion: text).osVersion == (isSent ? text : nil))
    }

    @Test(
        arguments: [
            (Int.min, nil), (-1, nil), (0, nil), (1, "1-2"), (2, "1-2"), (3, "3-4"), (4, "3-4"), (5, "5-8"),
            (8, "5-8"), (9, "9-16"), (16, "9-16"), (17, "17+"), (Int.max, "17+"),
        ] as [(Int, String?)]
    )
    func coresAreSentAsAClass(count: Int, name: String?) {
        #expect(Telemetry(coreCount: count).cpuCores == name)
    }

    private static let gibibyte: UInt64 = 1 << 30

    @Test(
        arguments: [
            (0, nil), (1, "<4GB"), (4 * gibibyte - 1, "<4GB"), (4 * gibibyte, "4-8GB"),
            (8 * gibibyte - 1, "4-8GB"), (8 * gibibyte, "8-16GB"), (16 * gibibyte - 1, "8-16GB"),
            (16 * gibibyte, "16-32GB"), (32 * gibibyte - 1, "16-32GB"), (32 * gibibyte, "32-64GB"),
            (64 * gibibyte - 1, "32-64GB"), (64 * gibibyte, "64GB+"), (.max, "64GB+"),
        ] as [(UInt64, String?)]
    )
    func memoryIsSentAsAClass(bytes: UInt64, name: String?) {
        #expect(Telemetry(memoryBytes: bytes).memory == name)
    }
}
