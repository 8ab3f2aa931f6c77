import KeylightCore
import KeylightLeaseStore

/// One check of a store; returns what is wrong, or nil.
struct LeaseStoreCheck: Sendable {
    let name: String
    let run: @Sendable (_ open: @escaping LeaseStoreConformance.Opener) async throws -> String?

    static let all = [
        LeaseStoreCheck(name: "an empty place loads as absent") { open in
            difference(try open().load(), .absent)
        },
        LeaseStoreCheck(name: "the first update is given an empty record") { open in
            var given: LicenseRecord?
            try open().update { given = $0 }
            return difference(given, LicenseRecord())
        },
        LeaseStoreCheck(name: "an update that changes nothing writes nothing") { open in
            try open().update { _ in }
            return difference(try open().load(), .absent)
        },
        LeaseStoreCheck(name: "an update returns what is stored") { open in
            let sample = try SampleRecord.full()
            return difference(try open().update { $0 = sample }, sample)
        },
        LeaseStoreCheck(name: "every field is kept") { open in
            for sample in try SampleRecord.all() {
                let store = try open()
                try store.update { $0 = sample }
                if let problem = difference(try store.load(), .record(sample)) { return problem }
            }
            return nil
        },
        LeaseStoreCheck(name: "the record is there when the place is opened again") { open in
            let sample = try SampleRecord.full()
            try open().update { $0 = sample }
            return difference(try open().load(), .record(sample))
        },
        LeaseStoreCheck(name: "an update is given what was stored before") { open in
            let sample = try SampleRecord.full()
            try open().update { $0 = sample }
            var given: LicenseRecord?
            try open().update {
                given = $0
                $0.trialStart = Timestamp(7)
            }
            var expected = sample
            expected.trialStart = Timestamp(7)
            if let problem = difference(given, sample) { return problem }
            return difference(try open().load(), .record(expected))
        },
        LeaseStoreCheck(name: "an erased place is empty") { open in
            let sample = try SampleRecord.full()
            try open().update { $0 = sample }
            try open().erase()
            if let problem = difference(try open().load(), .absent) { return problem }
            var given: LicenseRecord?
            try open().update {
                given = $0
                $0.trialStart = Timestamp(7)
            }
            return difference(given, LicenseRecord())
        },
        LeaseStoreCheck(name: "removing nothing is no error") { open in
            try open().erase()
            try open().erase()
            return difference(try open().load(), .absent)
        },
        LeaseStoreCheck(name: "updates at the same time lose nothing") { open in
            try await concurrentUpdates(open)
        },
        LeaseStoreCheck(name: "peeking finds what loading finds") { open in
            if let problem = difference(try open().peek(), .absent) { return problem }
            let sample = try SampleRecord.full()
            try open().update { $0 = sample }
            return difference(try open().peek(), .record(sample))
        },
        LeaseStoreCheck(name: "a place stays the same") { open in
            guard let prepared = try open().place(preparing: true) else { return nil }
            let sample = try SampleRecord.full()
            try open().update { $0 = sample }
            return difference(try open().place(preparing: false), prepared)
        },
        LeaseStoreCheck(name: "a refresh lock has one holder") { open in
            let sample = try SampleRecord.full()
            try open().update { $0 = sample }
            return refreshLock(try open(), try open())
        },
    ]

    /// How many writers work at once, and how often each writes.
    private static let writers: Int64 = 4
    private static let rounds: Int64 = 10

    private static func concurrentUpdates(_ open: @escaping LeaseStoreConformance.Opener) async throws
        -> String?
    {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<writers {
                group.addTask {
                    let store = try open()
                    for _ in 0..<rounds {
                        try store.update { record in
                            let count = record.trialStart?.secondsSince1970 ?? 0
                            record.trialStart = Timestamp(count).adding(1)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        var expected = LicenseRecord()
        expected.trialStart = Timestamp(writers * rounds)
        return difference(try open().load(), .record(expected))
    }

    private static func refreshLock(_ first: any LeaseStore, _ second: any LeaseStore) -> String? {
        guard case .acquired(let lock) = first.tryRefreshLock() else { return nil }
        guard case .heldElsewhere = second.tryRefreshLock() else {
            return "a second one got it, or no answer"
        }
        lock.release()
        guard case .acquired(let next) = second.tryRefreshLock() else {
            return "it was released, and is still held"
        }
        // Whoever has given it back gives nothing back again.
        lock.release()
        guard case .heldElsewhere = first.tryRefreshLock() else {
            return "it was given back by somebody else"
        }
        next.release()
        return nil
    }

    /// What is wrong with a value; shows records only where they differ.
    private static func difference<Value: Equatable>(_ found: Value, _ expected: Value) -> String? {
        found == expected ? nil : "found \(found), expected \(expected)"
    }
}
