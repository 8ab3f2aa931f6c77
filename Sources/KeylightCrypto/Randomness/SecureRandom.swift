/// Random bytes for keys and nonces, from the operating system.
///
/// On Linux they come straight from the kernel (`getrandom`): no state that a fork could duplicate, no library that
/// has to be there, and a failure is an error. The standard library's generator uses the same source but ends the
/// process when it fails, which an application's licensing must never do. On Apple systems that generator is the
/// kernel-seeded `arc4random_buf`, which cannot fail.
public enum SecureRandom {
    /// The given number of random bytes; an empty array for 0.
    ///
    /// - Throws: `CryptoError.invalidLength` for a negative count, `.operationFailed` when the system has none to
    ///   give.
    public static func bytes(count: Int) throws(CryptoError) -> [UInt8] {
        guard count >= 0 else {
            throw .invalidLength(input: "random output", allowed: 0...Int.max, actual: count)
        }
        // An array of no capacity is the one that all empty arrays share, and its count would be written: a race.
        if count == 0 { return [] }
        return try [UInt8](unsafeUninitializedCapacity: count) { (buffer, used) throws(CryptoError) in
            // The buffer may be larger than was asked for.
            try Platform.fillWithRandomBytes(
                UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[..<count]))
            )
            used = count
        }
    }
}
