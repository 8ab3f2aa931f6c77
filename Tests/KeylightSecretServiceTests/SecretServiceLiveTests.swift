#if os(Linux)
    import Foundation
    import KeylightCore
    import KeylightLeaseStore
    import KeylightTesting
    import Testing

    @testable import KeylightSecretService

    /// Against a real keyring in a session of its own; `.ci/check-keyring` starts one and sets
    /// `KEYLIGHT_KEYRING` to what it is: `unlocked`, `locked` or `none`.
    @Suite(.serialized) struct SecretServiceLiveTests {
        private static let keyring = ProcessInfo.processInfo.environment["KEYLIGHT_KEYRING"]

        let directory = FileManager.default.temporaryDirectory.path + "/keylight-keyring-\(UUID().uuidString)"

        private func open(_ product: String = "paint") throws -> SecretServiceLeaseStore {
            try SecretServiceLeaseStore(
                tenant: #require(ServiceIdentifier("acme")),
                product: #require(ServiceIdentifier(product)),
                lockDirectory: directory
            )
        }

        @Test(.enabled(if: keyring == "unlocked", "there is no keyring: .ci/check-keyring starts one"))
        func aRealKeyringConforms() async throws {
            defer { try? FileManager.default.removeItem(atPath: directory) }
            let root = directory
            let count = Locked(0)
            let suite = LeaseStoreConformance {
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                guard let tenant = ServiceIdentifier("acme"),
                    let product = ServiceIdentifier("conformance-\(number)")
                else { throw LeaseStoreError.unavailable("no name") }
                return {
                    try SecretServiceLeaseStore(
                        tenant: tenant,
                        product: product,
                        lockDirectory: root + "/\(number)"
                    )
                }
            }
            #expect(await suite.violations() == [])
            try open().update { $0.trialStart = Timestamp(7) }
            #expect(try open("draw").load() == .absent)
        }

        @Test(.enabled(if: keyring == "locked", "there is no locked keyring: .ci/check-keyring starts one"))
        func aLockedKeyringIsUnavailable() throws {
            defer { try? FileManager.default.removeItem(atPath: directory) }
            let error = #expect(throws: LeaseStoreError.self) { try open().load() }
            guard case .unavailable(let reason)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(reason.contains("locked"))
            #expect(throws: LeaseStoreError.self) { try open().update { $0.trialStart = Timestamp(8) } }
        }

        @Test(
            .enabled(
                if: keyring == "none",
                "only where there is no session bus: .ci/check-keyring sees to it"
            )
        )
        func withoutABusNothingIsOffered() throws {
            defer { try? FileManager.default.removeItem(atPath: directory) }
            let error = #expect(throws: LeaseStoreError.self) { try open().load() }
            guard case .notOffered? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }
#endif
