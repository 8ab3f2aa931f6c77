import KeylightCore
import KeylightLeaseStore
import KeylightPolicy

/// Makes the store's blocking calls one after the other, away from every caller's actor.
actor StoreKeeper {
    /// What a load found, and its place in the order of the store's answers.
    struct Loaded: Sendable {
        var order: UInt64
        var result: Result<StoredRecord, LeaseStoreError>
        /// What tells the store's place from a copy of it.
        var place: String?
    }

    /// What a write led to, and its place in the order of the store's answers.
    struct Written: Sendable {
        var order: UInt64
        var result: Result<LicenseRecord, LeaseStoreError>
    }

    private let store: any LeaseStore
    private let trialMirror: (any TrialStartMirror)?
    private let isReadOnly: Bool
    private var order: UInt64 = 0

    init(
        _ store: any LeaseStore,
        trialMirror: (any TrialStartMirror)? = nil,
        isReadOnly: Bool = false
    ) {
        self.store = store
        self.trialMirror = trialMirror
        self.isReadOnly = isReadOnly
    }

    func load() -> Loaded {
        order += 1
        return Loaded(
            order: order,
            result: Self.load(from: store, isReadOnly: isReadOnly),
            place: store.place(preparing: false)
        )
    }

    func apply(_ changes: UnsavedChanges) -> Written {
        order += 1
        do {
            let record = try store.update { changes.apply(to: &$0) }
            return Written(order: order, result: .success(record))
        } catch {
            return Written(order: order, result: .failure(Self.typed(error) { .writeFailed($0) }))
        }
    }

    /// The store's place, with what it depends on made where it is missing.
    func preparedPlace() -> String? { store.place(preparing: true) }

    /// Tries to become the one process that asks; an I/O error counts as "not offered".
    func tryRefreshLock() -> RefreshLockOutcome { store.tryRefreshLock() }

    /// Watches the store.
    func watch(_ changed: @escaping @Sendable () -> Void) -> StoreWatch? { store.watch(changed) }

    /// Lets the mirror know of a trial's start, unless it has an earlier one.
    ///
    /// - Returns: what the mirror holds then; nil without a mirror.
    func mirror(_ start: Timestamp) throws -> Timestamp? {
        guard let trialMirror else { return nil }
        if let known = try trialMirror.loadTrialStart(), known <= start { return known }
        try trialMirror.saveTrialStart(start)
        return start
    }

    /// The first load of all, made by whoever builds the engine, so that the verdict is there at once.
    static func load(from store: any LeaseStore, isReadOnly: Bool = false) -> Result<
        StoredRecord, LeaseStoreError
    > {
        do {
            return .success(isReadOnly ? try store.peek() : try store.load())
        } catch {
            return .failure(typed(error) { .unavailable($0) })
        }
    }

    private static func typed(
        _ error: any Error,
        otherwise: (String) -> LeaseStoreError
    ) -> LeaseStoreError {
        error as? LeaseStoreError ?? otherwise("\(error)")
    }
}
