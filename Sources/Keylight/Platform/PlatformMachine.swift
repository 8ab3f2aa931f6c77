#if os(macOS) && canImport(IOKit)
    import Foundation
    import IOKit

    /// The name that macOS has for the hardware.
    enum PlatformMachine {
        static var identifier: String? {
            let expert = IOServiceGetMatchingService(
                kIOMainPortDefault,
                IOServiceMatching("IOPlatformExpertDevice")
            )
            guard expert != 0 else { return nil }
            defer { IOObjectRelease(expert) }
            let property = IORegistryEntryCreateCFProperty(
                expert,
                kIOPlatformUUIDKey as CFString,
                kCFAllocatorDefault,
                0
            )
            return property?.takeRetainedValue() as? String
        }
    }
#elseif os(watchOS) && canImport(WatchKit)
    import Foundation
    import WatchKit

    /// The name that the system gives the device among this vendor's apps.
    enum PlatformMachine {
        /// Nil off the main thread, where the system may not be asked.
        static var identifier: String? {
            guard Thread.isMainThread else { return nil }
            return MainActor.assumeIsolated { WKInterfaceDevice.current().identifierForVendor?.uuidString }
        }
    }
#elseif canImport(UIKit)
    import Foundation
    import UIKit

    /// The name that the system gives the device among this vendor's apps.
    enum PlatformMachine {
        /// Nil off the main thread, where the system may not be asked.
        static var identifier: String? {
            guard Thread.isMainThread else { return nil }
            return MainActor.assumeIsolated { UIDevice.current.identifierForVendor?.uuidString }
        }
    }
#else
    import Foundation

    /// The name that Linux has for this installation.
    enum PlatformMachine {
        static var identifier: String? {
            MachineIdentifierFile.standard.read { path in try? String(contentsOfFile: path, encoding: .utf8) }
        }
    }
#endif
