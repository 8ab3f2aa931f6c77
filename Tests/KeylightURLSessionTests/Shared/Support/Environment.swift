import Foundation
import Testing

enum Environment {
    /// Whether a proxy is named that is for plain HTTP too.
    static let hasProxy = ["http_proxy", "all_proxy", "ALL_PROXY"].contains {
        ProcessInfo.processInfo.environment[$0].map { !$0.isEmpty } ?? false
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips where the requests of the test would not reach its server.
    static var reachesLoopback: Self {
        .disabled(
            if: Environment.hasProxy && UnderTest.obeysProxiesForLoopback,
            "a proxy is set for plain HTTP: unset http_proxy and all_proxy"
        )
    }
}
