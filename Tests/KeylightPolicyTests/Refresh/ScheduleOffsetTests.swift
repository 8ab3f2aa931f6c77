import KeylightCore
import KeylightPolicy
import Testing

@Suite("RefreshSchedule: the install's offset")
struct ScheduleOffsetTests {
    static func offset(_ name: String, issued: Int64 = 0, limit: Int64 = 600) -> Int64 {
        RefreshSchedule.offset(
            instanceID: Fixture.instanceID(name),
            issuedAt: Fixture.at(issued),
            limit: limit
        )
    }

    @Test("BL-017: 10,000 installs that began together do not call together")
    func spread() {
        var calls: [Int64: Int] = [:]
        for number in 0..<10_000 {
            let offset = Self.offset("inst-\(number)")
            #expect((0...600).contains(offset))
            calls[offset, default: 0] += 1
        }
        #expect(calls.values.allSatisfy { $0 <= 100 })
        #expect(calls.count > 590, "nearly every second of the ten minutes is used")
        for minute in Int64(0)..<10 {
            let share = calls.filter { $0.key / 60 == minute }.values.reduce(0, +)
            #expect((800...1_200).contains(share), "minute \(minute): \(share)")
        }
    }

    @Test("the leases of one install spread as well")
    func spreadOverLeases() {
        var calls: [Int64: Int] = [:]
        for number in Int64(0)..<10_000 { calls[Self.offset("inst-1", issued: number), default: 0] += 1 }
        #expect(calls.values.allSatisfy { $0 <= 100 })
        #expect(calls.count > 590)
    }

    @Test("BL-017: the same install and lease have the same offset, in every process")
    func deterministic() {
        #expect(Self.offset("inst-1") == Self.offset("inst-1"))
        // Pinned: an offset that changed with a release would move a whole fleet at once.
        #expect(Self.offset("inst-1") == 452)
        #expect(Self.offset("inst-2") != Self.offset("inst-1"))
        #expect(Self.offset("inst-1", issued: 1) != Self.offset("inst-1"))
    }

    @Test(
        "a limit of 0 or less is no offset; any other is never passed",
        arguments: [
            Int64.min, -1, 0, 1, 2, 599, 600, .max,
        ]
    )
    func limits(limit: Int64) {
        for number in 0..<200 {
            #expect((0...max(0, limit)).contains(Self.offset("inst-\(number)", limit: limit)))
        }
        if limit == 1 { #expect(Set((0..<50).map { Self.offset("i\($0)", limit: 1) }) == [0, 1]) }
    }
}
