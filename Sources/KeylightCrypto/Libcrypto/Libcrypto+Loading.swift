#if !canImport(CryptoKit)
    import CLibcrypto

    extension Libcrypto {
        /// The functions of the first library that can be used; the error tells why each of them cannot, since the
        /// last one alone would hide the interesting one.
        static func load(names: [String]) throws(CryptoError) -> KeylightLibcrypto {
            let table = UnsafeMutablePointer<KeylightLibcrypto>.allocate(capacity: 1)
            defer { table.deallocate() }
            var reasons: [String] = []
            for name in names {
                var message = [CChar](repeating: 0, count: 512)
                if keylight_libcrypto_load(table, name, &message, message.count) == 1 {
                    return table.pointee
                }
                reasons.append(String(terminated: message))
            }
            throw .libraryUnavailable(
                "libcrypto 3 could not be loaded (\(reasons.joined(separator: "; "))). Install OpenSSL 3's runtime "
                    + "library: package libssl3 or libssl3t64 on Debian and Ubuntu, openssl-libs on Fedora and RHEL."
            )
        }
    }
#endif
