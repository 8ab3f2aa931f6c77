#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif
#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The user's directories, as the system knows them.
enum UserDirectories {
    /// The directory that Apple's systems have for an app's own files; nil elsewhere.
    static func applicationSupport() -> String? {
        #if canImport(Darwin)
            FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first?.path
        #else
            nil
        #endif
    }

    /// The home directory in the user database; nil when the user is not in it, as in many containers.
    static func home() -> String? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        // Entries are far shorter; one that is not is no reason to go on asking.
        var buffer = [CChar](repeating: 0, count: 16_384)
        guard getpwuid_r(getuid(), &entry, &buffer, buffer.count, &found) == 0, found != nil,
            let directory = entry.pw_dir
        else { return nil }
        return String(cString: directory)
    }
}
