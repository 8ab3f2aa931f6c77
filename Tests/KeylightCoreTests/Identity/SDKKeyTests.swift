import KeylightCore
import Testing

@Suite("SDKKey")
struct SDKKeyTests {
    private static let digits = String(repeating: "0123456789abcdef", count: 4)

    @Test("the documented form is taken as it is, in either case of its digits")
    func good() {
        #expect(SDKKey("sdk_live_" + Self.digits)?.rawValue == "sdk_live_" + Self.digits)
        #expect(
            SDKKey("sdk_live_" + Self.digits.uppercased())?.rawValue == "sdk_live_" + Self.digits.uppercased()
        )
    }

    static let badKeys: [String] = [
        "", "sdk_live_", "sdk_live_\(digits.dropLast())", "sdk_live_\(digits)0", "sdk_test_\(digits)",
        "SDK_LIVE_\(digits)", digits, " sdk_live_\(digits)", "sdk_live_\(digits)\n",
        "sdk_live_\(digits.dropLast())g", "sdk_live_\(digits.dropLast(2))é",
        "sdk_live_\u{301}\(digits.dropLast(2))", "sdk_live\u{FF3F}\(digits.dropLast(2))",
    ]

    @Test("any other form is refused", arguments: badKeys)
    func bad(text: String) {
        #expect(SDKKey(text) == nil)
    }
}
