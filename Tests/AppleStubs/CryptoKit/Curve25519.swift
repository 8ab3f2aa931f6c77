public import Foundation

@available(macOS 10.15, iOS 13.0, watchOS 6.0, tvOS 13.0, *)
public enum Curve25519 {
    public enum Signing {
        public struct PublicKey: Sendable {
            public var rawRepresentation: Data { Data() }
            public init<D>(rawRepresentation: D) throws where D: ContiguousBytes {}
            public func isValidSignature<S, D>(_ signature: S, for data: D) -> Bool
            where S: DataProtocol, D: DataProtocol {
                false
            }
        }

        public struct PrivateKey: Sendable {
            public var publicKey: PublicKey { fatalError("stubs do not run") }
            public var rawRepresentation: Data { Data() }
            public init() {}
            public init<D>(rawRepresentation data: D) throws where D: ContiguousBytes {}
            public func signature<D>(for data: D) throws -> Data where D: DataProtocol { Data() }
        }
    }
}
