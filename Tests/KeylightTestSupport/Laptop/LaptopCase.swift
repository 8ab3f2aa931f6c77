import KeylightCore
package import KeylightPolicy
package import KeylightTesting

/// One random laptop: what is on it, and what happens to it. The seed makes all of it.
package struct LaptopCase: Sendable, CustomStringConvertible {
    /// What the case was made from.
    package var seed: UInt64
    /// Whether the app is in its trial, else licensed.
    package var isTrial: Bool
    /// How long the service's leases last.
    package var leaseLength: Int64
    /// Days without an online check; nil for no cap.
    package var maxOfflineDays: Int64?
    /// Whether the system tells the app of wake-ups, clock changes and networks.
    package var hasHints: Bool
    /// How often the app looks at the clocks and notes the time, in seconds.
    package var step: Int64
    /// What happens.
    package var script: LaptopScript

    /// The trial's length in days.
    package static let trialDays: Int64 = 14

    /// Makes the case of a seed.
    package init(seed: UInt64) {
        var random = Draw(seed: seed)
        self.seed = seed
        isTrial = random.chance(1, in: 3)
        leaseLength = random.pick([7 * Seconds.day, 7 * Seconds.day, Seconds.day, 30 * Seconds.day])
        maxOfflineDays = random.pick([15, 15, 15, 3, nil])
        hasHints = random.chance(3, in: 4)
        // The standard quarter of an hour takes twenty times as long to live through, so it is rare.
        step = random.chance(1, in: 256) ? 15 * Seconds.minute : random.pick([6, 12]) * Seconds.hour
        let count = random.number(in: 3...12)
        script = LaptopScript((0..<count).map { _ in Self.event(&random) })
    }

    /// The rules that the app on it goes by.
    package var policy: LicensePolicy {
        var policy = LicensePolicy.exact
        policy.maxOfflineDays = maxOfflineDays
        policy.longestHop = step
        policy.floorStep = step
        return policy
    }

    /// For how long an entitlement may last without any answer of the server: what `offlineUntil` promises.
    package var promise: Int64 {
        guard !isTrial else { return Seconds.product(Self.trialDays, Seconds.day) }
        let lease = Seconds.sum(leaseLength, LicensePolicy.standard.leaseSkew)
        return Seconds.sum(min(lease, maxOfflineDays.map { Seconds.product($0, Seconds.day) } ?? lease), 1)
    }

    package var description: String {
        """
        seed \(seed): \(isTrial ? "trial" : "license"), leases of \(leaseLength) s, \
        cap \(maxOfflineDays.map { "\($0) d" } ?? "off"), \(hasHints ? "" : "no ")hints, step \(step) s
        KEYLIGHT_SCRIPT='\(script)'
        """
    }

    private static func event(_ random: inout Draw) -> LaptopEvent {
        switch random.number(in: 0...99) {
        case 0..<30: .open(for: random.length())
        case 30..<45: .closed(for: random.length())
        case 45..<60: .setClock(by: random.clockEdit())
        case 60..<70: .network(random.chance(2, in: 3) ? .down : .up)
        case 70..<80: .relaunch(after: random.chance(1, in: 2) ? 0 : random.length())
        case 80..<88: .reboot(after: random.chance(1, in: 2) ? 60 : random.length())
        case 88..<94: .foreground
        case 94..<97: .travel(to: random.pick(["Asia/Tokyo", "America/New_York", "Asia/Kathmandu"]))
        default: .timersLate(by: random.pick([0, 0, 5, 40 * Seconds.minute]))
        }
    }
}

/// Draws of a case.
private struct Draw {
    let random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    mutating func number(in range: ClosedRange<Int64>) -> Int64 {
        let width = UInt64(range.upperBound - range.lowerBound + 1)
        return range.lowerBound + Int64(random.next64() % width)
    }

    mutating func chance(_ count: Int64, in total: Int64) -> Bool { number(in: 1...total) <= count }

    mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int(number(in: 0...Int64(values.count - 1)))]
    }

    /// Minutes, hours or days, with odd seconds in half of the cases.
    mutating func length() -> Int64 {
        let unit = pick([Seconds.minute, Seconds.hour, Seconds.hour, Seconds.day, Seconds.day])
        let odd = chance(1, in: 2) ? number(in: 0...59) : 0
        return number(in: 1...(unit == Seconds.day ? 5 : 50)) * unit + odd
    }

    /// Drift, hours, days, or years; either way.
    mutating func clockEdit() -> Int64 {
        let size = pick(
            [
                number(in: 1...90), number(in: 3_500...3_700), number(in: 2...20) * Seconds.hour,
                number(in: 1...20) * Seconds.day, 3_650 * Seconds.day,
            ]
        )
        return chance(1, in: 2) ? size : -size
    }
}
