import KeylightCore
import KeylightLeaseStore
import KeylightPolicy

/// Makes the store's blocking calls one after the other, away from every caller's actor.
actor StoreKeeper {
    /// What a load found, and its place in the order of the store's answers.
    struct Loaded: Sendable {
        var order: UInt64
        var result: Result<StoredRecord, LeaseStoreError>
    }

    /// What a write led to, and its place in the order of the store's answers.
    struct Written: Sendable {
        var order: UInt64
        var result: Result<LicenseRecord, LeaseStoreError>
    }

    private let store: any LeaseStore
    private var order: UInt64 = 0

    init(_ store: any LeaseStore) {
        self.store = store
    }

    func load() -> Loaded {
        order += 1
        return Loaded(order: order, result: Self.load(from: store))
    }

    func apply(_ changes: [RecordChange]) -> Written {
        order += 1
        do {
            let record = try store.update { record in
                for change in changes { record.apply(change) }
            }
            return Written(order: order, result: .success(record))
        } catch {
            return Written(order: order, result: .failure(Self.typed(error) { .writeFailed($0) }))
        }
    }

    /// The first load of all, made by whoever builds the engine, so that the verdict is there at once.
    static func load(from store: any LeaseStore) -> Result<StoredRecord, LeaseStoreError> {
        do {
            return .success(try store.load())
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
