import Dispatch
import KeylightCore
import Testing

@testable import KeylightEngine

@Suite struct EntitlementShelfTests {
    private static let sets: [Set<Entitlement>] = [
        [], ["pro"], ["pro", "export", "collaboration.team"], ["caf\u{E9}", "pro"],
        Set((1...8).map { Entitlement(rawValue: "e\($0)") }),
        Set((1...9).map { Entitlement(rawValue: "e\($0)") }),
    ]
    private static let names: [Entitlement] = [
        "", "pro", "Pro", "prO", "export", "exporT", "collaboration.team", "collaboration.tear", "caf\u{E9}",
        "cafe\u{301}", "cafe", "e1", "e8", "e9", "e10",
    ]

    @Test(arguments: sets) func `answers as the set itself`(entitlements: Set<Entitlement>) {
        let shelf = EntitlementShelf(entitlements)
        for name in Self.names + entitlements {
            #expect(shelf.contains(name) == entitlements.contains(name), "\(name)")
        }
    }

    /// Swift takes the Kelvin sign for a K, though they have different bytes and even different numbers of them.
    @Test func `a name in another spelling is the same name, as in the set`() {
        let kelvin: Entitlement = "\u{212A}2"
        #expect(Set<Entitlement>(["K2"]).contains(kelvin))
        #expect(EntitlementShelf(["K2"]).contains(kelvin))
        #expect(EntitlementShelf([kelvin]).contains("K2"))
        #expect(!EntitlementShelf(["K3"]).contains(kelvin))
    }

    /// A short text need not stand in the string itself.
    @Test func `a name that was put together is the same name`() {
        var text = String(repeating: "x", count: 100)
        text.removeAll()
        text += "pro"
        #expect(EntitlementShelf(["pro"]).contains(Entitlement(rawValue: text)))
    }

    @Test func `shows the newest set`() {
        let shelf = EntitlementShelf(["pro"])
        shelf.show([])
        #expect(!shelf.contains("pro"))
        shelf.show(["export"])
        #expect(shelf.contains("export") && !shelf.contains("pro"))
        shelf.show(["pro"])
        #expect(shelf.contains("pro") && !shelf.contains("export"))
    }

    /// Readers are never shown anything but one of the sets. Also run under the thread sanitizer.
    @Test func `is read while it is changed`() {
        let shelf = EntitlementShelf(["a", "always"])
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for turn in 0..<2_000 {
                if thread == 0 { shelf.show(turn.isMultiple(of: 2) ? ["a", "always"] : ["b", "always"]) }
                #expect(shelf.contains("always"))
                #expect(!shelf.contains("never"))
                _ = shelf.contains("a")
            }
        }
    }
}
