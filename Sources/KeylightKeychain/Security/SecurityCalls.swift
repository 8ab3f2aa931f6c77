#if canImport(Security)
    import CoreFoundation
    public import KeylightCore
    public import KeylightLeaseStore
    import Security

    /// The calls as the system has them.
    struct SecurityCalls: KeychainCalls {
        func copyMatching(_ query: KeychainQuery) -> (status: KeychainStatus, bytes: [UInt8]?) {
            var found: CFTypeRef?
            let status = SecItemCopyMatching(dictionary(query.reading), &found)
            guard let found, CFGetTypeID(found) == CFDataGetTypeID() else {
                return (KeychainStatus(rawValue: status), nil)
            }
            let data = unsafeDowncast(found, to: CFData.self)
            let bytes = UnsafeBufferPointer(start: CFDataGetBytePtr(data), count: CFDataGetLength(data))
            return (KeychainStatus(rawValue: status), Array(bytes))
        }

        func update(_ query: KeychainQuery, bytes: [UInt8]) -> KeychainStatus {
            let change = dictionary([:])
            set(kSecValueData, data(bytes), in: change)
            return KeychainStatus(rawValue: SecItemUpdate(dictionary(query.identity), change))
        }

        func add(_ query: KeychainQuery, bytes: [UInt8]) -> KeychainStatus {
            let item = dictionary(query.adding)
            set(kSecValueData, data(bytes), in: item)
            return KeychainStatus(rawValue: SecItemAdd(item, nil))
        }

        func delete(_ query: KeychainQuery) -> KeychainStatus {
            KeychainStatus(rawValue: SecItemDelete(dictionary(query.identity)))
        }

        private func dictionary(
            _ attributes: [KeychainAttribute: KeychainQuery.Value]
        ) -> CFMutableDictionary {
            var keys = kCFTypeDictionaryKeyCallBacks
            var values = kCFTypeDictionaryValueCallBacks
            let dictionary: CFMutableDictionary = CFDictionaryCreateMutable(nil, 0, &keys, &values)
            for (attribute, value) in attributes {
                switch value {
                case .text(let text): set(name(attribute), string(text), in: dictionary)
                case .flag(let flag):
                    set(name(attribute), flag ? kCFBooleanTrue : kCFBooleanFalse, in: dictionary)
                case .constant(let constant): set(name(attribute), self.constant(constant), in: dictionary)
                }
            }
            return dictionary
        }

        private func set(_ key: CFString, _ value: AnyObject, in dictionary: CFMutableDictionary) {
            CFDictionarySetValue(
                dictionary,
                Unmanaged.passUnretained(key).toOpaque(),
                Unmanaged.passUnretained(value).toOpaque()
            )
        }

        private func string(_ text: String) -> CFString {
            let bytes = Array(text.utf8)
            return CFStringCreateWithBytes(
                nil,
                bytes,
                bytes.count,
                CFStringBuiltInEncodings.UTF8.rawValue,
                false
            )
        }

        private func data(_ bytes: [UInt8]) -> CFData { CFDataCreate(nil, bytes, bytes.count) }

        private func name(_ attribute: KeychainAttribute) -> CFString {
            switch attribute {
            case .itemClass: kSecClass
            case .service: kSecAttrService
            case .account: kSecAttrAccount
            case .accessGroup: kSecAttrAccessGroup
            case .usesDataProtection: kSecUseDataProtectionKeychain
            case .synchronizable: kSecAttrSynchronizable
            case .accessible: kSecAttrAccessible
            case .returnsData: kSecReturnData
            case .matchLimit: kSecMatchLimit
            // kSecUseAuthenticationUI by its value: the name is deprecated for an object of LocalAuthentication, a
            // framework that would then be loaded for this one flag.
            case .authenticationUI: string("u_AuthUI")
            }
        }

        private func constant(_ constant: KeychainConstant) -> CFString {
            switch constant {
            case .genericPassword: kSecClassGenericPassword
            case .afterFirstUnlockThisDeviceOnly: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
            case .matchLimitOne: kSecMatchLimitOne
            // kSecUseAuthenticationUIFail, for the same reason.
            case .authenticationUIFail: string("u_AuthUIF")
            }
        }
    }

    extension KeychainLeaseStore {
        /// Makes a store over the device's Keychain; touches nothing yet.
        ///
        /// - Parameters:
        ///   - tenant: the vendor's name at the service.
        ///   - product: the product's name at the service.
        ///   - accessGroup: the group whose members share the record; nil for the app's own.
        ///   - lockDirectory: an absolute path for the lock files, for this product alone, shared by all processes
        ///     that share the record.
        /// - Throws: `StoreLocationError` when the path is not absolute or holds a NUL.
        public init(
            tenant: ServiceIdentifier,
            product: ServiceIdentifier,
            accessGroup: String? = nil,
            lockDirectory: String
        ) throws(StoreLocationError) {
            try self.init(
                tenant: tenant,
                product: product,
                accessGroup: accessGroup,
                lockDirectory: lockDirectory,
                calls: SecurityCalls()
            )
        }
    }
#endif
