/// The call was written wrongly; the text names the flag and never repeats a secret.
struct UsageError: Error, Sendable, Hashable {
    var text: String

    init(_ text: String) {
        self.text = text
    }
}
