import KeylightCore

@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
extension Simulation {
    /// Starts a task and runs everything until all tasks wait.
    ///
    /// - Returns: a handle; the task may have ended or wait.
    /// - Throws: ``SimulationError`` when the code never comes to rest.
    @discardableResult
    public func start<Value: Sendable>(
        _ operation: @escaping @Sendable () async throws -> Value
    ) throws -> SimulatedTask<Value> {
        let task = queue(operation)
        try drain()
        return task
    }

    /// Runs an operation to its end, within the moment.
    ///
    /// ```swift
    /// let reply = try simulation.run { try await transport.send(request) }
    /// ```
    ///
    /// - Returns: its value.
    /// - Throws: what it throws, or ``SimulationError`` when it waits for time or for anything else; it is then
    ///   cancelled.
    @discardableResult
    public func run<Value: Sendable>(
        _ operation: @escaping @Sendable () async throws -> Value
    ) throws -> Value {
        try run(within: .zero, operation)
    }

    /// Runs an operation to its end and lets time pass for it, no longer than needed.
    ///
    /// - Parameters:
    ///   - limit: how much time may pass.
    ///   - operation: what to run.
    /// - Returns: its value.
    /// - Throws: what it throws, or ``SimulationError`` when it still waits after `limit`; it is then cancelled.
    @discardableResult
    public func run<Value: Sendable>(
        within limit: Duration,
        _ operation: @escaping @Sendable () async throws -> Value
    ) throws -> Value {
        let task = try start(operation)
        try pass(limit) { !task.isFinished }
        guard let result = task.result else {
            let failure = error(.stillWaiting(for: wakers))
            task.cancel()
            try drain()
            throw failure
        }
        return try result.get()
    }

    /// Runs everything until all tasks wait.
    ///
    /// - Returns: the number of jobs that ran; 0 when all were waiting already.
    /// - Throws: ``SimulationError`` when the code never comes to rest.
    @discardableResult
    public func drain() throws -> Int {
        do {
            return try executor.drain()
        } catch .endlessWork(let jobs) {
            throw error(.endlessWork(jobs: jobs))
        } catch {
            throw self.error(.movedFromInside)
        }
    }

    private func queue<Value: Sendable>(
        _ operation: @escaping @Sendable () async throws -> Value
    ) -> SimulatedTask<Value> {
        let outcome = Locked<Result<Value, any Error>?>(nil)
        let state = state
        let id = state.withLock { $0.operations.begin() }
        let task = Task(executorPreference: executor) {
            let result: Result<Value, any Error>
            do { result = .success(try await operation()) } catch { result = .failure(error) }
            outcome.withLock { $0 = result }
            state.withLock { $0.operations.end(id) }
        }
        state.withLock { $0.operations.attach(id) { task.cancel() } }
        return SimulatedTask(outcome: outcome, cancellation: { task.cancel() }) { [weak self] in
            guard let self else { return SimulationError(.notFinished(waitingFor: [])) }
            return self.error(.notFinished(waitingFor: self.wakers))
        }
    }
}
