/// Why a reference operation cannot be made.
enum RawCryptoError: Error {
    case libraryUnavailable
    case badKey
    case cannotOpen
}
