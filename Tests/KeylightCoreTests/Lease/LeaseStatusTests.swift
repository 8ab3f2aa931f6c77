import KeylightCore
import Testing

@Suite("LeaseStatus")
struct LeaseStatusTests {
    @Test("three words are known")
    func known() {
        #expect(LeaseStatus(rawValue: "active").isKnown)
        #expect(LeaseStatus(rawValue: "fallback").isKnown)
        #expect(LeaseStatus(rawValue: "expired").isKnown)
    }

    @Test(
        "BL-042: any other word is kept and known to be unknown",
        arguments: ["paused", "Active", "", "active "]
    )
    func unknown(word: String) {
        let status = LeaseStatus(rawValue: word)
        #expect(!status.isKnown)
        #expect(status.rawValue == word)
    }
}
