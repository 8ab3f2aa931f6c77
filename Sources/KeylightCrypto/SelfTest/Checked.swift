/// A primitive that is handed out only after it gave the known answer to a known question.
///
/// Fails closed: the outcome of the one check is kept, so a primitive that failed it is refused to every caller
/// for the life of the value. Each of the platform's values is a `static let`, which the language runs once and
/// thread-safely at first use; what remains afterwards is the look at that one flag.
struct Checked<Primitive: Sendable>: Sendable {
    private let outcome: Result<Primitive, CryptoError>

    /// Loads the primitive and asks it.
    ///
    /// - Parameters:
    ///   - subject: What is checked, for the error's text.
    ///   - load: Makes the primitive; its error (no library) is kept as it is.
    ///   - failure: The known-answer test: what went wrong, nil when every answer was right. An error thrown here
    ///     counts as a wrong answer.
    init(
        _ subject: String,
        load: () throws(CryptoError) -> Primitive,
        failure: (Primitive) throws(CryptoError) -> String?
    ) {
        let primitive: Primitive
        do {
            primitive = try load()
        } catch {
            outcome = .failure(error)
            return
        }
        do {
            if let failure = try failure(primitive) {
                outcome = .failure(.selfTestFailed("\(subject): \(failure)"))
            } else {
                outcome = .success(primitive)
            }
        } catch {
            outcome = .failure(.selfTestFailed("\(subject): \(error)"))
        }
    }

    /// The primitive, or the reason why it must not be used.
    ///
    /// - Throws: `CryptoError.selfTestFailed`, or what loading threw; always the same for one value.
    func get() throws(CryptoError) -> Primitive {
        try outcome.get()
    }
}
