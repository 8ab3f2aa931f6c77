// swift-tools-version: 6.2

import PackageDescription

// Two programs that use one layer of the SDK alone; .ci/check-linkage looks at the libraries they load.
let package = Package(
    name: "linkage",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "keylight", path: "../..")],
    targets: [
        .executableTarget(
            name: "PolicyAlone",
            dependencies: [
                .product(name: "KeylightCore", package: "keylight"),
                .product(name: "KeylightPolicy", package: "keylight"),
            ]
        ),
        .executableTarget(
            name: "EngineAlone",
            dependencies: [
                .product(name: "KeylightCore", package: "keylight"),
                .product(name: "KeylightEngine", package: "keylight"),
                .product(name: "KeylightTransport", package: "keylight"),
                .product(name: "KeylightLeaseStore", package: "keylight"),
            ]
        ),
    ]
)
