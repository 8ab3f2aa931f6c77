import KeylightCore
import Testing

/// Texts that somebody else wrote: one short line, without the secrets of the call.
@Suite("ForeignText")
struct ForeignTextTests {
    private static let key = "ACME-QQQQ-WWWW-0001"

    private func cleaner(instance: String = "7b1d6f0a-3c52-4c1b-9a7e-2f8e6d5c4b3a") throws -> ForeignText {
        let key: LicenseKey = try LicenseKey(parsing: Self.key)
        let seat: InstanceID = try #require(InstanceID(instance))
        let sdkKey: SDKKey = try #require(SDKKey("sdk_live_" + String(repeating: "0f", count: 32)))
        return ForeignText(licenseKey: key, instanceID: seat, sdkKey: sdkKey)
    }

    @Test(
        "a secret is replaced in any case and with any separators",
        arguments: [
            "ACME-QQQQ-WWWW-0001", "acme-qqqq-wwww-0001", "ACMEQQQQWWWW0001", "acme qqqq wwww 0001",
            "Acme–Qqqq–Wwww–0001", "ACME_QQQQ_WWWW_0001", "ACME - QQQQ - WWWW - 0001",
            "A-C-M-E-QQQQWWWW-0001",
            "ACME\u{0}-QQ\u{200B}QQ-W\u{AD}WWW-\n0001", "ACME.QQQQ/WWWW:0001",
        ]
    )
    func spellings(_ spelling: String) throws {
        let shown = try LicenseKey(parsing: Self.key).description
        let cleaner = try cleaner()
        #expect(cleaner.text("key \(spelling) revoked") == "key \(shown) revoked")
        #expect(cleaner.text(spelling) == shown)
        #expect(cleaner.text("x\(spelling)y") == "x\(shown)y")
        #expect(cleaner.text("\(spelling)\(spelling)") == "\(shown)\(shown)")
    }

    @Test("seats and SDK keys are replaced as well")
    func others() throws {
        let text = "on 7B1D6F0A3C524C1B9A7E2F8E6D5C4B3A with SDK_LIVE_" + String(repeating: "0F", count: 32)
        let shown = try cleaner().text(text)
        #expect(shown.hasPrefix("on instance#"))
        #expect(!shown.lowercased().contains("3c52") && !shown.lowercased().contains("0f0f"))
    }

    @Test("a short seat is replaced as a word, and other words stay")
    func shortSeat() throws {
        let cleaner = try cleaner(instance: "in-1")
        let shown = try #require(InstanceID("in-1")).description
        #expect(cleaner.text("seat in-1, IN1 (in 1)") == "seat \(shown), \(shown) (\(shown))")
        #expect(cleaner.text("in-10 min-1 inn1 in1a") == "in-10 min-1 inn1 in1a")
    }

    @Test("what only resembles a secret stays", arguments: ["ACME-QQQQ-WWWW-0002", "ACME QQQQ", "QQQQ-WWWW"])
    func resembling(_ text: String) throws {
        #expect(try cleaner().text(text) == text)
    }

    @Test("a seat without letters and digits is nothing to look for")
    func punctuation() throws {
        #expect(try cleaner(instance: "--").text("a -- b") == "a -- b")
    }

    @Test("the seat that the reply names is hidden, too")
    func added() throws {
        let cleaner = try cleaner().hiding(InstanceID("seat-number-9"))
        #expect(!cleaner.text("seat-number-9").contains("number"))
        #expect(try self.cleaner().hiding(nil).text("seat-number-9") == "seat-number-9")
    }

    @Test("a text is one line of single blanks, and nothing in it is invisible")
    func oneLine() {
        let cleaner = ForeignText()
        #expect(cleaner.text(" a\r\n\tb\u{2028}c\u{85}d\u{A0}\u{3000}e  ") == "a b c d e")
        #expect(cleaner.text("a\u{0}\u{1B}[31mb\u{7F}\u{202E}c\u{FEFF}\u{E0041}") == "a[31mbc")
        #expect(cleaner.text("Überfällig — 期限切れ 😀") == "Überfällig — 期限切れ 😀")
    }

    @Test("what is empty then is called so", arguments: ["", " ", "\n\n", "\u{0}\u{200B}"])
    func empty(_ text: String) {
        #expect(ForeignText().text(text) == ForeignText.unreadable)
        #expect(ForeignText().name(text) == ForeignText.unreadable)
    }

    @Test("a text has 200 characters at most, a name 64", arguments: [-1, 0, 1])
    func limits(offset: Int) {
        let cleaner = ForeignText()
        for (limit, clean) in [(200, cleaner.text), (64, cleaner.name)] {
            let shown = clean(String(repeating: "x", count: limit + offset))
            #expect(shown.count == min(limit, limit + offset))
            #expect(shown.hasSuffix("…") == (offset > 0))
        }
        // Marks that pile up on one letter are counted, too.
        #expect(cleaner.text("z" + String(repeating: "\u{301}", count: 60_000)).unicodeScalars.count == 200)
    }

    @Test("no part of a secret is left at the end of a text that is cut", arguments: 170...205)
    func cutSecret(at length: Int) throws {
        let shown = try cleaner().text(String(repeating: "x", count: length) + Self.key + " revoked")
        #expect(shown.unicodeScalars.count <= 200)
        #expect(!shown.contains("QQ") && !shown.contains("ACME-Q"))
    }

    @Test("a long text of beginnings of the key takes no time", .timeLimit(.minutes(1)))
    func hostile() throws {
        let key = String(repeating: "A", count: 256)
        let cleaner = ForeignText(licenseKey: try LicenseKey(parsing: key))
        for text in ["A", "A-", "A----- ", "-"].map({ String(repeating: $0, count: 65_536 / $0.count) }) {
            #expect(cleaner.text(text).unicodeScalars.count <= 200)
        }
    }
}
