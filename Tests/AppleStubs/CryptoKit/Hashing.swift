public import Foundation

@available(macOS 10.15, iOS 13.0, watchOS 6.0, tvOS 13.0, *)
public protocol Digest: Hashable, ContiguousBytes, CustomStringConvertible, Sendable, Sequence
where Element == UInt8 {
    static var byteCount: Int { get }
}

@available(macOS 10.15, iOS 13.0, watchOS 6.0, tvOS 13.0, *)
public protocol HashFunction: Sendable {
    associatedtype Digest: CryptoKit.Digest
    static var blockByteCount: Int { get }
    init()
    mutating func update(bufferPointer: UnsafeRawBufferPointer)
    func finalize() -> Self.Digest
}

@available(macOS 10.15, iOS 13.0, watchOS 6.0, tvOS 13.0, *)
extension HashFunction {
    public static func hash<D>(data: D) -> Self.Digest where D: DataProtocol { Self().finalize() }
    public mutating func update<D>(data: D) where D: DataProtocol {}
}

@available(macOS 10.15, iOS 13.0, watchOS 6.0, tvOS 13.0, *)
public struct SHA256Digest: Digest {
    public static var byteCount: Int { 32 }
    public var description: String { "" }
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
    public func makeIterator() -> Array<UInt8>.Iterator { [].makeIterator() }
}

@available(macOS 10.15, iOS 13.0, watchOS 6.0, tvOS 13.0, *)
public struct SHA256: HashFunction {
    public typealias Digest = SHA256Digest
    public static var byteCount: Int { 32 }
    public static var blockByteCount: Int { 64 }
    public init() {}
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
    public func finalize() -> SHA256Digest { SHA256Digest() }
}

@available(macOS 11.0, iOS 14.0, watchOS 7.0, tvOS 14.0, *)
public struct HKDF<H>: Sendable where H: HashFunction {
    public static func deriveKey<Salt, Info>(
        inputKeyMaterial: SymmetricKey,
        salt: Salt,
        info: Info,
        outputByteCount: Int
    ) -> SymmetricKey where Salt: DataProtocol, Info: DataProtocol {
        SymmetricKey(size: .bits256)
    }

    public static func deriveKey<Info>(inputKeyMaterial: SymmetricKey, info: Info, outputByteCount: Int)
        -> SymmetricKey where Info: DataProtocol
    {
        SymmetricKey(size: .bits256)
    }

    public static func deriveKey<Salt>(inputKeyMaterial: SymmetricKey, salt: Salt, outputByteCount: Int)
        -> SymmetricKey where Salt: DataProtocol
    {
        SymmetricKey(size: .bits256)
    }

    public static func deriveKey(inputKeyMaterial: SymmetricKey, outputByteCount: Int) -> SymmetricKey {
        SymmetricKey(size: .bits256)
    }
}
