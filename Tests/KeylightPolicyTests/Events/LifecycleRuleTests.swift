import KeylightCore
import KeylightPolicy
import Testing

@Suite("LifecycleRule")
struct LifecycleRuleTests {
    static let states: [LicenseState] = [
        .trial(daysLeft: 5), .licensed, .limited, .freeTier, .expired, .invalid,
    ]

    /// A row for each state before, a column for each after, in the order of `states`.
    static let table = [
        "trial    ": "- - E - E E",
        "licensed ": "- - E - E E",
        "limited  ": "R R - - - -",
        "freeTier ": "- - - - - -",
        "expired  ": "R R - - - -",
        "invalid  ": "R R - - - -",
    ]

    static func snapshot(
        _ state: LicenseState,
        reason: LicenseReason = .trialEnded,
        end: LicenseEnd? = nil,
        hasLicenseKey: Bool = false,
        isResolved: Bool = true
    ) -> LicenseSnapshot {
        LicenseSnapshot(
            state: state,
            reason: reason,
            rule: .nothingHeld,
            licenseEnd: end,
            hasLicenseKey: hasLicenseKey,
            isResolved: isResolved
        )
    }

    static func expected(_ mark: Substring, _ old: LicenseState, _ new: LicenseState) -> LicenseEvent? {
        switch mark {
        case "E": .expired(from: old, to: new)
        case "R": .restored(from: old, to: new)
        default: nil
        }
    }

    @Test("each step from one state to another is the event of the table")
    func everyStep() throws {
        for old in Self.states {
            let name = String("\(old)".prefix { $0 != "(" }).padded(to: 9)
            let marks = try #require(Self.table[name]).split(separator: " ")
            for (mark, new) in zip(marks, Self.states) {
                let event = LifecycleRule.event(from: Self.snapshot(old), to: Self.snapshot(new))
                #expect(event == Self.expected(mark, old, new), "\(old) to \(new)")
            }
        }
    }

    @Test("a manager's first verdict, an undetermined one and the user's own deactivation are no events")
    func silent() {
        for old in Self.states {
            for new in Self.states {
                let from = Self.snapshot(old)
                let to = Self.snapshot(new)
                #expect(LifecycleRule.event(from: nil, to: to) == nil)
                #expect(LifecycleRule.event(from: from, to: to, isUsersDeactivation: true) == nil)
                let undetermined = Self.snapshot(.expired, isResolved: false)
                #expect(LifecycleRule.event(from: undetermined, to: to) == nil)
                #expect(LifecycleRule.event(from: from, to: undetermined) == nil)
            }
        }
    }

    @Test("a license key that is gone was given back, here or in another process: no event")
    func keyGivenBack() {
        for old in Self.states {
            for new in Self.states {
                let from = Self.snapshot(old, hasLicenseKey: true)
                #expect(LifecycleRule.event(from: from, to: Self.snapshot(new)) == nil)
                // With a key before and after, or a new one, all is as ever.
                let plain = LifecycleRule.event(from: Self.snapshot(old), to: Self.snapshot(new))
                let kept = Self.snapshot(new, hasLicenseKey: true)
                #expect(LifecycleRule.event(from: from, to: kept) == plain)
                #expect(LifecycleRule.event(from: Self.snapshot(old), to: kept) == plain)
            }
        }
    }

    @Test("a trial that loses a day tells nothing")
    func trialDay() {
        let event = LifecycleRule.event(
            from: Self.snapshot(.trial(daysLeft: 5)),
            to: Self.snapshot(.trial(daysLeft: 4))
        )
        #expect(event == nil)
    }

    @Test("a first activation is no return")
    func firstActivation() {
        let never = Self.snapshot(.expired, reason: .notActivated)
        #expect(LifecycleRule.event(from: never, to: Self.snapshot(.licensed)) == nil)
        #expect(LifecycleRule.event(from: never, to: Self.snapshot(.trial(daysLeft: 1))) == nil)
    }

    @Test("BL-040: renewed is an end that moved later or went away, while licensed")
    func renewed() {
        let early = LicenseEnd.at(Fixture.at(0))
        let late = LicenseEnd.at(Fixture.at(1))
        let rows: [(LicenseEnd?, LicenseEnd?, Bool)] = [
            (early, late, true), (early, .lifetime, true), (early, early, false), (late, early, false),
            (.lifetime, .lifetime, false), (.lifetime, early, false), (nil, nil, false),
            (nil, early, false), (nil, .lifetime, false), (early, nil, false), (.lifetime, nil, false),
        ]
        for (old, new, isRenewed) in rows {
            let event = LifecycleRule.event(
                from: Self.snapshot(.licensed, end: old),
                to: Self.snapshot(.licensed, end: new)
            )
            guard isRenewed, let old, let new else {
                #expect(event == nil)
                continue
            }
            #expect(event == .renewed(from: old, to: new))
        }
    }

    @Test("an end that moved tells nothing in any other step")
    func renewedOnlyWhileLicensed() {
        for old in Self.states {
            for new in Self.states where old != .licensed || new != .licensed {
                let event = LifecycleRule.event(
                    from: Self.snapshot(old, end: .at(Fixture.at(0))),
                    to: Self.snapshot(new, end: .lifetime)
                )
                if case .renewed = event { Issue.record("renewed from \(old) to \(new)") }
            }
        }
    }
}

extension String {
    fileprivate func padded(to length: Int) -> String {
        self + String(repeating: " ", count: max(0, length - count))
    }
}
