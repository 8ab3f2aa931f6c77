// swift-tools-version: 6.2

import PackageDescription

// Every target of the package is built with the same settings, so that no module is held to a lower bar.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

// Each library is a product of its own: a user takes the targets that he needs, and what stands below them.
let libraries = [
    "KeylightCore", "KeylightClock", "KeylightLogging", "KeylightPolicy", "KeylightCrypto",
    "KeylightVerification", "KeylightTransport", "KeylightURLSession", "KeylightCurl", "KeylightLeaseStore",
    "KeylightKeychain", "KeylightSecretService",
    "KeylightEngine", "Keylight", "KeylightTesting", "KeylightServer",
]

let package = Package(
    name: "keylight",
    platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
    products: libraries.map { .library(name: $0, targets: [$0]) } + [
        .executable(name: "keylightctl", targets: ["keylightctl"])
    ],
    targets: [
        module("KeylightCore"),
        module("KeylightClock", ["KeylightCore"]),
        module("KeylightLogging"),
        module("KeylightPolicy", ["KeylightCore"]),
        .target(name: "CLibcrypto"),
        module(
            "KeylightCrypto",
            [.target(name: "CLibcrypto", condition: .when(platforms: [.linux]))]
        ),
        module("KeylightVerification", ["KeylightCore", "KeylightCrypto"]),
        module(
            "KeylightTransport",
            ["KeylightCore", "KeylightClock", "KeylightLogging", "KeylightVerification"]
        ),
        module("KeylightURLSession", ["KeylightCore", "KeylightTransport"]),
        .target(name: "CLibcurl"),
        module(
            "KeylightCurl",
            [
                "KeylightCore", "KeylightTransport",
                .target(name: "CLibcurl", condition: .when(platforms: [.linux])),
            ]
        ),
        module("KeylightLeaseStore", ["KeylightCore", "KeylightCrypto"]),
        module("KeylightKeychain", ["KeylightCore", "KeylightLeaseStore"]),
        .target(name: "CLibsecret"),
        module(
            "KeylightSecretService",
            [
                "KeylightCore", "KeylightLeaseStore",
                .target(name: "CLibsecret", condition: .when(platforms: [.linux])),
            ]
        ),
        module(
            "KeylightEngine",
            [
                "KeylightCore", "KeylightClock", "KeylightLogging", "KeylightPolicy",
                "KeylightVerification", "KeylightTransport", "KeylightLeaseStore",
            ]
        ),
        module(
            "Keylight",
            [
                "KeylightCore", "KeylightClock", "KeylightLogging", "KeylightPolicy",
                "KeylightVerification", "KeylightTransport", "KeylightURLSession", "KeylightCurl",
                "KeylightLeaseStore",
                "KeylightEngine",
            ]
        ),
        module(
            "KeylightTesting",
            [
                "KeylightCore", "KeylightClock", "KeylightLogging", "KeylightVerification",
                "KeylightTransport", "KeylightLeaseStore", "KeylightCrypto",
            ]
        ),
        module("KeylightServer", ["KeylightCore", "KeylightCrypto"]),
        .executableTarget(
            name: "keylightctl",
            dependencies: ["Keylight", "KeylightServer", "KeylightPolicy"],
            swiftSettings: settings
        ),
        tests("KeylightCoreTests", ["KeylightCore"]),
        // The bench on which the engine's tests stand; no product.
        .target(
            name: "KeylightTestSupport",
            dependencies: [
                "KeylightClock", "KeylightCore", "KeylightEngine", "KeylightLeaseStore", "KeylightLogging",
                "KeylightPolicy", "KeylightTesting", "KeylightTransport", "KeylightVerification",
            ],
            path: "Tests/KeylightTestSupport",
            swiftSettings: settings
        ),
        // Random laptops in great number, for CI; no product.
        .executableTarget(
            name: "keylight-laptops",
            dependencies: ["KeylightTestSupport", "KeylightTesting"],
            path: "Tests/KeylightLaptops",
            swiftSettings: settings
        ),
        tests("KeylightClockTests", ["KeylightClock", "KeylightCore"]),
        tests("KeylightLoggingTests", ["KeylightLogging"]),
        tests("KeylightPolicyTests", ["KeylightPolicy", "KeylightCore"]),
        tests(
            "KeylightCryptoTests",
            ["KeylightCrypto", .target(name: "CLibcrypto", condition: .when(platforms: [.linux]))]
        ),
        tests("KeylightVerificationTests", ["KeylightVerification", "KeylightCore", "KeylightCrypto"]),
        tests(
            "KeylightTransportTests",
            [
                "KeylightTransport", "KeylightCore", "KeylightClock", "KeylightLogging",
                "KeylightVerification", "KeylightTesting",
            ]
        ),
        tests(
            "KeylightURLSessionTests",
            [
                "KeylightURLSession", "KeylightTransport", "KeylightCore", "KeylightClock",
                "KeylightLogging", "KeylightVerification", "KeylightTesting",
            ]
        ),
        tests(
            "KeylightLeaseStoreTests",
            [
                "KeylightLeaseStore", "KeylightCore", "KeylightCrypto", "KeylightTesting",
                "keylight-store-writer",
            ],
            exclude: ["Golden"]
        ),
        // A process for the store's tests to kill; no product.
        .executableTarget(
            name: "keylight-store-writer",
            dependencies: ["KeylightLeaseStore", "KeylightCore"],
            path: "Tests/KeylightStoreWriter",
            swiftSettings: settings
        ),
        tests(
            "KeylightKeychainTests",
            [
                "KeylightKeychain", "KeylightCore", "KeylightLeaseStore", "KeylightEngine", "KeylightTesting",
                "KeylightTestSupport", "KeylightTransport",
            ]
        ),
        tests(
            "KeylightSecretServiceTests",
            ["KeylightSecretService", "KeylightCore", "KeylightLeaseStore", "KeylightTesting"]
        ),
        tests("KeylightServerTests", ["KeylightServer", "KeylightCrypto", "KeylightCore"]),
        tests(
            "KeylightEngineTests",
            [
                "KeylightCore", "KeylightClock", "KeylightLogging", "KeylightPolicy", "KeylightVerification",
                "KeylightTransport", "KeylightLeaseStore", "KeylightEngine", "KeylightTesting",
                "KeylightTestSupport",
            ]
        ),
        tests("KeylightTests", ["Keylight", "KeylightClock", "KeylightCore", "KeylightTesting"]),
        tests(
            "KeylightFieldCaseTests",
            [
                "KeylightCore", "KeylightClock", "KeylightCrypto", "KeylightLogging", "KeylightPolicy",
                "KeylightVerification", "KeylightTransport", "KeylightLeaseStore", "KeylightEngine",
                "KeylightTesting", "KeylightTestSupport",
            ],
            exclude: ["Golden"]
        ),
        tests(
            "KeylightTestingTests",
            [
                "KeylightTesting", "Keylight", "KeylightCore", "KeylightClock", "KeylightLogging",
                "KeylightVerification", "KeylightTransport", "KeylightLeaseStore", "KeylightCrypto",
            ]
        ),
        tests("keylightctlTests", ["keylightctl", "Keylight", "KeylightServer", "KeylightPolicy"]),
    ]
)

#if os(Linux)
    // libcurl is used on Linux only; elsewhere there is nothing to test.
    package.targets.append(
        tests(
            "KeylightCurlTests",
            [
                "KeylightCurl", "KeylightTransport", "KeylightCore", "KeylightClock",
                "KeylightLogging", "KeylightVerification", "KeylightTesting",
                .target(name: "CLibcurl", condition: .when(platforms: [.linux])),
            ]
        )
    )
#endif
