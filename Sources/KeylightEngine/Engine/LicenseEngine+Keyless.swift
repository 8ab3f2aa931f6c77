import KeylightClock
import KeylightCore
import KeylightLogging
import KeylightPolicy
import KeylightTransport

/// Reports of an install without a license: anonymous, in the background, and of no consequence when they fail.
extension LicenseEngine {
    /// From now on reports are made when they are due; before the app's first call there are none.
    func beginKeylessReports() {
        guard configuration.sendsKeylessReports, !isReadOnly, !reportsKeyless else { return }
        reportsKeyless = true
        update()
    }

    /// Makes a report when one is due; part of every update.
    func reportKeylessIfDue(_ snapshot: LicenseSnapshot, at time: TimeAssessment) {
        guard reportsKeyless, keylessTask == nil, state.storage.isReadable else { return }
        state.keyless.adopt(state.record.keylessReport, at: time)
        let wanted = KeylessReporting.state(of: snapshot)
        let isDue = state.keyless.look(
            at: wanted,
            now: time.instant,
            patience: state.attempts.notBeforeWait(at: time.instant),
            policy: state.policy
        )
        guard isDue, let wanted else { return }
        let report = KeylessReport(state: wanted, date: time.now)
        let requestID = client.makeRequestID()
        // The request holds neither the engine nor the process.
        keylessTask = runner.run { [weak self, client] in
            guard let request = await self?.keylessRequest(for: wanted) else {
                await self?.endKeylessReport()
                return
            }
            let exchange = await client.keyless(request, requestID: requestID)
            await self?.finish(report, exchange: exchange, start: time)
        }
    }

    /// Makes the request, with an id that is kept before it is used.
    private func keylessRequest(for wanted: KeylessState) async -> KeylessRequest? {
        if state.record.anonymousID == nil {
            let bits = (0..<4).map { _ in UInt64(randomBits()) }
            await commit([
                .anonymousIDMade(AnonymousID(randomBits: bits[0] << 32 | bits[1], bits[2] << 32 | bits[3]))
            ])
        }
        // An id that could not be kept would be another one after the next launch.
        guard state.persistence == .saved, let id = state.record.anonymousID else { return nil }
        return KeylessRequest(
            anonymousID: id,
            state: wanted,
            machineHash: configuration.sentMachineHash,
            telemetry: configuration.telemetry
        )
    }

    private func endKeylessReport() {
        keylessTask = nil
        update()
    }

    private func finish(_ report: KeylessReport, exchange: Exchange, start: TimeAssessment) async {
        let requestID = exchange.requestID.rawValue
        var changes: [RecordChange] = []
        if let reply = exchange.reply, reply.status == 200, let body = reply.body {
            state.keyless.noteAccepted(report, at: start.instant)
            changes.append(.keylessReported(report))
            if body.settings != ProductSettings() { changes.append(.settingsReceived(body.settings)) }
            logger.debug(requestID: requestID, "reported as \(report.state.rawValue)")
            remember(exchange, .reportKeyless, "taken")
        } else {
            if let cause = exchange.failureCause ?? exchange.reply.map(SettingsTriage.cause) { count(cause) }
            let cause = exchange.failureCause.map { "\($0)" } ?? "status \(exchange.status ?? 0)"
            logger.debug(requestID: requestID, "report not taken: \(cause)")
            remember(exchange, .reportKeyless, "not taken: \(cause)")
        }
        changes += patience(askedBy: exchange)
        keylessTask = nil
        await commit(changes)
    }

    /// Keeps a wish of the server for patience, whatever call it answered.
    func patience(askedBy exchange: Exchange) -> [RecordChange] {
        guard let wait = exchange.reply.flatMap({ RetryAfter.wait(in: $0, policy: state.policy) }) else {
            return []
        }
        let time = state.observe(clock.now())
        let date = time.wall.adding(wait)
        state.attempts.notePatience(wait, date: date, at: time.instant)
        return [.patienceAsked(until: date)]
    }
}
