import KeylightClock
import KeylightCore
import KeylightLogging
import KeylightPolicy

/// The trial's start: stamped once, kept in two places when there are two, and only ever moved to an earlier date.
extension LicenseEngine {
    /// Stamps the start of the trial, unless there is one; without a key only.
    func stampTrial() async {
        guard !isReadOnly, state.storage.isReadable, !state.facts.hasLicenseKey else { return }
        let time = state.observe(clock.now())
        // A start in the future was stamped by a wrong clock; the trial began now at the latest.
        if let start = state.record.trialStart, start <= time.now {
            // An earlier start that the mirror told when the engine was made is yet to be written.
            await flush()
        } else if let start = state.trialStart(at: time) {
            await commit([.trialStarted(at: start)])
        } else if state.record.trialRun == nil {
            await commit([.trialRan(seconds: 0)])
        }
        await mirrorTrialStart()
    }

    /// Lets the mirror know of the start, and the record of an earlier one that the mirror has.
    private func mirrorTrialStart() async {
        guard let start = state.record.trialStart, mirroredTrialStart.map({ $0 > start }) ?? true else {
            return
        }
        do {
            mirroredTrialStart = try await keeper.mirror(start)
        } catch {
            logger.notice("the trial's start is not mirrored", metadata: [("error", "\(error)")])
        }
        if let mirrored = mirroredTrialStart, mirrored < start { await commit([.trialStarted(at: mirrored)]) }
    }
}
