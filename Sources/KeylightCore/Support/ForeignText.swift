/// Makes texts that somebody else wrote fit to be shown, logged and kept: one short line without secrets.
///
/// The server's words for people go into errors, logs, the record and `explain()`, all of which are safe to
/// paste. A server that means well repeats what it was told ("License ACME-… on inst-… was revoked"); one that
/// does not could forge lines of a log. What a secret is depends on the call, so each call brings its own.
package struct ForeignText: Sendable {
    /// The longest text that is kept, in Unicode scalars.
    package static let textLimit = 200
    /// The longest name of a key or a status that is kept, in Unicode scalars.
    package static let nameLimit = 64
    /// Stands for a text of which nothing is left.
    package static let unreadable = "(unreadable)"

    private var secrets: [HiddenSecret]

    /// Makes a cleaner that puts the redacted form in place of these secrets.
    package init(licenseKey: LicenseKey? = nil, instanceID: InstanceID? = nil, sdkKey: SDKKey? = nil) {
        secrets = [
            licenseKey.flatMap { HiddenSecret($0.rawValue, shown: $0.redactedDescription) },
            instanceID.flatMap { HiddenSecret($0.rawValue, shown: $0.redactedDescription) },
            sdkKey.flatMap { HiddenSecret($0.rawValue, shown: $0.redactedDescription) },
        ].compactMap(\.self)
    }

    /// The same with one more secret; nil adds none.
    package func hiding(_ instanceID: InstanceID?) -> ForeignText {
        var more = self
        if let added = instanceID.flatMap({ HiddenSecret($0.rawValue, shown: $0.redactedDescription) }) {
            more.secrets.append(added)
        }
        return more
    }

    /// A text for people; never empty.
    package func text(_ text: String) -> String { clean(text, limit: Self.textLimit) }

    /// The name of a key or a status; never empty.
    package func name(_ name: String) -> String { clean(name, limit: Self.nameLimit) }

    private func clean(_ text: String, limit: Int) -> String {
        let line = Self.oneLine(text)
        var shown = String.UnicodeScalarView()
        var index = line.startIndex
        // One more than the limit tells that there is more; nothing beyond it is looked at.
        while index < line.endIndex, shown.count <= limit {
            if let (end, replacement) = match(in: line, at: index) {
                shown.append(contentsOf: replacement.unicodeScalars)
                index = end
            } else {
                shown.append(line[index])
                index += 1
            }
        }
        guard !shown.isEmpty else { return Self.unreadable }
        guard shown.count > limit else { return String(shown) }
        return String(String.UnicodeScalarView(shown.prefix(limit - 1))) + "…"
    }

    private func match(in line: [Unicode.Scalar], at index: Int) -> (end: Int, replacement: String)? {
        for secret in secrets {
            if let end = secret.end(in: line, at: index) { return (end, secret.shown) }
        }
        return nil
    }

    /// The text without line breaks, control characters and what cannot be seen; white space in single blanks.
    private static func oneLine(_ text: String) -> [Unicode.Scalar] {
        var line: [Unicode.Scalar] = []
        var isBlank = true
        for scalar in text.unicodeScalars {
            // The quick way for nearly all there is; Unicode's tables are asked for the rest.
            if scalar.isASCII, scalar.value > 0x20, scalar.value < 0x7f {
                line.append(scalar)
                isBlank = false
            } else if scalar.properties.isWhitespace {
                if !isBlank { line.append(" ") }
                isBlank = true
            } else if !isHidden(scalar) {
                line.append(scalar)
                isBlank = false
            }
        }
        if line.last == " " { line.removeLast() }
        return line
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: true
        default: scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}
