public import KeylightCore

/// Where a product's record is kept when the app names no place.
public enum DefaultStoreLocation {
    /// The directory for a product's store; it need not exist yet.
    ///
    /// - Apple: `keylight/<tenant>/<product>` in the user's Application Support (of the app's container, where
    ///   it has one).
    /// - Elsewhere: `$XDG_DATA_HOME/keylight/<tenant>/<product>`, else the same under `$HOME/.local/share`,
    ///   else under the home directory that the user database names. As the XDG specification demands, a
    ///   path that is not absolute is ignored.
    ///
    /// - Parameter environment: the process's environment, such as `ProcessInfo.processInfo.environment`.
    /// - Throws: ``StoreLocationError/noHomeDirectory`` when none of these is known.
    public static func directory(
        tenant: ServiceIdentifier,
        product: ServiceIdentifier,
        environment: [String: String]
    ) throws(StoreLocationError) -> String {
        try directory(
            tenant: tenant,
            product: product,
            environment: environment,
            applicationSupport: UserDirectories.applicationSupport,
            home: UserDirectories.home
        )
    }

    /// The same, with what the system knows given by the caller.
    static func directory(
        tenant: ServiceIdentifier,
        product: ServiceIdentifier,
        environment: [String: String],
        applicationSupport: () -> String?,
        home: () -> String?
    ) throws(StoreLocationError) -> String {
        let base =
            absolute(applicationSupport())
            ?? absolute(environment["XDG_DATA_HOME"])
            ?? (absolute(environment["HOME"]) ?? absolute(home())).map { joined($0, ".local/share") }
        guard let base else { throw .noHomeDirectory }
        return joined(base, "keylight/\(tenant)/\(product)")
    }

    private static func absolute(_ path: String?) -> String? {
        guard let path, path.hasPrefix("/"), !path.utf8.contains(0) else { return nil }
        return path
    }

    private static func joined(_ base: String, _ rest: String) -> String {
        base.hasSuffix("/") ? base + rest : base + "/" + rest
    }
}
