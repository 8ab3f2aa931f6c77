import KeylightCore

/// Where the engine publishes, and where everybody reads: the newest snapshot, and who wants to hear of it.
///
/// Reading takes one short lock, or none, and never waits for the engine. Telling happens outside the lock and, since
/// only the engine's actor publishes, in order; whoever is told may call anything.
final class SnapshotBoard: Sendable {
    private struct State: Sendable {
        var snapshot: LicenseSnapshot
        var isChecking = false
        var nextToken: UInt64 = 0
        var snapshots: [UInt64: AsyncStream<LicenseSnapshot>.Continuation] = [:]
        var events: [UInt64: AsyncStream<LicenseEvent>.Continuation] = [:]
        var observers: [UInt64: LicenseObserver] = [:]
    }

    private let state: Locked<State>
    private let entitlements: EntitlementShelf

    init(_ first: LicenseSnapshot) {
        state = Locked(State(snapshot: first))
        entitlements = EntitlementShelf(first.entitlements)
    }

    var snapshot: LicenseSnapshot { state.withLock { $0.snapshot } }

    var isChecking: Bool { state.withLock { $0.isChecking } }

    /// The question that apps ask most, answered without a lock.
    func hasEntitlement(_ entitlement: Entitlement) -> Bool {
        entitlements.contains(entitlement)
    }

    /// Publishes a snapshot if it differs from the last one in anything but its number.
    ///
    /// - Returns: the published snapshot, and the one before it; nil when nothing changed.
    @discardableResult
    func publish(
        _ resolved: LicenseSnapshot,
        eventRule: @Sendable (LicenseSnapshot, LicenseSnapshot) -> LicenseEvent?
    ) -> (old: LicenseSnapshot, new: LicenseSnapshot)? {
        struct Delivery: Sendable {
            var old: LicenseSnapshot
            var new: LicenseSnapshot
            var event: LicenseEvent?
            var state: State
        }
        let delivery: Delivery? = state.withLock { state in
            let old = state.snapshot
            var new = resolved
            new.sequence = old.sequence
            guard new != old else { return nil }
            new.sequence = old.sequence &+ 1
            state.snapshot = new
            // Under the lock, so that whoever was told of it here finds it in the snapshot, too.
            entitlements.show(new.entitlements)
            return Delivery(old: old, new: new, event: eventRule(old, new), state: state)
        }
        guard let delivery else { return nil }
        for stream in delivery.state.snapshots.values { stream.yield(delivery.new) }
        for (_, observer) in delivery.state.observers.sorted(by: { $0.key < $1.key }) {
            observer.snapshotChanged?(delivery.new)
        }
        if let event = delivery.event { announce(event) }
        return (delivery.old, delivery.new)
    }

    /// Announces an event that was kept back.
    func announce(_ event: LicenseEvent) {
        let now = state.withLock { $0 }
        for stream in now.events.values { stream.yield(event) }
        for (_, observer) in now.observers.sorted(by: { $0.key < $1.key }) { observer.eventOccurred?(event) }
    }

    func setChecking(_ isChecking: Bool) {
        let observers: [LicenseObserver] = state.withLock {
            guard $0.isChecking != isChecking else { return [] }
            $0.isChecking = isChecking
            return $0.observers.sorted { $0.key < $1.key }.map(\.value)
        }
        for observer in observers { observer.checkingChanged?(isChecking) }
    }

    /// A stream that begins with the present snapshot and keeps only the newest that was not read yet.
    func snapshots() -> AsyncStream<LicenseSnapshot> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: LicenseSnapshot.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let token: UInt64 = state.withLock {
            $0.nextToken += 1
            $0.snapshots[$0.nextToken] = continuation
            // Under the lock, so that no later snapshot can come before this one.
            continuation.yield($0.snapshot)
            return $0.nextToken
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.snapshots.removeValue(forKey: token) }
        }
        return stream
    }

    /// A stream of the events from now on; none is dropped.
    func events() -> AsyncStream<LicenseEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: LicenseEvent.self)
        let token: UInt64 = state.withLock {
            $0.nextToken += 1
            $0.events[$0.nextToken] = continuation
            return $0.nextToken
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.events.removeValue(forKey: token) }
        }
        return stream
    }

    func add(_ observer: LicenseObserver) -> LicenseObservation {
        let token: UInt64 = state.withLock {
            $0.nextToken += 1
            $0.observers[$0.nextToken] = observer
            return $0.nextToken
        }
        return LicenseObservation { [weak self] in
            _ = self?.state.withLock { $0.observers.removeValue(forKey: token) }
        }
    }

    /// Ends all streams; called when the engine goes.
    func close() {
        let (snapshots, events) = state.withLock { state in
            defer {
                state.snapshots = [:]
                state.events = [:]
                state.observers = [:]
            }
            return (Array(state.snapshots.values), Array(state.events.values))
        }
        for stream in snapshots { stream.finish() }
        for stream in events { stream.finish() }
    }
}
