extension [UInt8] {
    /// The array's bytes as a raw buffer.
    ///
    /// The standard library's `withUnsafeBytes` rethrows untyped; this one keeps the type of the error.
    func withBytes<Value, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try withUnsafeBufferPointer { (buffer) throws(Failure) in
            try body(UnsafeRawBufferPointer(buffer))
        }
    }
}
