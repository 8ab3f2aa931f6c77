#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The machine's name as the kernel has it.
///
/// Not that of `ProcessInfo`: on Apple's systems that one asks the network who the machine is, which can take seconds
/// at launch and makes the system ask the user for permission to use the local network.
enum HostName {
    /// POSIX allows 255 bytes, and leaves open whether a longer name is ended by a NUL.
    private static let limit = 256

    /// Nil when the system does not tell.
    static var current: String? {
        var bytes = [CChar](repeating: 0, count: limit + 1)
        guard gethostname(&bytes, limit) == 0 else { return nil }
        return String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
