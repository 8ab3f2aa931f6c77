import KeylightLeaseStore

/// Which item is meant, as the attributes of each call.
struct KeychainQuery: Sendable, Hashable {
    /// The product, as the item's service: `keylight.<tenant>.<product>`.
    var service: String
    /// Which of the store's entries.
    var entry: VaultEntry
    /// The group whose members share the item; nil for the app's own.
    var accessGroup: String?

    /// An attribute's value.
    enum Value: Sendable, Hashable {
        case text(String)
        case flag(Bool)
        case constant(KeychainConstant)
    }

    /// What names the item; part of every call.
    ///
    /// The data-protection Keychain, so that no list of allowed programs with code hashes, and no password prompt
    /// after an update of the app, comes into it; and no prompt at all.
    var identity: [KeychainAttribute: Value] {
        var attributes: [KeychainAttribute: Value] = [
            .itemClass: .constant(.genericPassword),
            .service: .text(service),
            .account: .text(entry.rawValue),
            .usesDataProtection: .flag(true),
            .synchronizable: .flag(false),
            .authenticationUI: .constant(.authenticationUIFail),
        ]
        if let accessGroup { attributes[.accessGroup] = .text(accessGroup) }
        return attributes
    }

    /// For reading: the bytes of one item.
    var reading: [KeychainAttribute: Value] {
        identity.merging([.returnsData: .flag(true), .matchLimit: .constant(.matchLimitOne)]) { $1 }
    }

    /// For adding: readable after the first unlock, so that work in the background finds it; on this device only,
    /// so that no backup carries a seat to another one.
    var adding: [KeychainAttribute: Value] {
        var attributes = identity
        attributes[.authenticationUI] = nil
        attributes[.accessible] = .constant(.afterFirstUnlockThisDeviceOnly)
        return attributes
    }
}

/// The attributes that are used.
enum KeychainAttribute: Sendable, Hashable, CaseIterable {
    case itemClass, service, account, accessGroup, usesDataProtection, synchronizable, accessible
    case returnsData, matchLimit, authenticationUI
}

/// The constants that are used.
enum KeychainConstant: Sendable, Hashable, CaseIterable {
    case genericPassword, afterFirstUnlockThisDeviceOnly, matchLimitOne, authenticationUIFail
}
