import KeylightCore
import KeylightPolicy
import Testing

@Suite("KeylessReporting")
struct KeylessReportingTests {
    private static let policy = LicensePolicy.standard
    private static let start = Timestamp(1_772_323_200)

    private func instant(_ seconds: Int64) -> ContinuousInstant {
        ContinuousInstant(nanoseconds: 0).adding(seconds: seconds)
    }

    private func look(
        _ reporting: inout KeylessReporting,
        _ state: KeylessState?,
        at seconds: Int64,
        patience: Int64? = nil
    ) -> Bool {
        reporting.look(at: state, now: instant(seconds), patience: patience, policy: Self.policy)
    }

    private func accept(_ reporting: inout KeylessReporting, _ state: KeylessState, at seconds: Int64) {
        let report = KeylessReport(state: state, date: Self.start.adding(seconds))
        reporting.noteAccepted(report, at: instant(seconds))
    }

    @Test("each state without a key has its word, and with a key there is none")
    func words() {
        let rows: [(LicenseState, KeylessState?)] = [
            (.trial(daysLeft: 3), .trial), (.freeTier, .freeTier), (.expired, .expired),
            (.licensed, nil), (.limited, nil), (.invalid, nil),
        ]
        for (state, word) in rows {
            var snapshot = LicenseSnapshot(state: state, reason: .notActivated, rule: .nothingHeld)
            #expect(KeylessReporting.state(of: snapshot) == word, "\(state)")
            snapshot.hasLicenseKey = true
            #expect(KeylessReporting.state(of: snapshot) == nil, "\(state)")
            snapshot.hasLicenseKey = false
            snapshot.isResolved = false
            #expect(KeylessReporting.state(of: snapshot) == nil, "\(state)")
        }
    }

    @Test("the same state waits for 24 h after it was taken", arguments: [86_399, 86_400, 86_401] as [Int64])
    func debounce(age: Int64) {
        var reporting = KeylessReporting()
        reporting.adopt(
            KeylessReport(state: .trial, date: Self.start.adding(-age)),
            at: TimeAssessment.plain(Self.start, instant: instant(0))
        )
        #expect(look(&reporting, .trial, at: 0) == (age >= 86_400))
        #expect(reporting.nextLook == instant(Self.policy.keylessHeartbeat))
    }

    @Test("it is looked at again every six hours", arguments: [21_599, 21_600, 21_601] as [Int64])
    func heartbeat(seconds: Int64) {
        var reporting = KeylessReporting()
        #expect(look(&reporting, .trial, at: 0))
        // It was not taken, so it is due at the next look.
        #expect(look(&reporting, .trial, at: seconds) == (seconds >= 21_600))
    }

    @Test("a change is due at once, also right after another report")
    func change() {
        var reporting = KeylessReporting()
        #expect(look(&reporting, .trial, at: 0))
        accept(&reporting, .trial, at: 0)
        #expect(!look(&reporting, .trial, at: 1))
        #expect(look(&reporting, .freeTier, at: 2))
        // Not taken; the same again has to wait.
        #expect(!look(&reporting, .freeTier, at: 3))
        // Back to what was taken two seconds before.
        #expect(!look(&reporting, .trial, at: 4))
    }

    @Test("with a license nothing is planned, and after it is gone it is looked at anew")
    func license() {
        var reporting = KeylessReporting()
        #expect(look(&reporting, .trial, at: 0))
        accept(&reporting, .trial, at: 0)
        #expect(!look(&reporting, nil, at: 10))
        #expect(reporting.nextLook == nil)
        #expect(!look(&reporting, .trial, at: 20))
        #expect(reporting.nextLook == instant(20 + Self.policy.keylessHeartbeat))
        #expect(!look(&reporting, nil, at: 30))
        #expect(look(&reporting, .trial, at: 86_400))
    }

    @Test("patience puts a report off to its end, and no further")
    func patience() {
        var reporting = KeylessReporting()
        #expect(!look(&reporting, .trial, at: 0, patience: 600))
        #expect(reporting.nextLook == instant(600))
        #expect(!look(&reporting, .trial, at: 599))
        #expect(look(&reporting, .trial, at: 600))
    }

    @Test("a report in the future counts as old")
    func future() {
        var reporting = KeylessReporting()
        reporting.adopt(
            KeylessReport(state: .trial, date: Self.start.adding(1)),
            at: TimeAssessment.plain(Self.start, instant: instant(0))
        )
        #expect(look(&reporting, .trial, at: 0))
    }

    @Test("what another process reported counts")
    func otherProcess() {
        var reporting = KeylessReporting()
        #expect(look(&reporting, .trial, at: 0))
        reporting.adopt(
            KeylessReport(state: .trial, date: Self.start.adding(21_000)),
            at: TimeAssessment.plain(Self.start.adding(21_600), instant: instant(21_600))
        )
        #expect(!look(&reporting, .trial, at: 21_600))
    }

    @Test("the record keeps the first id, the last report and the wish for patience")
    func record() throws {
        var record = LicenseRecord()
        let first = AnonymousID(randomBits: 1, 2)
        record.apply(.anonymousIDMade(first))
        record.apply(.anonymousIDMade(AnonymousID(randomBits: 3, 4)))
        #expect(record.anonymousID == first)
        let report = KeylessReport(state: .freeTier, date: Self.start)
        record.apply(.keylessReported(report))
        #expect(record.keylessReport == report)
        record.apply(.patienceAsked(until: Self.start.adding(9)))
        #expect(record.notBefore == Self.start.adding(9))
        #expect(record.lastAttempt == nil)
    }
}

extension TimeAssessment {
    /// A moment at which all clocks agree.
    fileprivate static func plain(_ time: Timestamp, instant: ContinuousInstant) -> TimeAssessment {
        TimeAssessment(now: time, instant: instant, wall: time)
    }
}
