import Keylight
import KeylightServer

extension Command {
    /// A local licensing server.
    static let serve = Command(
        syntax: CommandSyntax(
            name: "serve",
            summary: "Run a local licensing server for development, on 127.0.0.1.",
            details: [
                "Prints one line of JSON when it is ready (port, kid, public_key, base_url, …), then serves",
                "until SIGINT or SIGTERM. Everything is in memory. Whoever can reach the port can change",
                "everything through its /_admin calls.",
            ],
            options: [
                .port, .servedTenant, .servedProduct, .servedSDKKey, .signingSeed, .license, .leaseLength,
                .trialDays, .freeTier,
            ]
        ),
        run: { arguments, context in
            try await serve(ServeOptions(arguments), context)
        }
    )

    private static func serve(_ options: ServeOptions, _ context: ToolContext) async throws -> ToolStatus {
        let clock = context.clock
        let server = try options.makeServer { clock.now().wall.secondsSince1970 }
        let stopped = try context.prepareToStop()
        try server.start()
        context.console.write(
            JSONText.object([
                .init("event", .string("ready")),
                .init("port", .integer(Int64(server.port))),
                .init("kid", .string(server.kid)),
                .init("public_key", .string(server.publicKeyBase64)),
                .init("base_url", .string(server.baseURL)),
                .init("tenant", .string(options.tenant)),
                .init("product", .string(options.product)),
                .init("licenses", .integer(Int64(options.licenses.count))),
            ])
            .line
        )
        await stopped()
        server.stop()
        return .done
    }
}

extension OptionSyntax {
    static let port = OptionSyntax(
        name: "--port",
        valueName: "N",
        help: "the port; 0 takes any that is free (0)"
    )
    static let servedTenant = OptionSyntax(
        name: "--tenant",
        valueName: "ID",
        variable: "KEYLIGHT_TENANT",
        help: "the tenant's id (\(ServeOptions.defaultTenant))"
    )
    static let servedProduct = OptionSyntax(
        name: "--product",
        valueName: "ID",
        variable: "KEYLIGHT_PRODUCT",
        help: "the product's id (\(ServeOptions.defaultProduct))"
    )
    static let servedSDKKey = OptionSyntax(
        name: "--sdk-key",
        valueName: "KEY",
        variable: "KEYLIGHT_SDK_KEY",
        help: "the SDK key that each call has to carry (none is asked for)"
    )
    static let signingSeed = OptionSyntax(
        name: "--signing-seed",
        valueName: "SEED",
        variable: "KEYLIGHT_SIGNING_SEED",
        help: "what the signing key is made of: 64 hexadecimal digits,\nor Base64 of 32 bytes (a new one)"
    )
    static let license = OptionSyntax(
        name: "--license",
        valueName: "SPEC",
        isRepeatable: true,
        help: "a license: KEY[,entitlements=a+b][,seats=N]\n[,expires=EPOCH][,revoked][,fallback]"
    )
    static let leaseLength = OptionSyntax(
        name: "--lease-length",
        valueName: "SECONDS",
        help: "how long leases are (604800, which is 7 days)"
    )
    static let trialDays = OptionSyntax(
        name: "--trial-days",
        valueName: "N",
        help: "the length of a trial, told along with other replies (0)"
    )
    static let freeTier = OptionSyntax(
        name: "--free-tier",
        help: "tell that there is a free tier"
    )
}
