import KeylightCore
import KeylightEngine
import KeylightPolicy
import KeylightTesting

/// Watches an app through the eyes of a user and of a vendor, and complains.
///
/// It goes by the true time, which neither the app nor the script's clock edits can touch, and knows nothing of
/// how the app comes to its verdicts.
///
/// - **Promise.** The time for which the app is entitled, awake, since the last confirmed answer is never more
///   than what `offlineUntil` promises with a right clock, plus one write step for each process that ended
///   without a farewell.
/// - **Service.** While the server can be reached and the license is good, the app is entitled as soon as one
///   attempt has ended; without any hint of the system, when the next planned one has.
/// - **Future.** No timer is ever set for the past.
/// - **Manners.** With nobody doing anything the server is not asked more often than every five minutes, beyond
///   the few short steps after a failure.
/// - **Seconds.** With nobody doing anything the state changes only when a reply has arrived, or in the very
///   second that the last `offlineUntil` named (for a trial, whole days before it).
final class LaptopOracle: Sendable {
    private struct State: Sendable {
        var failure: String?
        var snapshot: LicenseSnapshot?
        var isRunning = false
        var isAwake = true
        /// Whether an event that may change the state is under way.
        var isEvent = true
        var isOnline = true
        var lateness: Int64 = 0
        var worstLateness: Int64 = 0
        /// Trusted time as the app last explained it, against true time.
        var trustedAhead: Int64 = 0
        var requestCount = 0
        var lastRequest: Timestamp?
        var requestsBefore = 0
        var openLength: Int64 = 0
        /// Two answers came in one second. Signatures are dated by the second, and only a strictly newer one may
        /// move time down, so the second answer could not do what it should.
        var isSameSecond = false

        /// Entitled time since the last confirmed answer, up to `entitledSince`.
        var used: Int64 = 0
        var entitledSince: Timestamp?
        var endings: Int64 = 0
        /// Since when a reachable server has not been heard of.
        var lostSince: Timestamp?
    }

    private let laptop: LaptopCase
    private let clock: VirtualClock
    private let simulation: Simulation
    private let transport: ScriptedTransport
    private let state = Locked(State())

    init(_ laptop: LaptopCase, simulation: Simulation, transport: ScriptedTransport) {
        self.laptop = laptop
        self.simulation = simulation
        clock = simulation.clock
        self.transport = transport
    }

    /// A process has begun, with this as its first word.
    func begin(_ snapshot: LicenseSnapshot) {
        state.withLock { $0.isRunning = true }
        see(snapshot)
    }

    /// The app has published a snapshot.
    func see(_ snapshot: LicenseSnapshot) {
        let (truth, wall) = (clock.trueTime, clock.now().wall)
        let requestCount = transport.requestCount
        simulation.note("app: \(snapshot.state), \(snapshot.reason)")
        state.withLock { state in
            settle(&state, at: truth)
            let old = state.snapshot
            state.snapshot = snapshot
            if let old, !laptop.isTrial, snapshot.lastValidated != old.lastValidated {
                state.used = 0
                state.endings = 0
            }
            let hasReply = state.isOnline && requestCount != state.requestCount
            if requestCount != state.requestCount {
                state.isSameSecond = state.lastRequest == truth || requestCount > state.requestCount + 1
                state.lastRequest = truth
            }
            state.requestCount = requestCount
            if let old, old.state != snapshot.state, !state.isEvent, !hasReply {
                checkSecond(old, snapshot, [wall, truth, truth.adding(state.trustedAhead)], &state)
            }
            state.entitledSince =
                snapshot.isEntitled && state.isRunning && state.isAwake ? truth : nil
            note(loss: !snapshot.isEntitled, at: truth, &state)
        }
    }

    /// Something is about to happen.
    func beginEvent(_ event: LaptopEvent) throws {
        let truth = clock.trueTime
        state.withLock { state in
            settle(&state, at: truth)
            state.isEvent = true
            state.requestsBefore = transport.requestCount
            state.openLength = 0
            switch event {
            case .open(let seconds):
                state.isEvent = false
                state.openLength = seconds
            case .closed:
                state.isAwake = false
                state.entitledSince = nil
                state.lostSince = nil
            case .reboot, .relaunch:
                state.isRunning = false
                state.entitledSince = nil
                state.lostSince = nil
                state.endings += 1
            case .network(.down):
                state.isOnline = false
                state.lostSince = nil
            case .network(.up): state.isOnline = true
            case .timersLate(let seconds):
                state.lateness = seconds
                state.worstLateness = max(state.worstLateness, seconds)
            default: break
            }
        }
    }

    /// It has happened, and the app is at rest.
    func endEvent(_ app: LaptopApp?) throws {
        let explained = try app.map { app in
            try simulation.run { [engine = app.engine] in await engine.explain().now }
        }
        let truth = clock.trueTime
        let (instant, nextDeadline) = (clock.now().continuous, clock.nextDeadline)
        let failure = state.withLock { state -> String? in
            settle(&state, at: truth)
            if let nextDeadline, nextDeadline <= instant, state.worstLateness == 0 {
                fail("a timer is set for the past", &state)
            }
            state.isAwake = true
            // The debounce is five minutes; a few short steps follow a wake-up or a failure.
            let requests = Int64(transport.requestCount - state.requestsBefore)
            if requests > 6 + state.openLength / LicensePolicy.standard.debounce {
                fail("\(requests) requests in \(state.openLength) s", &state)
            }
            state.trustedAhead = explained.map { $0.seconds(since: truth) } ?? 0
            let isEntitled = state.snapshot?.isEntitled ?? false
            state.entitledSince = isEntitled && state.isRunning ? truth : nil
            note(loss: !isEntitled, at: truth, &state)
            return state.failure
        }
        try simulation.expect(failure == nil, failure ?? "")
    }

    private func settle(_ state: inout State, at truth: Timestamp) {
        if let since = state.entitledSince {
            state.used += truth.seconds(since: since)
            state.entitledSince = truth
        }
        let lost = state.endings * (laptop.step + state.worstLateness) + state.worstLateness
        // Clocks are read in whole seconds: each end of a process loses up to one when the floor was read, and one
        // when it is read again.
        let tolerance: Int64 = (laptop.isTrial ? 61 : 1) + 2 * state.endings
        if state.used > laptop.promise + lost + tolerance {
            fail(
                "entitled for \(state.used) s without a confirmed answer; promised were \(laptop.promise) s, "
                    + "and \(state.endings) processes ended",
                &state
            )
        }
    }

    private func note(loss isLost: Bool, at truth: Timestamp, _ state: inout State) {
        defer {
            let mayKnow = state.isOnline && state.isRunning && state.isAwake && !state.isSameSecond
            if !isLost || !mayKnow || laptop.isTrial {
                state.lostSince = nil
            } else if state.lostSince == nil {
                state.lostSince = truth
            }
        }
        guard let since = state.lostSince, state.isAwake else { return }
        let lasted = truth.seconds(since: since)
        if lasted > patience(state) {
            fail("not entitled for \(lasted) s, with a good license and a server that answers", &state)
        }
    }

    private func patience(_ state: State) -> Int64 {
        laptop.hasHints ? 0 : max(LicensePolicy.standard.retryAfterEnd, laptop.step) + state.worstLateness
    }

    private func checkSecond(
        _ old: LicenseSnapshot,
        _ new: LicenseSnapshot,
        _ candidates: [Timestamp],
        _ state: inout State
    ) {
        let isNamed = candidates.contains { now in
            guard let named = old.offlineUntil else { return false }
            let after = now.seconds(since: named)
            switch new.state {
            case .trial:
                let sinceDay = after % Seconds.day
                return after < 0 && (sinceDay == 0 || sinceDay + Seconds.day <= state.lateness)
            default: return !new.isEntitled && after >= 0 && after <= state.lateness
            }
        }
        if !isNamed {
            fail(
                "\(old.state) became \(new.state) at \(candidates.map(\.description)), and offlineUntil was "
                    + "\(old.offlineUntil.map(\.description) ?? "nil")",
                &state
            )
        }
    }

    private func fail(_ text: String, _ state: inout State) {
        if state.failure == nil { state.failure = text }
    }
}
