/// What a call of the Keychain returns.
///
/// Source of the numbers: `SecBase.h` of the Security framework.
struct KeychainStatus: Sendable, Hashable {
    let rawValue: Int32

    static let success = KeychainStatus(rawValue: 0)
    static let itemNotFound = KeychainStatus(rawValue: -25300)
    static let duplicateItem = KeychainStatus(rawValue: -25299)
    static let interactionNotAllowed = KeychainStatus(rawValue: -25308)
    static let interactionRequired = KeychainStatus(rawValue: -25315)
    static let notAvailable = KeychainStatus(rawValue: -25291)
    static let authenticationFailed = KeychainStatus(rawValue: -25293)
    static let missingEntitlement = KeychainStatus(rawValue: -34018)
}

extension KeychainStatus: CustomStringConvertible {
    /// The number that support searches for, and what it comes from.
    var description: String {
        guard let words = Self.words[self] else { return "Keychain status \(rawValue)" }
        return "Keychain status \(rawValue) (\(words))"
    }

    private static let words: [KeychainStatus: String] = [
        .itemNotFound: "there is no such item", .duplicateItem: "the item is there already",
        .interactionNotAllowed: "the device has not been unlocked yet, or the user would have to be asked",
        .interactionRequired: "the user would have to be asked, which is never done",
        .notAvailable: "there is no Keychain in this session",
        .authenticationFailed: "the Keychain refused access",
        .missingEntitlement: "the program is not signed with an entitlement for the Keychain",
    ]
}
