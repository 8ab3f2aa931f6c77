import KeylightCore

extension LicensePolicy {
    /// The same numbers, with those that could not be meant made harmless.
    ///
    /// A length under 0 counts as 0; what repeats does so once a second at most, so that no number can make a
    /// tight loop; ladders hold no wait under a second. Whoever configures a product is told of such numbers
    /// before; this is for those who make an engine themselves.
    public var bounded: LicensePolicy {
        var policy = self
        let lengths: [WritableKeyPath<LicensePolicy, Int64>] = [
            \.debounce, \.nearExpiry, \.staleAfter, \.scheduleLead, \.scheduleJitter, \.leaseSkew,
            \.rollbackTolerance, \.unsetClockDistance, \.jumpConfirmation, \.activeRevalidateInterval,
            \.warningLead, \.wakeEventPatience, \.wakeLateness, \.keylessDebounce, \.refusedReleaseTries,
            \.refusedReleaseInterval,
        ]
        for length in lengths { policy[keyPath: length] = max(0, self[keyPath: length]) }
        let intervals: [WritableKeyPath<LicensePolicy, Int64>] = [
            \.floorStep, \.longestHop, \.retryAfterEnd, \.recoveryInterval, \.keylessHeartbeat,
            \.storePatience,
        ]
        for interval in intervals { policy[keyPath: interval] = max(1, self[keyPath: interval]) }
        let ladders: [WritableKeyPath<LicensePolicy, [Int64]>] = [
            \.retryLadder, \.wakeRetries, \.notFoundRetries,
        ]
        for ladder in ladders { policy[keyPath: ladder] = self[keyPath: ladder].map { max(1, $0) } }
        policy.maxOfflineDays = maxOfflineDays.map { max(0, $0) }
        policy.retryAfterLimits =
            max(1, retryAfterLimits.lowerBound)...max(1, retryAfterLimits.upperBound)
        return policy
    }
}
