#if !canImport(CryptoKit)
    import CLibcrypto
    import Testing

    @testable import KeylightCrypto

    @Suite("Libcrypto")
    struct LibcryptoTests {
        private func reason(_ names: [String]) throws -> String {
            let error = try #require(throws: CryptoError.self) { try Libcrypto(names: names) }
            guard case .libraryUnavailable(let message) = error else {
                Issue.record("unexpected error: \(error)")
                return ""
            }
            #expect("\(error)" == message)
            return message
        }

        @Test("a missing library is an error with the loader's words and the remedy")
        func missing() throws {
            let message = try reason(["libkeylight-none.so.3", "libkeylight-none.so"])
            #expect(message.hasPrefix("libcrypto 3 could not be loaded"))
            #expect(message.contains("libkeylight-none.so.3: cannot open shared object file"))
            #expect(message.contains("libkeylight-none.so: cannot open shared object file"))
            #expect(message.contains("libssl3 or libssl3t64 on Debian and Ubuntu"))
            #expect(message.contains("openssl-libs on Fedora and RHEL"))
        }

        @Test("a library that is something else is not used")
        func somethingElse() throws {
            let message = try reason(["libc.so.6"])
            #expect(message.contains("libc.so.6: found, but it is not libcrypto 3"))
        }

        @Test("no name is no library")
        func noName() throws {
            #expect(try reason([]).hasPrefix("libcrypto 3 could not be loaded"))
        }

        @Test("a very long name is an error and no overflow")
        func longName() throws {
            let message = try reason([String(repeating: "x", count: 10_000)])
            #expect(message.utf8.count < 1024)
        }

        @Test("the next name is tried, and a loaded library works")
        func nextName() throws {
            let library = try Libcrypto(names: ["libkeylight-none.so.3", "libc.so.6", "libcrypto.so.3"])
            #expect(try KnownAnswer.ed25519Verification(LibcryptoEd25519(library: library)) == nil)
            #expect(try KnownAnswer.sha256(LibcryptoSHA256(library: library)) == nil)
            #expect(try KnownAnswer.hkdf(LibcryptoHKDF(library: library)) == nil)
            #expect(try KnownAnswer.chaChaPoly(LibcryptoChaChaPoly(library: library)) == nil)
        }

        @Test("key objects and libraries are freed with their last owner")
        func freed() throws {
            weak var library: Libcrypto?
            weak var key: LibcryptoKey?
            do {
                let loaded = try Libcrypto(names: ["libcrypto.so.3"])
                let raw = try bytes(RFC8032.vectors[0].publicKey)
                let verifier = try LibcryptoEd25519(library: loaded).verifier(publicKey: raw)
                key = (verifier as? LibcryptoEd25519Verifier)?.key
                library = loaded
                #expect(try verifier.isValid(bytes(RFC8032.vectors[0].signature), for: []))
            }
            #expect(key == nil)
            #expect(library == nil)
        }

        @Test(
            "data longer than one call of the library takes is passed in pieces",
            arguments: [1, 7, 64, 1000]
        )
        func pieces(largestUpdate: Int) throws {
            let library = try Libcrypto.shared.get()
            let whole = try LibcryptoChaChaPoly(library: library)
            let pieces = try LibcryptoChaChaPoly(library: library, largestUpdate: largestUpdate)
            let key = [UInt8](1...32)
            let nonce = [UInt8](1...12)
            let plaintext = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
            try plaintext.withUnsafeBytes { plaintext in
                let box = try whole.seal(plaintext, key: key, nonce: nonce, authenticating: plaintext)
                #expect(
                    try pieces.seal(plaintext, key: key, nonce: nonce, authenticating: plaintext) == box
                )
                let opened = try box.withUnsafeBytes { box in
                    try pieces.open(box, key: key, authenticating: plaintext)
                }
                #expect(opened == Array(plaintext))
            }
        }

        @Test("what others left in the thread's error queue stays, and nothing is added")
        func errorQueue() throws {
            let library = try Libcrypto.shared.get()
            let functions = library.functions
            func failEverything() throws {
                let key = try Ed25519PublicKey(rawRepresentation: [2] + [UInt8](repeating: 0, count: 31))
                #expect(try !key.isValidSignature([UInt8](repeating: 0xff, count: 64), for: []))
                let cipher = try ChaChaPolyCipher(key: [UInt8](1...32))
                #expect(throws: CryptoError.authenticationFailed) {
                    try cipher.open([UInt8](repeating: 0, count: 40), authenticating: [])
                }
                #expect(throws: CryptoError.self) {
                    try LibcryptoEd25519(library: library).verifier(publicKey: [1, 2, 3])
                }
            }
            // The queue belongs to the thread; other tests of this suite may have used it.
            while functions.ERR_pop_to_mark() == 1 {}
            #expect(functions.ERR_peek_last_error() == 0)
            try failEverything()
            #expect(functions.ERR_peek_last_error() == 0)

            #expect(functions.EVP_MD_fetch(library.context, "no such digest", nil) == nil)
            let foreign = functions.ERR_peek_last_error()
            #expect(foreign != 0)
            try failEverything()
            #expect(functions.ERR_peek_last_error() == foreign)
            while functions.ERR_pop_to_mark() == 1 {}
        }

        @Test("an operation that the library refuses is an error with the library's reason")
        func refusal() throws {
            let library = try Libcrypto.shared.get()
            let error = try #require(throws: CryptoError.self) {
                try LibcryptoEd25519(library: library).verifier(publicKey: [1, 2, 3])
            }
            guard case .operationFailed(let message) = error else {
                Issue.record("unexpected error: \(error)")
                return
            }
            #expect(message.hasPrefix("Ed25519 public key: error:"))
        }
    }
#endif
