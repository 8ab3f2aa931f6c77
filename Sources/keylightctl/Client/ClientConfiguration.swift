import Keylight
import KeylightPolicy

/// Makes the SDK's configuration of a command's options.
struct ClientConfiguration {
    var arguments: ParsedArguments
    var context: ToolContext

    /// Makes the configuration.
    ///
    /// - Parameter transport: what carries requests; nil means the platform's HTTP stack.
    /// - Throws: ``UsageError``, which names the flag or the variable whose value is wrong.
    func make(transport: (any Transport)? = nil) throws(UsageError) -> KeylightConfiguration {
        let tenant = try arguments.required(.tenant)
        let product = try arguments.required(.product)
        let keys = try publicKeys()
        let days = try maxOfflineDays()
        let store = try storeDirectory()
        let isVerbose = arguments.isGiven(.verbose)
        do throws(KeylightError) {
            return try KeylightConfiguration(
                sdkKey: arguments.value(.sdkKey),
                tenantId: tenant,
                productId: product,
                keyPrefix: arguments.value(.keyPrefix),
                trustedPublicKeys: keys,
                baseURL: arguments.value(.baseURL) ?? ServiceEndpoint.defaultBaseURL,
                maxOfflineDays: days,
                storage: .encryptedFile(directory: store),
                transport: transport,
                clock: context.clock,
                runner: context.tracker,
                logHandlers: isVerbose ? [context.logHandler] : [],
                logLevel: .debug,
                environment: context.environment
            )
        } catch {
            throw usageError(of: error)
        }
    }

    /// The same error in the words of the command line.
    func usageError(of error: KeylightError) -> UsageError {
        guard case .invalidConfiguration(let field, let problem) = error.kind else {
            return UsageError(error.description)
        }
        guard let option = Self.options[field] else { return UsageError("\(field): \(problem)") }
        return UsageError("\(arguments.source(of: option)): \(problem)")
    }

    private static let options: [String: OptionSyntax] = [
        "tenantId": .tenant, "productId": .product, "sdkKey": .sdkKey, "keyPrefix": .keyPrefix,
        "trustedPublicKeys": .publicKey, "baseURL": .baseURL, "maxOfflineDays": .maxOfflineDays,
        "storage": .store,
    ]

    func publicKeys() throws(UsageError) -> TrustedPublicKeys {
        let given = arguments.values(.publicKey)
        let texts =
            given.isEmpty
            ? (arguments.variable(.publicKey) ?? "").split(separator: ",").map(String.init) : given
        var entries: [TrustedPublicKeys.Entry] = []
        for text in texts {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else {
                throw UsageError(
                    "\(arguments.source(of: .publicKey)): \(text.debugDescription) is not KID=BASE64"
                )
            }
            entries.append(TrustedPublicKeys.Entry(kid: String(parts[0]), base64: String(parts[1])))
        }
        return TrustedPublicKeys(entries)
    }

    private func maxOfflineDays() throws(UsageError) -> Int64? {
        guard let text = arguments.value(.maxOfflineDays) else {
            return LicensePolicy.standard.maxOfflineDays
        }
        if text == "none" { return nil }
        guard let days = Int64(text), days >= 0 else {
            throw UsageError(
                "\(arguments.source(of: .maxOfflineDays)): \(text.debugDescription) is neither a number of"
                    + " days nor none"
            )
        }
        return days
    }

    private func storeDirectory() throws(UsageError) -> String? {
        guard let path = arguments.value(.store) else { return nil }
        guard !path.isEmpty else { throw UsageError("\(arguments.source(of: .store)): it is empty") }
        return path.hasPrefix("/") ? path : context.workingDirectory + "/" + path
    }
}
