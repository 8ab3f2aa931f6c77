public import Foundation

@available(macOS 10.15, iOS 13.0, watchOS 6.0, tvOS 13.0, *)
public enum ChaChaPoly: Sendable {
    public struct Nonce: ContiguousBytes, Sequence, Sendable {
        public init() {}
        public init<D>(data: D) throws where D: DataProtocol {}
        public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
            try body(UnsafeRawBufferPointer(start: nil, count: 0))
        }
        public func makeIterator() -> Array<UInt8>.Iterator { [].makeIterator() }
    }

    public struct SealedBox: Sendable {
        public var nonce: ChaChaPoly.Nonce { Nonce() }
        public var tag: Data { Data() }
        public var ciphertext: Data { Data() }
        public var combined: Data { Data() }
        public init<D>(combined: D) throws where D: DataProtocol {}
        public init<C, T>(nonce: ChaChaPoly.Nonce, ciphertext: C, tag: T) throws
        where C: DataProtocol, T: DataProtocol {}
    }

    public static func seal<Plaintext, AuthenticatedData>(
        _ message: Plaintext,
        using key: SymmetricKey,
        nonce: ChaChaPoly.Nonce? = nil,
        authenticating authenticatedData: AuthenticatedData
    ) throws -> ChaChaPoly.SealedBox where Plaintext: DataProtocol, AuthenticatedData: DataProtocol {
        try SealedBox(combined: Data())
    }

    public static func seal<Plaintext>(
        _ message: Plaintext,
        using key: SymmetricKey,
        nonce: ChaChaPoly.Nonce? = nil
    ) throws -> ChaChaPoly.SealedBox where Plaintext: DataProtocol {
        try SealedBox(combined: Data())
    }

    public static func open<AuthenticatedData>(
        _ sealedBox: ChaChaPoly.SealedBox,
        using key: SymmetricKey,
        authenticating authenticatedData: AuthenticatedData
    ) throws -> Data where AuthenticatedData: DataProtocol {
        Data()
    }

    public static func open(_ sealedBox: ChaChaPoly.SealedBox, using key: SymmetricKey) throws -> Data {
        Data()
    }
}
