import KeylightClock
import KeylightCore

/// One attempt's race between the transport, the time limit and the caller's cancellation.
///
/// HTTP stacks have lost callbacks, ignored their own timeouts and locked up in cancellation. So the caller
/// waits here on a continuation that whoever comes first resumes, exactly once; the others are cancelled
/// and never waited for. A task group would wait for a child that hangs.
final class AttemptRace: Sendable {
    enum Outcome: Sendable {
        case response(TransportResponse)
        case error(any Error)
        case timedOut
        case cancelled
    }

    private enum State: Sendable {
        case ready
        case running(CheckedContinuation<Outcome, Never>, [BackgroundTask])
        case finished(Outcome)
    }

    private let state = Locked(State.ready)

    /// Sends the request and returns what came first.
    ///
    /// - Parameter timeout: the time limit in milliseconds from now on the clock.
    static func run(
        _ request: TransportRequest,
        over transport: any Transport,
        clock: any LicenseClock,
        runner: any BackgroundRunner,
        timeout: Int64
    ) async -> Outcome {
        let deadline = clock.now().continuous.adding(nanoseconds: Seconds.product(timeout, 1_000_000))
        let race = AttemptRace()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard race.begin(continuation) else { return }
                let sending = runner.run {
                    do {
                        race.finish(.response(try await transport.send(request)))
                    } catch {
                        race.finish(.error(error))
                    }
                }
                race.adopt(sending)
                let timing = runner.run {
                    do {
                        try await clock.sleep(until: deadline)
                        race.finish(.timedOut)
                    } catch {
                        // Normally the race is over by now. If it is not, nobody guards the limit any more.
                        race.finish(Task.isCancelled ? .cancelled : .timedOut)
                    }
                }
                race.adopt(timing)
            }
        } onCancel: {
            race.finish(.cancelled)
        }
    }

    /// Takes the continuation; false when the race was over before it began, and it was resumed at once.
    private func begin(_ continuation: CheckedContinuation<Outcome, Never>) -> Bool {
        let early: Outcome? = state.withLock { state in
            if case .finished(let outcome) = state { return outcome }
            state = .running(continuation, [])
            return nil
        }
        guard let early else { return true }
        continuation.resume(returning: early)
        return false
    }

    /// Remembers a task of the race, or cancels it when the race is already over.
    private func adopt(_ task: BackgroundTask) {
        let isLate = state.withLock { state in
            guard case .running(let continuation, let tasks) = state else { return true }
            state = .running(continuation, tasks + [task])
            return false
        }
        if isLate { task.cancel() }
    }

    private func finish(_ outcome: Outcome) {
        let ended: (CheckedContinuation<Outcome, Never>, [BackgroundTask])? = state.withLock { state in
            switch state {
            case .ready:
                state = .finished(outcome)
                return nil
            case .running(let continuation, let tasks):
                state = .finished(outcome)
                return (continuation, tasks)
            case .finished: return nil
            }
        }
        guard let (continuation, tasks) = ended else { return }
        // The caller first: cancelling runs foreign code.
        continuation.resume(returning: outcome)
        for task in tasks { task.cancel() }
    }
}
