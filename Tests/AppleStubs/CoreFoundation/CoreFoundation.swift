public typealias CFTypeRef = AnyObject
public typealias CFTypeID = UInt
public typealias CFIndex = Int
public typealias CFStringEncoding = UInt32

public class CFAllocator { public init() {} }
public class CFString { public init() {} }
public class CFData { public init() {} }
public class CFBoolean { public init() {} }
public class CFDictionary { public init() {} }
public class CFMutableDictionary: CFDictionary { public override init() {} }

public enum CFStringBuiltInEncodings: UInt32 {
    case UTF8 = 0x0800_0100
}

public struct CFDictionaryKeyCallBacks { public init() {} }
public struct CFDictionaryValueCallBacks { public init() {} }

nonisolated(unsafe) public let kCFTypeDictionaryKeyCallBacks = CFDictionaryKeyCallBacks()
nonisolated(unsafe) public let kCFTypeDictionaryValueCallBacks = CFDictionaryValueCallBacks()
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
nonisolated(unsafe) public let kCFBooleanTrue: CFBoolean! = CFBoolean()
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
nonisolated(unsafe) public let kCFBooleanFalse: CFBoolean! = CFBoolean()

public func CFGetTypeID(_ cf: CFTypeRef!) -> CFTypeID { 0 }
public func CFDataGetTypeID() -> CFTypeID { 0 }
public func CFDataGetBytePtr(_ theData: CFData!) -> UnsafePointer<UInt8>! { nil }
public func CFDataGetLength(_ theData: CFData!) -> CFIndex { 0 }
public func CFDataCreate(_ allocator: CFAllocator!, _ bytes: UnsafePointer<UInt8>!, _ length: CFIndex)
    -> CFData!
{
    CFData()
}
public func CFStringCreateWithBytes(
    _ alloc: CFAllocator!,
    _ bytes: UnsafePointer<UInt8>!,
    _ numBytes: CFIndex,
    _ encoding: CFStringEncoding,
    _ isExternalRepresentation: Bool
) -> CFString! { CFString() }
public func CFDictionaryCreateMutable(
    _ allocator: CFAllocator!,
    _ capacity: CFIndex,
    _ keyCallBacks: UnsafePointer<CFDictionaryKeyCallBacks>!,
    _ valueCallBacks: UnsafePointer<CFDictionaryValueCallBacks>!
) -> CFMutableDictionary! { CFMutableDictionary() }
public func CFDictionarySetValue(
    _ theDict: CFMutableDictionary!,
    _ key: UnsafeRawPointer!,
    _ value: UnsafeRawPointer!
) {}
