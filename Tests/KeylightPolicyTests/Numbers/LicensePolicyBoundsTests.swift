import KeylightCore
import KeylightPolicy
import Testing

@Suite("The bounds of the numbers")
struct LicensePolicyBoundsTests {
    @Test("the standard numbers are within them, and so are bounded ones")
    func unchanged() {
        #expect(LicensePolicy.standard.bounded == .standard)
        for value in Extremes.values {
            let policy = ExtremesTests.policy(value).bounded
            #expect(policy.bounded == policy)
        }
    }

    @Test(
        "nothing repeats more often than once a second, and no length is negative",
        arguments: [.min, -1, 0]
    )
    func least(value: Int64) {
        var policy = ExtremesTests.policy(value)
        policy.keylessHeartbeat = value
        policy.notFoundRetries = [value, 7]
        policy.retryAfterLimits = value...value
        policy.wakeLateness = value
        let bounded = policy.bounded
        for interval in [
            bounded.floorStep, bounded.longestHop, bounded.retryAfterEnd, bounded.recoveryInterval,
            bounded.keylessHeartbeat,
        ] { #expect(interval == 1) }
        for length in [
            bounded.debounce, bounded.nearExpiry, bounded.leaseSkew, bounded.rollbackTolerance,
            bounded.activeRevalidateInterval, bounded.wakeLateness, bounded.scheduleJitter,
        ] { #expect(length == 0) }
        #expect(bounded.maxOfflineDays == 0)
        #expect(bounded.retryLadder == [1])
        #expect(bounded.wakeRetries == [1])
        #expect(bounded.notFoundRetries == [1, 7])
        #expect(bounded.retryAfterLimits == 1...1)
    }

    @Test("no cap stays none, and empty ladders stay empty")
    func absent() {
        var policy = LicensePolicy.standard
        policy.maxOfflineDays = nil
        policy.wakeRetries = []
        #expect(policy.bounded == policy)
    }
}
