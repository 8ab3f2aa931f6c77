import Keylight

/// The options of the commands that act on a license.
extension OptionSyntax {
    static let client: [OptionSyntax] = [
        .baseURL, .tenant, .product, .sdkKey, .publicKey, .keyPrefix, .store, .maxOfflineDays, .json,
        .verbose,
    ]

    static let baseURL = OptionSyntax(
        name: "--base-url",
        valueName: "URL",
        variable: "KEYLIGHT_BASE_URL",
        help: "the licensing server (\(ServiceEndpoint.defaultBaseURL))"
    )
    static let tenant = OptionSyntax(
        name: "--tenant",
        valueName: "ID",
        variable: "KEYLIGHT_TENANT",
        help: "the tenant's id; required"
    )
    static let product = OptionSyntax(
        name: "--product",
        valueName: "ID",
        variable: "KEYLIGHT_PRODUCT",
        help: "the product's id; required"
    )
    static let sdkKey = OptionSyntax(
        name: "--sdk-key",
        valueName: "KEY",
        variable: "KEYLIGHT_SDK_KEY",
        help: "the tenant's SDK key (none)"
    )
    static let publicKey = OptionSyntax(
        name: "--public-key",
        valueName: "KID=BASE64",
        variable: "KEYLIGHT_PUBLIC_KEYS",
        isRepeatable: true,
        help: "a key whose signatures are believed;\nin the variable, several with commas between them"
    )
    static let keyPrefix = OptionSyntax(
        name: "--key-prefix",
        valueName: "TEXT",
        variable: "KEYLIGHT_KEY_PREFIX",
        help: "what every license key begins with (anything)"
    )
    static let store = OptionSyntax(
        name: "--store",
        valueName: "DIR",
        variable: "KEYLIGHT_STORE",
        help: "the directory of the license record\n(the place where the app itself keeps it)"
    )
    static let maxOfflineDays = OptionSyntax(
        name: "--max-offline-days",
        valueName: "N|none",
        variable: "KEYLIGHT_MAX_OFFLINE_DAYS",
        help: "days that a lease is honoured without an online check (15)"
    )
    static let json = OptionSyntax(name: "--json", help: "print one object of JSON instead of text")
    static let verbose = OptionSyntax(
        name: "--verbose",
        help: "write the log, debug lines too, to standard error"
    )
}
