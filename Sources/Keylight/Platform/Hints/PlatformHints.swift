import KeylightClock

/// All that this platform tells of wake-ups, clocks, networks and the foreground.
enum PlatformHints {
    static var source: any SystemHintSource {
        var sources: [any SystemHintSource] = []
        #if canImport(Glibc) || canImport(Musl)
            sources.append(LinuxSystemHints())
        #endif
        #if canImport(AppKit)
            sources += [WakeHints.source, ScreenWakeHints.source]
        #endif
        #if canImport(AppKit) || (canImport(UIKit) && !os(watchOS))
            sources += AppActiveHints.sources
        #endif
        #if canImport(Darwin)
            sources.append(ClockChangeHints.source)
        #endif
        #if canImport(Network)
            sources.append(NetworkHints())
        #endif
        return CombinedSystemHints(sources)
    }
}
