/// Why a cryptographic operation could not give an answer.
///
/// A signature that does not match is no error: it is the answer `false`. An error means that there is no answer,
/// and the caller must treat what was to be checked as not checked.
///
/// ```swift
/// do {
///     let key = try Ed25519PublicKey(rawRepresentation: bytes)
///     trusted = try key.isValidSignature(signature, for: message)
/// } catch .libraryUnavailable(let message) {
///     print(message)  // says what to install
/// } catch {
///     trusted = false
/// }
/// ```
@nonexhaustive
public enum CryptoError: Error, Sendable, Equatable {
    /// The system's cryptographic library could not be loaded; the text holds the loader's words and the remedy.
    case libraryUnavailable(String)

    /// The library gave a wrong answer to a question with a known one; nothing it says is trusted in this process.
    case selfTestFailed(String)

    /// A key has the wrong number of bytes.
    case invalidKeyLength(expected: Int, actual: Int)

    /// Another input, named by `input`, has a number of bytes that the operation does not allow.
    case invalidLength(input: String, allowed: ClosedRange<Int>, actual: Int)

    /// A public key for which anybody can make signatures, for example 32 zero bytes left as a placeholder.
    case weakPublicKey

    /// A sealed box was altered, is incomplete, or was sealed with another key or other additional data.
    case authenticationFailed

    /// The system's library refused an operation that should not fail; the text names it.
    case operationFailed(String)
}
