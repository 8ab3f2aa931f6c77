#if os(Linux)
    import CLibsecret
    public import KeylightCore
    public import KeylightLeaseStore

    /// The calls through libsecret, loaded when the first is made.
    struct LibsecretCalls: SecretServiceCalls {
        let tenant: ServiceIdentifier
        let product: ServiceIdentifier

        func read(_ entry: VaultEntry) -> SecretServiceOutcome {
            var text: UnsafeMutablePointer<CChar>?
            let outcome = call(entry) { keylight_secret_read($0, &text, $1, $2) }
            defer { keylight_secret_free(text) }
            guard case .done = outcome, let text else { return outcome }
            return .done(String(cString: text))
        }

        func write(_ text: String, to entry: VaultEntry) -> SecretServiceOutcome {
            // A text for C ends at the first NUL; JSON holds none, so only a damaged entry can be cut here.
            call(entry) { keylight_secret_write($0, "Keylight license \(tenant)/\(product)", text, $1, $2) }
        }

        func remove(_ entry: VaultEntry) -> SecretServiceOutcome {
            call(entry) { keylight_secret_remove($0, $1, $2) }
        }

        private func call(
            _ entry: VaultEntry,
            _ body: (KeylightSecretName, UnsafeMutablePointer<CChar>, Int) -> Int32
        ) -> SecretServiceOutcome {
            var message = [CChar](repeating: 0, count: 512)
            let status = tenant.rawValue.withCString { tenant in
                product.rawValue.withCString { product in
                    entry.rawValue.withCString { entry in
                        let name = KeylightSecretName(tenant: tenant, product: product, entry: entry)
                        return message.withUnsafeMutableBufferPointer { buffer -> Int32 in
                            guard let start = buffer.baseAddress else { return Int32(KEYLIGHT_SECRET_FAILED) }
                            return body(name, start, buffer.count)
                        }
                    }
                }
            }
            let bytes = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            let reason = "Secret Service: " + String(decoding: bytes, as: UTF8.self)
            switch Int(status) {
            case Int(KEYLIGHT_SECRET_DONE): return .done("")
            case Int(KEYLIGHT_SECRET_ABSENT): return .absent
            case Int(KEYLIGHT_SECRET_LOCKED): return .locked(reason)
            case Int(KEYLIGHT_SECRET_NO_SERVICE): return .noService(reason)
            default: return .failed(reason)
            }
        }
    }

    extension SecretServiceLeaseStore {
        /// Makes a store over the session's service; touches nothing yet.
        ///
        /// - Parameters:
        ///   - tenant: the vendor's name at the service.
        ///   - product: the product's name at the service.
        ///   - lockDirectory: an absolute path for the lock files, for this product alone.
        /// - Throws: `StoreLocationError` when the path is not absolute or holds a NUL.
        public init(
            tenant: ServiceIdentifier,
            product: ServiceIdentifier,
            lockDirectory: String
        ) throws(StoreLocationError) {
            try self.init(
                calls: LibsecretCalls(tenant: tenant, product: product),
                lockDirectory: lockDirectory
            )
        }
    }
#endif
