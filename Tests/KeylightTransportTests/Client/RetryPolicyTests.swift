import KeylightTransport
import Testing

@Suite struct RetryPolicyTests {
    @Test func theStandardIsAsDocumented() {
        let policy = RetryPolicy.standard
        #expect(policy.attemptTimeout == 15_000)
        #expect(policy.maximumAttempts == 3)
        #expect(policy.initialDelay == 500)
        #expect(policy.maximumDelay == 4_000)
        #expect(policy.maximumExtra == 250)
    }

    @Test(
        arguments: [
            (1, 500), (2, 1_000), (3, 2_000), (4, 4_000), (5, 4_000), (64, 4_000), (Int.max, 4_000), (0, 500),
            (Int.min, 500),
        ] as [(Int, Int64)]
    )
    func waitsDouble(attempt: Int, delay: Int64) {
        #expect(RetryPolicy.standard.delay(afterAttempt: attempt, randomBits: 0) == delay)
    }

    @Test(arguments: [(0, 500), (UInt32.max / 2 + 1, 625), (.max, 750)] as [(UInt32, Int64)])
    func theExtraSpansItsRange(randomBits: UInt32, delay: Int64) {
        #expect(RetryPolicy.standard.delay(afterAttempt: 1, randomBits: randomBits) == delay)
    }

    @Test func absurdLengthsDoNotTrap() {
        let huge = RetryPolicy(initialDelay: .max, maximumDelay: .max, maximumExtra: .max)
        #expect(huge.delay(afterAttempt: 3, randomBits: .max) == .max)
        let negative = RetryPolicy(initialDelay: -1, maximumDelay: -1, maximumExtra: -1)
        #expect(negative.delay(afterAttempt: 3, randomBits: .max) == 0)
        let least = RetryPolicy(initialDelay: .min, maximumDelay: .min, maximumExtra: .min)
        #expect(least.delay(afterAttempt: 3, randomBits: .max) == 0)
    }
}
