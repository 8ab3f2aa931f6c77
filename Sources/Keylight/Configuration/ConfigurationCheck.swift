import KeylightCore
import KeylightLeaseStore
import KeylightPolicy
import KeylightTransport
import KeylightVerification

/// Turns the texts and numbers of a configuration into typed values, or says which one is wrong and why.
struct ConfigurationCheck {
    func identifier(_ text: String, field: String) throws(KeylightError) -> ServiceIdentifier {
        guard let identifier = ServiceIdentifier(text) else {
            throw wrong(field, "\(text.debugDescription) is not one or more of a-z, 0-9, _ and -")
        }
        return identifier
    }

    func sdkKey(_ text: String?) throws(KeylightError) -> SDKKey? {
        guard let text else { return nil }
        guard let key = SDKKey(text) else {
            throw wrong("sdkKey", "it is not sdk_live_ and 64 hexadecimal characters")
        }
        return key
    }

    func keyPrefix(_ prefix: String?) throws(KeylightError) {
        guard let prefix else { return }
        do {
            _ = try LicenseKey(parsing: prefix)
        } catch {
            throw wrong("keyPrefix", error.description)
        }
    }

    func keys(_ list: TrustedPublicKeys) throws(KeylightError) -> TrustedKeys {
        do {
            return try TrustedKeys(pairs: list.entries.map { ($0.kid, $0.base64) })
        } catch {
            throw wrong("trustedPublicKeys", "\(error)")
        }
    }

    func endpoint(
        _ baseURL: String,
        tenant: ServiceIdentifier,
        product: ServiceIdentifier
    ) throws(KeylightError) -> ServiceEndpoint {
        do {
            return try ServiceEndpoint(baseURL: baseURL, tenant: tenant, product: product)
        } catch {
            throw wrong("baseURL", "\(error)")
        }
    }

    func notNegative(_ value: Int64?, field: String) throws(KeylightError) {
        if let value, value < 0 { throw wrong(field, "\(value) is negative") }
    }

    func policy(_ policy: LicensePolicy) throws(KeylightError) {
        let lengths: [(String, Int64)] = [
            ("debounce", policy.debounce), ("nearExpiry", policy.nearExpiry),
            ("staleAfter", policy.staleAfter),
            ("scheduleLead", policy.scheduleLead), ("scheduleJitter", policy.scheduleJitter),
            ("leaseSkew", policy.leaseSkew), ("rollbackTolerance", policy.rollbackTolerance),
            ("unsetClockDistance", policy.unsetClockDistance), ("jumpConfirmation", policy.jumpConfirmation),
            ("activeRevalidateInterval", policy.activeRevalidateInterval),
            ("warningLead", policy.warningLead), ("wakeEventPatience", policy.wakeEventPatience),
            ("wakeLateness", policy.wakeLateness), ("keylessDebounce", policy.keylessDebounce),
            ("refusedReleaseTries", policy.refusedReleaseTries),
            ("refusedReleaseInterval", policy.refusedReleaseInterval),
        ]
        for (name, value) in lengths { try notNegative(value, field: "policy.\(name)") }
        let intervals: [(String, Int64)] = [
            ("floorStep", policy.floorStep), ("longestHop", policy.longestHop),
            ("retryAfterEnd", policy.retryAfterEnd), ("recoveryInterval", policy.recoveryInterval),
            ("storePatience", policy.storePatience),
        ]
        for (name, value) in intervals where value < 1 {
            throw wrong("policy.\(name)", "\(value) is less than a second")
        }
        guard policy.keylessHeartbeat >= 1 else {
            throw wrong(
                "policy.keylessHeartbeat",
                "\(policy.keylessHeartbeat) is less than a second; telemetry .off turns the reports off"
            )
        }
        guard !policy.retryLadder.isEmpty, policy.retryLadder.allSatisfy({ $0 >= 1 }) else {
            throw wrong("policy.retryLadder", "it needs at least one step, and none under a second")
        }
        let ladders = [("wakeRetries", policy.wakeRetries), ("notFoundRetries", policy.notFoundRetries)]
        for (name, ladder) in ladders where !ladder.allSatisfy({ $0 >= 1 }) {
            throw wrong("policy.\(name)", "no step may be under a second; an empty list turns it off")
        }
        guard policy.retryAfterLimits.lowerBound >= 1 else {
            throw wrong("policy.retryAfterLimits", "it begins under a second")
        }
    }

    func retryPolicy(_ policy: RetryPolicy) throws(KeylightError) {
        guard policy.attemptTimeout >= 1 else {
            throw wrong("retryPolicy.attemptTimeout", "it is not positive")
        }
        guard policy.maximumAttempts >= 1 else {
            throw wrong("retryPolicy.maximumAttempts", "it is less than 1")
        }
        guard policy.maximumAttempts <= RetryPolicy.attemptLimit else {
            throw wrong("retryPolicy.maximumAttempts", "it is more than \(RetryPolicy.attemptLimit)")
        }
    }

    func store(
        _ storage: KeylightStorage,
        tenant: ServiceIdentifier,
        product: ServiceIdentifier,
        environment: [String: String]
    ) throws(KeylightError) -> any LeaseStore {
        switch storage {
        case .custom(let store): return store
        case .inMemory: return InMemoryLeaseStore()
        case .encryptedFile(let chosen):
            do {
                let directory =
                    try chosen
                    ?? DefaultStoreLocation.directory(
                        tenant: tenant,
                        product: product,
                        environment: environment
                    )
                return try SealedFileStore(directory: directory, tenant: tenant, product: product)
            } catch {
                throw wrong("storage", "\(error)")
            }
        }
    }

    private func wrong(_ field: String, _ problem: String) -> KeylightError {
        KeylightError(operation: .configure, kind: .invalidConfiguration(field: field, problem: problem))
    }
}
