// swift-tools-version: 6.2

import PackageDescription

func products(_ names: [String]) -> [Target.Dependency] {
    names.map { .product(name: $0, package: "keylight") }
}

// Two programs that use one layer of the SDK alone; .ci/check-linkage looks at the libraries they load.
let package = Package(
    name: "linkage",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "keylight", path: "../..")],
    targets: [
        .executableTarget(
            name: "PolicyAlone",
            dependencies: products(["KeylightCore", "KeylightPolicy"])
        ),
        .executableTarget(
            name: "EngineAlone",
            dependencies: products([
                "KeylightClock", "KeylightCore", "KeylightEngine", "KeylightLeaseStore", "KeylightPolicy",
                "KeylightTransport", "KeylightVerification",
            ])
        ),
    ]
)
