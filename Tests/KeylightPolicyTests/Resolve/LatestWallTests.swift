import KeylightCore
import KeylightPolicy
import Testing

@Suite("The latest that a right clock can show")
struct LatestWallTests {
    /// Seconds after the signature, of a lease that was signed at `t0`.
    private static func lead(length: Int64, maxOfflineDays: Int64?) -> Int64 {
        var policy = Fixture.policy
        policy.maxOfflineDays = maxOfflineDays
        let lease = LeaseFacts(Fixture.lease(expires: length))
        return OfflineLimit.latestWall(for: lease, policy: policy).seconds(since: Fixture.t0)
    }

    @Test("two hours before the lease's end, skew included, or before the offline cap when that comes first")
    func earlierOfBoth() {
        let day = Fixture.day
        #expect(Self.lead(length: 7 * day, maxOfflineDays: 15) == 7 * day + 300 - 7_200)
        #expect(Self.lead(length: 60 * day, maxOfflineDays: 15) == 15 * day - 7_200)
        #expect(Self.lead(length: 60 * day, maxOfflineDays: nil) == 60 * day + 300 - 7_200)
        // Where both ends meet, the skew is what makes the cap the earlier one.
        #expect(Self.lead(length: 15 * day - 301, maxOfflineDays: 15) == 15 * day - 1 - 7_200)
        #expect(Self.lead(length: 15 * day - 300, maxOfflineDays: 15) == 15 * day - 7_200)
        #expect(Self.lead(length: 15 * day - 299, maxOfflineDays: 15) == 15 * day - 7_200)
    }

    @Test(
        "of less than four hours, half",
        arguments: [
            (14_400 - 302, 7_199), (14_400 - 301, 7_200), (14_400 - 300, 7_200), (14_400 - 299, 7_201),
            (3_600, 1_950), (1, 151), (0, 150),
        ] as [(Int64, Int64)]
    )
    func half(length: Int64, lead: Int64) {
        #expect(Self.lead(length: length, maxOfflineDays: 15) == lead)
    }

    @Test("a lease that was over when it was signed, and a cap of no days, leave no time at all")
    func nothing() {
        #expect(Self.lead(length: -300, maxOfflineDays: 15) == 0)
        #expect(Self.lead(length: -301, maxOfflineDays: 15) == -1)
        #expect(Self.lead(length: Fixture.week, maxOfflineDays: 0) == 0)
    }
}
