import KeylightServer
import Testing

@testable import keylightctl

struct LicenseSpecificationTests {
    @Test(arguments: [
        ("ACME-1", ServedLicense(key: "ACME-1")),
        (" acme–1 ", ServedLicense(key: "ACME-1")),
        ("ACME-1,entitlements=pro", ServedLicense(key: "ACME-1", entitlements: ["pro"])),
        ("ACME-1,entitlements=a+b=c", ServedLicense(key: "ACME-1", entitlements: ["a", "b=c"])),
        ("ACME-1,seats=0", ServedLicense(key: "ACME-1", seats: 0)),
        ("ACME-1,expires=-5", ServedLicense(key: "ACME-1", expiresAt: -5)),
        ("ACME-1,revoked", ServedLicense(key: "ACME-1", isRevoked: true)),
        ("ACME-1,fallback", ServedLicense(key: "ACME-1", hasFallback: true)),
        (
            "ACME-1,fallback,seats=3,revoked,expires=1772323200,entitlements=b+a",
            ServedLicense(
                key: "ACME-1",
                entitlements: ["b", "a"],
                seats: 3,
                expiresAt: 1_772_323_200,
                hasFallback: true,
                isRevoked: true
            )
        ),
    ])
    func reads(_ text: String, _ license: ServedLicense) throws {
        #expect(try LicenseSpecification(text).license == license)
    }

    @Test(arguments: [
        ("", "the key: No license key was entered."),
        (",seats=1", "the key: No license key was entered."),
        ("---", "the key: No license key was entered."),
        ("ACME_1", "the key: A license key has only letters A to Z, digits and dashes; found U+5F."),
        ("ACME-1,", "\"\" is unknown; known are entitlements, seats, expires, revoked and fallback"),
        ("ACME-1,,revoked", "\"\" is unknown; known are entitlements, seats, expires, revoked and fallback"),
        (
            "ACME-1,Seats=1",
            "\"Seats\" is unknown; known are entitlements, seats, expires, revoked and fallback"
        ),
        ("ACME-1,=1", "\"\" is unknown; known are entitlements, seats, expires, revoked and fallback"),
        ("ACME-1,revoked=true", "revoked takes no value"),
        ("ACME-1,fallback=", "fallback takes no value"),
        ("ACME-1,seats", "seats needs a value: seats=…"),
        ("ACME-1,expires", "expires needs a value: expires=…"),
        ("ACME-1,entitlements", "entitlements needs a value: entitlements=…"),
        ("ACME-1,seats=", "seats: \"\" is not a count"),
        ("ACME-1,seats=-1", "seats: \"-1\" is not a count"),
        ("ACME-1,seats=1.5", "seats: \"1.5\" is not a count"),
        ("ACME-1,seats=two", "seats: \"two\" is not a count"),
        ("ACME-1,seats=99999999999999999999", "seats: \"99999999999999999999\" is not a count"),
        ("ACME-1,expires=", "expires: \"\" is not a time in seconds since 1970"),
        ("ACME-1,expires=2026-03-01", "expires: \"2026-03-01\" is not a time in seconds since 1970"),
        ("ACME-1,entitlements=", "entitlements: one of them is empty"),
        ("ACME-1,entitlements=a+", "entitlements: one of them is empty"),
        ("ACME-1,entitlements=a++b", "entitlements: one of them is empty"),
        ("ACME-1,entitlements=a|b", "entitlements: \"a|b\" cannot be signed"),
        ("ACME-1,entitlements=a\u{1}", "entitlements: \"a\\u{01}\" cannot be signed"),
        ("ACME-1,seats=1,seats=1", "\"seats\" is given twice"),
        ("ACME-1,revoked,revoked", "\"revoked\" is given twice"),
    ])
    func saysWhatIsWrong(_ text: String, _ problem: String) {
        #expect(throws: UsageError(problem)) { try LicenseSpecification(text) }
    }
}
