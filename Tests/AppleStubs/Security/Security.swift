public import CoreFoundation

public typealias OSStatus = Int32

public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?)
    -> OSStatus
{ 0 }
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    0
}
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus { 0 }
public func SecItemDelete(_ query: CFDictionary) -> OSStatus { 0 }

nonisolated(unsafe) public let kSecClass = CFString()
nonisolated(unsafe) public let kSecClassGenericPassword = CFString()
nonisolated(unsafe) public let kSecAttrService = CFString()
nonisolated(unsafe) public let kSecAttrAccount = CFString()
nonisolated(unsafe) public let kSecAttrAccessGroup = CFString()
nonisolated(unsafe) public let kSecAttrSynchronizable = CFString()
nonisolated(unsafe) public let kSecAttrAccessible = CFString()
nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly = CFString()
nonisolated(unsafe) public let kSecReturnData = CFString()
nonisolated(unsafe) public let kSecMatchLimit = CFString()
nonisolated(unsafe) public let kSecMatchLimitOne = CFString()
nonisolated(unsafe) public let kSecValueData = CFString()
@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
nonisolated(unsafe) public let kSecUseDataProtectionKeychain = CFString()
