extension ServerFault {
    /// Reads a fault from the members of an admin request.
    init(_ members: AdminMembers) throws(AdminError) {
        let kind = try members.text("kind")
        switch kind {
        case "latency": self = .latency(milliseconds: try members.count("milliseconds"))
        case "status":
            self = .status(
                try members.count("status"),
                body: try members.optionalText("body") ?? #"{"error":"Injected fault"}"#,
                headers: try members.optionalTexts("headers") ?? [:]
            )
        case "retry_after":
            self = .retryAfter(
                try members.text("retry_after"),
                status: try members.optionalCount("status") ?? 429
            )
        case "drop": self = .dropConnection
        case "silence": self = .silence
        case "truncated": self = .truncatedBody
        case "trickle": self = .trickle(milliseconds: try members.count("milliseconds"))
        case "html": self = .htmlPage
        case "oversized": self = .oversizedReply(bytes: try members.optionalCount("bytes") ?? 70_000)
        case "garbage": self = .garbageJSON
        case "wrong_echo": self = .wrongEcho
        case "missing_echo": self = .missingEcho
        case "bad_settings_signature": self = .badSettingsSignature
        case "lease":
            guard let fault = LeaseFault(rawValue: try members.text("lease")) else {
                let names = LeaseFault.allCases.map(\.rawValue).joined(separator: ", ")
                throw .badRequest("“lease” is one of \(names).")
            }
            self = .lease(fault)
        default: throw .badRequest("“\(kind)” is no kind of fault.")
        }
    }

    /// The members that `init` reads.
    static let memberNames: Set<String> = [
        "kind", "milliseconds", "status", "body", "headers", "retry_after", "bytes", "lease",
    ]

    /// The fault in the form in which `init` reads it.
    var json: [String: JSONValue] {
        switch self {
        case .latency(let milliseconds):
            ["kind": .string("latency"), "milliseconds": .integer(Int64(milliseconds))]
        case .status(let status, let body, let headers):
            [
                "kind": .string("status"), "status": .integer(Int64(status)), "body": .string(body),
                "headers": .object(headers.mapValues { .string($0) }),
            ]
        case .retryAfter(let value, let status):
            [
                "kind": .string("retry_after"), "status": .integer(Int64(status)),
                "retry_after": .string(value),
            ]
        case .dropConnection: ["kind": .string("drop")]
        case .silence: ["kind": .string("silence")]
        case .truncatedBody: ["kind": .string("truncated")]
        case .trickle(let milliseconds):
            ["kind": .string("trickle"), "milliseconds": .integer(Int64(milliseconds))]
        case .htmlPage: ["kind": .string("html")]
        case .oversizedReply(let bytes): ["kind": .string("oversized"), "bytes": .integer(Int64(bytes))]
        case .garbageJSON: ["kind": .string("garbage")]
        case .wrongEcho: ["kind": .string("wrong_echo")]
        case .missingEcho: ["kind": .string("missing_echo")]
        case .badSettingsSignature: ["kind": .string("bad_settings_signature")]
        case .lease(let fault): ["kind": .string("lease"), "lease": .string(fault.rawValue)]
        }
    }
}
