#if !canImport(CryptoKit)
    extension String {
        /// The text before the first zero in a buffer that a C function filled.
        init(terminated buffer: [CChar]) {
            let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            self.init(decoding: bytes, as: UTF8.self)
        }
    }
#endif
