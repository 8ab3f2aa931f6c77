import Foundation
import KeylightTransport

/// What the facade reads from the machine it runs on.
enum PlatformFacts {
    /// The version of this SDK, as telemetry tells it.
    static let sdkVersion = "0.1.0"

    static var environment: [String: String] { ProcessInfo.processInfo.environment }

    /// The label of this machine: the app's choice, else the host's name; never empty.
    static func instanceName(
        chosen: String?,
        hostName: @autoclosure () -> String? = HostName.current
    ) -> String {
        let name = chosen ?? hostName() ?? ""
        return name.isEmpty ? ActivateRequest.unnamedInstance : name
    }

    /// A stable name of the machine; nil where the system offers none that needs no permission.
    static var machineIdentifier: String? { MachineIdentifier.shared.value }

    /// What is told at a level.
    static func telemetry(_ level: TelemetryLevel, appVersion: String?) -> Telemetry {
        guard level != .off else { return .none }
        let process = ProcessInfo.processInfo
        let system = process.operatingSystemVersion
        let isFull = level == .full
        return Telemetry(
            sdkVersion: sdkVersion,
            appVersion: appVersion ?? bundleVersion,
            platform: platform,
            osVersion: "\(system.majorVersion).\(system.minorVersion).\(system.patchVersion)",
            arch: isFull ? architecture : nil,
            coreCount: isFull ? process.processorCount : nil,
            memoryBytes: isFull ? process.physicalMemory : nil
        )
    }

    private static var bundleVersion: String? {
        Bundle.main.object(forInfoDictionaryKey: "CFBundleShortVersionString") as? String
    }

    private static var platform: String? {
        #if os(macOS)
            "macOS"
        #elseif os(iOS)
            "iOS"
        #elseif os(tvOS)
            "tvOS"
        #elseif os(watchOS)
            "watchOS"
        #elseif os(visionOS)
            "visionOS"
        #elseif os(Linux)
            "linux"
        #else
            nil
        #endif
    }

    private static var architecture: String? {
        #if arch(arm64)
            "arm64"
        #elseif arch(x86_64)
            "x86_64"
        #else
            nil
        #endif
    }
}
