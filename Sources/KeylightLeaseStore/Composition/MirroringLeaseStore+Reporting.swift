import KeylightCore

/// Saying what is wrong, once.
extension MirroringLeaseStore {
    func tell(_ trouble: MirrorTrouble, _ text: String) {
        let isNew = standing.withLock { $0.notice(trouble) }
        if isNew { report(text) }
    }

    func worked(_ troubles: MirrorTrouble...) {
        standing.withLock { $0.forget(troubles) }
    }

    func tellRestored() { report("the license record was lost, and was restored from its mirror") }
}

/// What can be wrong; each is reported once until it works again.
enum MirrorTrouble: Sendable, Hashable {
    /// There is no such mirror on this machine.
    case notOffered
    /// The mirror cannot be read.
    case reading
    /// The mirror is behind.
    case copying
    /// A restored record cannot be written to the first store.
    case puttingBack
    /// The first store cannot be read, and the mirror answers for it.
    case standingIn
}
