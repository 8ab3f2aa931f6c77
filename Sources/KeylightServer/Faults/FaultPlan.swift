/// The faults that wait for requests, in the order in which they were put in.
struct FaultPlan: Sendable {
    /// A fault with the requests that it is meant for.
    struct Entry: Sendable {
        var fault: ServerFault
        /// Nil: every call.
        var endpoint: ServerEndpoint?
        /// Nil: until the faults are cleared.
        var timesLeft: Int?
        /// Whether a request whose reply is replaced is carried out first.
        var performsRequest = false
    }

    private(set) var entries: [Entry] = []

    mutating func add(_ entry: Entry) throws(LocalLicenseServerError) {
        try entry.fault.check()
        if let times = entry.timesLeft, times < 1 { throw .invalidFault("fewer times than 1") }
        entries.append(entry)
    }

    mutating func clear() {
        entries = []
    }

    /// Takes what applies to the next request of an endpoint: the oldest fault of each aspect.
    mutating func take(for endpoint: ServerEndpoint) -> FaultSelection {
        var selection = FaultSelection()
        for aspect in ServerFault.Aspect.allCases {
            let index = entries.firstIndex {
                $0.fault.aspect == aspect && ($0.endpoint == nil || $0.endpoint == endpoint)
            }
            guard let index else { continue }
            selection.faults[aspect] = entries[index].fault
            if entries[index].fault.replacesReply, !entries[index].performsRequest {
                selection.performsRequest = false
            }
            guard let left = entries[index].timesLeft else { continue }
            if left > 1 {
                entries[index].timesLeft = left - 1
            } else {
                entries.remove(at: index)
            }
        }
        return selection
    }
}

/// The faults of one request.
struct FaultSelection: Sendable {
    var faults: [ServerFault.Aspect: ServerFault] = [:]
    /// Whether the request is carried out before its reply is spoiled.
    var performsRequest = true

    var leaseFault: LeaseFault? {
        if case .lease(let fault) = faults[.lease] { fault } else { nil }
    }

    var spoilsSettings: Bool {
        faults[.settings] != nil
    }
}
