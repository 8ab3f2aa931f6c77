import KeylightCore
import KeylightPolicy
import Testing

@Suite("LeaseBinding")
struct LeaseBindingTests {
    @Test("BL-056: bound means this instance and this pinned hash")
    func bound() {
        let other = Fixture.otherActivation
        #expect(LeaseBinding.isBound(Fixture.lease(), to: Fixture.activation))
        #expect(!LeaseBinding.isBound(Fixture.lease(instance: other.instanceID), to: Fixture.activation))
        #expect(!LeaseBinding.isBound(Fixture.lease(keyHash: other.pinnedKeyHash), to: Fixture.activation))
        #expect(!LeaseBinding.isBound(Fixture.lease(), to: other))
    }

    @Test(
        "BL-056: current means at most 300 s older than the stored lease of the same instance",
        arguments: [(-301, false), (-300, true), (-299, true), (0, true), (300, true)] as [(Int64, Bool)]
    )
    func current(age: Int64, isCurrent: Bool) {
        let new = Fixture.lease(issued: age)
        #expect(LeaseBinding.isCurrent(new, beside: Fixture.lease()) == isCurrent)
        #expect(LeaseBinding.isCurrent(new, beside: nil))
        #expect(LeaseBinding.isCurrent(new, beside: Fixture.lease(instance: Fixture.otherInstance)))
    }

    @Test("fresh means strictly newer", arguments: [(-1, false), (0, false), (1, true)] as [(Int64, Bool)])
    func fresh(age: Int64, isFresh: Bool) {
        let new = Fixture.lease(issued: age)
        #expect(LeaseBinding.isFresh(new, beside: Fixture.lease()) == isFresh)
        #expect(LeaseBinding.isFresh(new, beside: nil))
        #expect(LeaseBinding.isFresh(new, beside: Fixture.lease(instance: Fixture.otherInstance)))
    }

    @Test("extreme dates never trap and are on the refusing side")
    func extremes() {
        for stored in Extremes.values {
            for issued in Extremes.values {
                var old = Fixture.lease()
                old.issuedAt = Timestamp(stored)
                var new = Fixture.lease()
                new.issuedAt = Timestamp(issued)
                let exact = Int128(stored) - Int128(issued) <= 300
                #expect(LeaseBinding.isCurrent(new, beside: old) == exact)
                #expect(LeaseBinding.isFresh(new, beside: old) == (issued > stored))
            }
        }
    }
}
