import KeylightCore

#if !canImport(os)
    import Synchronization
#endif

/// Shows the newest entitlements to readers on any thread.
///
/// The question whether something is allowed stands in the middle of an app's own loops, so it takes no lock: it
/// loads one pointer and compares a few names. A reader may still look at a table when the next one is shown, so
/// tables are kept for as long as the shelf. A set that comes again is given the same table: there are as many as
/// there were different sets, which is a handful in the life of a process.
final class EntitlementShelf: Sendable {
    private let tables: Locked<[EntitlementTable]>

    #if canImport(os)
        // An atomic pointer needs macOS 15.
        private let shown: Locked<EntitlementTable>
    #else
        private let shown: Atomic<Unmanaged<EntitlementTable>>
    #endif

    init(_ entitlements: Set<Entitlement>) {
        let table = EntitlementTable(entitlements)
        tables = Locked([table])
        #if canImport(os)
            shown = Locked(table)
        #else
            shown = Atomic(Unmanaged.passUnretained(table))
        #endif
    }

    /// Shows a set. Whoever calls it sees to it that calls come one after the other.
    func show(_ entitlements: Set<Entitlement>) {
        let table = tables.withLock { tables in
            if let known = tables.first(where: { $0.entitlements == entitlements }) { return known }
            let new = EntitlementTable(entitlements)
            tables.append(new)
            return new
        }
        #if canImport(os)
            shown.withLock { $0 = table }
        #else
            shown.store(Unmanaged.passUnretained(table), ordering: .releasing)
        #endif
    }

    /// Whether the set that is shown holds the name.
    func contains(_ entitlement: Entitlement) -> Bool {
        #if canImport(os)
            shown.withLock(\.self).contains(entitlement)
        #else
            // The table is in `tables`, from which none is removed while somebody holds the shelf.
            shown.load(ordering: .acquiring)._withUnsafeGuaranteedRef { $0.contains(entitlement) }
        #endif
    }
}
