// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals
// Core Foundation's types come as Swift's own: only their use in calls is checked here.
public typealias CFString = String
public typealias CFTypeRef = AnyObject
public typealias CFMutableDictionary = AnyObject
public typealias CFDictionary = AnyObject
public typealias CFAllocator = AnyObject

public typealias mach_port_t = UInt32
public typealias io_object_t = mach_port_t
public typealias io_service_t = io_object_t
public typealias io_registry_entry_t = io_object_t
public typealias IOOptionBits = UInt32
public typealias kern_return_t = Int32

@available(macOS 12.0, *)
public let kIOMainPortDefault: mach_port_t = 0
public var kIOPlatformUUIDKey: String { "IOPlatformUUID" }
public var kCFAllocatorDefault: CFAllocator! { nil }

public func IOServiceMatching(_ name: UnsafePointer<CChar>!) -> CFMutableDictionary! { nil }

public func IOServiceGetMatchingService(_ mainPort: mach_port_t, _ matching: CFDictionary!) -> io_service_t {
    0
}

@discardableResult
public func IOObjectRelease(_ object: io_object_t) -> kern_return_t { 0 }

public func IORegistryEntryCreateCFProperty(
    _ entry: io_registry_entry_t,
    _ key: CFString!,
    _ allocator: CFAllocator!,
    _ options: IOOptionBits
) -> Unmanaged<CFTypeRef>! { nil }
