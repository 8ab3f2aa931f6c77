import Foundation
import Testing

enum Environment {
    /// libcurl would send even the requests to 127.0.0.1 there.
    static let hasProxy = ["http_proxy", "all_proxy", "ALL_PROXY"].contains {
        ProcessInfo.processInfo.environment[$0].map { !$0.isEmpty } ?? false
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips where the requests of the test would not reach its server.
    static var reachesLoopback: Self {
        .disabled(if: Environment.hasProxy, "a proxy is set for plain HTTP: unset http_proxy and all_proxy")
    }
}
