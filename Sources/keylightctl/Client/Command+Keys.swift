import Keylight

extension Command {
    /// The public keys of a tenant, for the developer of an app.
    static let keys = Command(
        syntax: CommandSyntax(
            name: "keys",
            summary: "Show, pin or check the public keys that a tenant publishes.",
            details: [
                "fetch  lists the published keys; * is the one that signs now.",
                "pin    writes them as Swift source for the app's configuration. Compare them with what your",
                "       vendor's account shows before you ship them: this is the moment of trust.",
                "check  compares them with the keys that the app has, given by --public-key. The status is 1 when",
                "       an app with these keys would refuse leases that are signed now.",
            ],
            argumentName: "fetch|pin|check",
            options: [.baseURL, .tenant, .publicKey, .json, .verbose]
        ),
        run: { arguments, context in
            guard let name = arguments.argument, let action = KeysAction(rawValue: name) else {
                throw UsageError("one of fetch, pin and check is needed")
            }
            let configuration = ClientConfiguration(arguments: arguments, context: context)
            let pinned = try configuration.publicKeys()
            if action == .check, pinned.entries.isEmpty {
                throw UsageError(
                    "\(OptionSyntax.publicKey.nameWithVariable) is missing: there is nothing to check"
                )
            }
            let client = try configuration.makeKeySetClient()
            switch await client.publishedKeys(requestID: client.makeRequestID()) {
            case .success(let published):
                let report = KeysReport(published: published, pinned: pinned)
                return report.write(action, isJSON: arguments.isGiven(.json), to: context.console)
            case .failure(let error):
                context.console.writeError("\(CommandLineTool.name) keys: \(error)")
                return ToolStatus(error)
            }
        }
    )
}

/// What is done with the published keys.
enum KeysAction: String, Sendable {
    case fetch
    case pin
    case check
}

extension ClientConfiguration {
    /// A client that needs no product, no store and no keys.
    func makeKeySetClient() throws(UsageError) -> LicensingClient {
        let text = try arguments.required(.tenant)
        guard let tenant = ServiceIdentifier(text) else {
            throw UsageError(
                "\(arguments.source(of: .tenant)): \(text.debugDescription) is not one or more of a-z, 0-9, _ and -"
            )
        }
        let endpoint: ServiceEndpoint
        do throws(ServiceEndpointError) {
            endpoint = try ServiceEndpoint(
                baseURL: arguments.value(.baseURL) ?? ServiceEndpoint.defaultBaseURL,
                tenant: tenant,
                // The key set is the tenant's; the product is not part of its address.
                product: tenant
            )
        } catch {
            throw UsageError("\(arguments.source(of: .baseURL)): \(error)")
        }
        let clock = context.clock
        let logger = LicenseLogger(
            category: "tool",
            handlers: arguments.isGiven(.verbose) ? [context.logHandler] : [],
            minimumLevel: .debug,
            now: { clock.now().wall.secondsSince1970 }
        )
        return LicensingClient(
            endpoint: endpoint,
            sdkKey: nil,
            transport: PlatformTransport.make(logger: logger),
            clock: clock,
            runner: context.tracker,
            verifier: LeaseVerifier(trustedKeys: TrustedKeys()),
            logger: logger,
            randomBits: { .random(in: .min ... .max) }
        )
    }
}
