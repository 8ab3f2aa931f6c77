/// What an app may tell the service about itself and the machine; every field is optional.
///
/// One field that the service does not like makes it refuse the whole request, so values are made to fit
/// here, once: the two free texts are cut, anything else that does not fit is left out. An unknown value is
/// left out too, never guessed.
///
/// ```swift
/// let telemetry = Telemetry(sdkVersion: "1.2.0", appVersion: "4.1", platform: "linux", osVersion: "6.8.0")
/// ```
public struct Telemetry: Sendable, Hashable {
    /// Nothing at all.
    public static let none = Telemetry(sdk: nil)

    /// The SDK's name, at most 16 UTF-16 units.
    public let sdk: String?
    /// The SDK's version, cut to 64 UTF-16 units.
    public let sdkVersion: String?
    /// The app's version, cut to 64 UTF-16 units.
    public let appVersion: String?
    /// `macOS`, `iOS`, `tvOS`, `watchOS`, `visionOS` or `linux`.
    public let platform: String?
    /// Numbers with dots between them, at most 32 UTF-16 units.
    public let osVersion: String?
    /// `arm64` or `x86_64`.
    public let arch: String?
    /// The class of the number of cores: `1-2`, `3-4`, `5-8`, `9-16` or `17+`.
    public let cpuCores: String?
    /// The class of the memory's size: `<4GB`, `4-8GB`, `8-16GB`, `16-32GB`, `32-64GB` or `64GB+`.
    public let memory: String?

    /// Takes raw values and makes them fit; nil and what does not fit is not sent.
    ///
    /// - Parameters:
    ///   - sdk: the SDK's name.
    ///   - sdkVersion: the SDK's version.
    ///   - appVersion: the app's version.
    ///   - platform: one of the known platforms.
    ///   - osVersion: such as `14.5.1`.
    ///   - arch: `arm64` or `x86_64`.
    ///   - coreCount: the number of processor cores.
    ///   - memoryBytes: the machine's memory in bytes.
    public init(
        sdk: String? = "swift",
        sdkVersion: String? = nil,
        appVersion: String? = nil,
        platform: String? = nil,
        osVersion: String? = nil,
        arch: String? = nil,
        coreCount: Int? = nil,
        memoryBytes: UInt64? = nil
    ) {
        self.sdk = sdk.flatMap { $0.isEmpty || $0.utf16.count > Limit.sdk ? nil : $0 }
        self.sdkVersion = sdkVersion.flatMap { Self.cut($0, to: Limit.version) }
        self.appVersion = appVersion.flatMap { Self.cut($0, to: Limit.version) }
        self.platform = platform.flatMap { Self.platforms.contains($0) ? $0 : nil }
        self.osVersion = osVersion.flatMap { Self.isVersionNumber($0) ? $0 : nil }
        self.arch = arch.flatMap { Self.architectures.contains($0) ? $0 : nil }
        cpuCores = coreCount.flatMap(Self.coreClass)
        memory = memoryBytes.flatMap(Self.memoryClass)
    }

    /// Adds the fields. Order: `sdk`, `sdk_version`, `app_version`, `platform`, `os_version`, `arch`,
    /// `cpu_cores`, `memory`.
    func add(to body: inout RequestBody) {
        body.add("sdk", sdk)
        body.add("sdk_version", sdkVersion)
        body.add("app_version", appVersion)
        body.add("platform", platform)
        body.add("os_version", osVersion)
        body.add("arch", arch)
        body.add("cpu_cores", cpuCores)
        body.add("memory", memory)
    }
}
