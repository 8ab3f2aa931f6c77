// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

func keylight(_ modules: [String]) -> [Target.Dependency] {
    modules.map { .product(name: $0, package: "keylight") }
}

// What the SDK costs, as ratios to a plain operation of the same run. Docs/Benchmarks.md explains the rows.
let package = Package(
    name: "keylight-benchmarks",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "keylight-benchmarks", targets: ["KeylightBenchmarks"])
    ],
    dependencies: [
        // By path, whatever the folder of the checkout is called.
        .package(name: "keylight", path: "..")
    ],
    targets: [
        .target(name: "CAllocationCounter"),
        .target(name: "CReferenceCrypto"),
        .target(name: "BenchmarkHarness", swiftSettings: settings),
        .executableTarget(
            name: "KeylightBenchmarks",
            dependencies: ["BenchmarkHarness", "CAllocationCounter", "CReferenceCrypto"]
                + keylight([
                    "KeylightClock", "KeylightCore", "KeylightCrypto", "KeylightEngine", "KeylightLeaseStore",
                    "KeylightPolicy", "KeylightTesting", "KeylightTransport", "KeylightVerification",
                ]),
            swiftSettings: settings
        ),
        .testTarget(
            name: "BenchmarkHarnessTests",
            dependencies: ["BenchmarkHarness"],
            swiftSettings: settings
        ),
    ]
)
