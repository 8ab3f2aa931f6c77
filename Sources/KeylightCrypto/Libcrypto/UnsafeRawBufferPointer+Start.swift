#if !canImport(CryptoKit)
    /// What an empty buffer points to: libcrypto gives a null pointer meanings of its own (an update without
    /// output is additional data, a digest without input is an error), so it never gets one.
    nonisolated(unsafe) private let emptyInput = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)

    extension UnsafeRawBufferPointer {
        /// The first byte, or another readable address if there is none.
        var start: UnsafePointer<UInt8> {
            baseAddress?.assumingMemoryBound(to: UInt8.self) ?? UnsafePointer(emptyInput)
        }
    }
#endif
