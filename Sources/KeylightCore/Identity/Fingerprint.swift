/// A short form of a secret for logs: enough to tell two values apart, nothing to rebuild one from.
///
/// Sixteen bits of a plain hash (FNV-1a): a support engineer can match two lines, and 65,536 possible
/// values for a secret of hundreds of bits give nothing away.
public enum Fingerprint {
    /// Four lowercase hexadecimal characters for any text.
    public static func of(_ text: some StringProtocol) -> String { of(text.utf8) }

    /// Four lowercase hexadecimal characters for any bytes.
    public static func of(_ bytes: some Sequence<UInt8>) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        let folded = (hash ^ (hash >> 16) ^ (hash >> 32) ^ (hash >> 48)) & 0xffff
        let digits = String(folded, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}
