import KeylightCore

/// How long one attempt may take, how often a call is tried, and how long it waits in between.
///
/// All lengths are in milliseconds of the continuous clock.
public struct RetryPolicy: Sendable, Hashable {
    /// 15 s an attempt, 3 attempts, 0.5 s doubling to 4 s, plus 0 to 250 ms (behaviour, section 1).
    public static let standard = RetryPolicy()

    /// The longest time that one attempt may take.
    public var attemptTimeout: Int64
    /// What ``maximumAttempts`` counts as at most: a call is one wait of the user, and a server in trouble is not to be
    /// drummed on by each install.
    public static let attemptLimit = 10

    /// How often a call is sent at most; less than 1 counts as 1, more than ``attemptLimit`` as that.
    public var maximumAttempts: Int
    /// The wait after the first failed attempt.
    public var initialDelay: Int64
    /// The longest wait; each wait is twice the one before until it is this long.
    public var maximumDelay: Int64
    /// The largest random addition to a wait, which keeps many installs from coming back in step.
    public var maximumExtra: Int64

    /// Makes a policy; negative lengths count as 0.
    public init(
        attemptTimeout: Int64 = 15_000,
        maximumAttempts: Int = 3,
        initialDelay: Int64 = 500,
        maximumDelay: Int64 = 4_000,
        maximumExtra: Int64 = 250
    ) {
        self.attemptTimeout = attemptTimeout
        self.maximumAttempts = maximumAttempts
        self.initialDelay = initialDelay
        self.maximumDelay = maximumDelay
        self.maximumExtra = maximumExtra
    }

    /// The wait after a failed attempt.
    ///
    /// - Parameters:
    ///   - attempt: how many attempts have failed, from 1.
    ///   - randomBits: 32 random bits; 0 adds nothing, all ones add ``maximumExtra``.
    public func delay(afterAttempt attempt: Int, randomBits: UInt32) -> Int64 {
        var delay = min(max(0, initialDelay), max(0, maximumDelay))
        for _ in 1..<max(1, min(attempt, 64)) {
            delay = min(Seconds.product(delay, 2), max(0, maximumDelay))
        }
        return Seconds.sum(delay, extra(randomBits))
    }

    /// Multiplies and keeps the upper half: every value is as likely as the next, without a division.
    private func extra(_ randomBits: UInt32) -> Int64 {
        guard maximumExtra > 0 else { return 0 }
        let count = UInt64(maximumExtra) + 1
        let upperHalf = count.multipliedFullWidth(by: UInt64(randomBits) << 32).high
        return Int64(clamping: upperHalf)
    }
}
