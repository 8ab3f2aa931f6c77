import Foundation
public import KeylightCore
public import KeylightEngine
public import Observation

/// The license as an observable object: for SwiftUI, and for anybody who wants one object.
///
/// It is thin: all it shows is the engine's snapshot, and all it does is ask the engine. The verdict of the
/// stored license is there when the initialiser returns, before any network.
///
/// ```swift
/// @State private var manager = LicenseManager(configuration: configuration)
///
/// ContentView()
///     .environment(manager)
///     .task { await manager.checkOnLaunch() }
///     .onChange(of: scenePhase) { _, phase in
///         if phase == .active { Task { await manager.refreshIfNeeded() } }
///     }
/// ```
///
/// ``snapshot`` and ``hasEntitlement(_:)`` may be used from any thread.
@MainActor
@Observable
public final class LicenseManager {
    /// The engine that does the work; also the way to its streams, events and `explain()`.
    @ObservationIgnored
    public nonisolated let engine: LicenseEngine

    /// Why the last activation failed; nil since the last one that succeeded, was begun or was given back.
    public private(set) var activationError: KeylightError?

    @ObservationIgnored
    private var observation: LicenseObservation?

    /// Makes a manager, reads the store and resolves the license.
    public init(configuration: KeylightConfiguration) {
        engine = configuration.makeEngine()
        let runner = configuration.runner
        observation = engine.observe(
            LicenseObserver(
                snapshotChanged: { [weak self] _ in
                    _ = runner.run { [weak self] in await self?.announce(\.snapshot) }
                },
                eventOccurred: { [weak engine] event in
                    NotificationCenter.default.post(
                        name: .keylightLifecycleEvent,
                        object: engine,
                        userInfo: [KeylightNotification.eventKey: event]
                    )
                },
                checkingChanged: { [weak self] _ in
                    _ = runner.run { [weak self] in await self?.announce(\.isChecking) }
                }
            )
        )
    }

    // MARK: Reading

    /// Everything that is known now, as one value; may be read from any thread.
    public nonisolated var snapshot: LicenseSnapshot {
        access(keyPath: \.snapshot)
        return engine.snapshot
    }

    /// Whether a request to the server is under way; may be read from any thread.
    public nonisolated var isChecking: Bool {
        access(keyPath: \.isChecking)
        return engine.isChecking
    }

    /// What the app may do now.
    public var state: LicenseState { snapshot.state }

    /// Whether the app should work in full.
    public var isEntitled: Bool { snapshot.isEntitled }

    /// False while the stored license cannot be read, as before the first unlock of a device: then ``state`` is not a
    /// verdict, and nothing should be taken away from the user.
    public var isResolved: Bool { snapshot.isResolved }

    /// What the license allows; empty in a trial, whose extent is the app's to decide.
    public var currentEntitlements: Set<Entitlement> { snapshot.entitlements }

    /// Whether the license allows this; may be asked from any thread.
    ///
    /// It is about licenses: in a trial it is false. Ask ``isEntitled`` whether the app should work in full.
    public nonisolated func hasEntitlement(_ entitlement: Entitlement) -> Bool {
        access(keyPath: \.snapshot)
        return engine.hasEntitlement(entitlement)
    }

    // MARK: Asking

    /// To be called once when the app starts.
    public func checkOnLaunch() async {
        // It throws only when this caller was cancelled; the check goes on.
        _ = try? await engine.checkOnLaunch()
    }

    /// To be called when the app comes to the foreground, as often as it likes.
    public func refreshIfNeeded() async {
        // It throws only when this caller was cancelled; the check goes on.
        _ = try? await engine.refreshIfNeeded()
    }

    /// Asks the server now, for a button that says so.
    ///
    /// - Throws: ``KeylightCore/KeylightError`` when nothing was learnt, or when the server has asked not to be called yet.
    public func refresh() async throws {
        try await engine.validate()
    }

    /// Asks the server at a moment that matters to the app, at most once a minute.
    public func activeRevalidate() async {
        // It throws only when this caller was cancelled; the check goes on.
        _ = try? await engine.activeRevalidate()
    }

    /// Waits for an upgrade that the user has just bought on the web.
    ///
    /// - Parameters:
    ///   - timeout: how long to wait in all, in seconds.
    ///   - pollInterval: seconds between two requests, never under 0.1.
    /// - Returns: true as soon as state or entitlements differ; false when nothing did in time.
    public func refreshAfterUpgrade(timeout: Double = 30, pollInterval: Double = 2) async -> Bool {
        // It throws only when this caller was cancelled.
        (try? await engine.refreshAfterUpgrade(timeout: timeout, pollInterval: pollInterval)) ?? false
    }

    /// Asks the server for the product's settings; there is seldom a need, since they ride along on other answers.
    ///
    /// - Returns: the settings that apply then.
    /// - Throws: ``KeylightCore/KeylightError`` when there was no answer that is believed; what applied before stays.
    @discardableResult
    public func fetchConfig() async throws -> ProductSettings {
        try await engine.fetchConfig()
    }

    /// Activates a license key as typed or pasted.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - patience: for how many seconds to try again when the server does not know the key yet, as happens in
    ///     the first minutes after it was bought; 0 tries once.
    /// - Throws: ``KeylightCore/KeylightError``, which is kept in ``activationError`` as well; `CancellationError` when the
    ///   caller is cancelled, while a request that is under way goes on.
    public func activate(key: String, retryNotFoundFor patience: Int64 = 0) async throws {
        activationError = nil
        do {
            try await engine.activate(key: key, retryNotFoundFor: patience)
        } catch let error as KeylightError {
            activationError = error
            throw error
        }
    }

    /// Gives the license back.
    ///
    /// - Returns: what became of the seat.
    /// - Throws: ``KeylightCore/KeylightError`` when the store cannot be read.
    @discardableResult
    public func deactivate() async throws -> DeactivationResult {
        activationError = nil
        return try await engine.deactivate()
    }

    /// To be called when the app is about to end; writes to the second what is known of the time.
    public func prepareForTermination() async {
        await engine.prepareForTermination()
    }

    private func announce<Value>(_ keyPath: any KeyPath<LicenseManager, Value> & Sendable) {
        withMutation(keyPath: keyPath) {}
    }
}
