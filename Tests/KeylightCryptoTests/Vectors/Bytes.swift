import KeylightCrypto
import Testing

/// The bytes of a hexadecimal text; a text that is none fails the test.
func bytes(_ hexadecimal: String) throws -> [UInt8] {
    try #require(Hexadecimal.decode(hexadecimal))
}
