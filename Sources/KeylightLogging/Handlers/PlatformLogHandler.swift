#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The handler that suits the platform.
public enum PlatformLogHandler {
    /// Unified logging on Apple's systems. Elsewhere the systemd journal when it can be reached and standard error is
    /// not a terminal, so that who starts the program by hand sees its lines; else standard error.
    ///
    /// It is chosen once, at the first use.
    public static let `default`: any LicenseLogHandler = {
        #if canImport(os)
            UnifiedLogHandler()
        #else
            choose(
                standardErrorIsTerminal: isatty(STDERR_FILENO) == 1,
                journal: { try? JournalLogHandler() }
            )
        #endif
    }()

    /// The rule of ``default`` where there is no unified logging.
    static func choose(
        standardErrorIsTerminal: Bool,
        journal: () -> (any LicenseLogHandler)?
    ) -> any LicenseLogHandler {
        if !standardErrorIsTerminal, let journal = journal() {
            return journal
        }
        return StandardErrorLogHandler()
    }
}
