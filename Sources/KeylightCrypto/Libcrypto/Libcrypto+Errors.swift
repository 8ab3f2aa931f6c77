#if !canImport(CryptoKit)
    import CLibcrypto

    extension Libcrypto {
        /// Runs calls of the library and takes back what they left in this thread's error queue.
        ///
        /// Other users of libcrypto on the same thread read that queue to decide whether their own call failed; a
        /// stale entry of ours would break their connection.
        func isolatingErrors<Value>(
            _ body: () throws(CryptoError) -> Value
        ) throws(CryptoError) -> Value {
            _ = functions.ERR_set_mark()
            defer { _ = functions.ERR_pop_to_mark() }
            return try body()
        }

        /// The error for a call that failed, with the library's reason for it if it gave one.
        func failure(of operation: String) -> CryptoError {
            let code = functions.ERR_peek_last_error()
            guard code != 0 else {
                return .operationFailed(operation)
            }
            var text = [CChar](repeating: 0, count: 256)
            functions.ERR_error_string_n(code, &text, text.count)
            return .operationFailed("\(operation): \(String(terminated: text))")
        }
    }
#endif
