/// Why a text is not the JSON that this SDK accepts, and where.
///
/// It names bytes by their position and never repeats them: a body may hold a license key.
package struct JSONSyntaxError: Error, Sendable, Hashable {
    /// What is wrong.
    package enum Problem: Sendable, Hashable {
        /// The text ends too early.
        case unexpectedEnd
        /// A byte that cannot stand here.
        case unexpectedByte
        /// Something follows the value.
        case trailingBytes
        /// The text begins with a byte-order mark.
        case byteOrderMark
        /// A string is not UTF-8.
        case invalidUTF8
        /// A string holds a raw control character.
        case controlCharacter
        /// A backslash with something that JSON does not know.
        case invalidEscape
        /// Half of a surrogate pair without the other half.
        case loneSurrogate
        /// A number with a leading zero, or without digits where some must stand.
        case invalidNumber
        /// Two members of one object have the same name.
        case duplicateName
        /// Arrays and objects are nested deeper than the parser goes.
        case tooDeep
    }

    /// What is wrong.
    package var problem: Problem
    /// Where, in bytes from the beginning.
    package var offset: Int

    /// Makes an error.
    package init(_ problem: Problem, at offset: Int) {
        self.problem = problem
        self.offset = offset
    }
}

extension JSONSyntaxError: CustomStringConvertible {
    /// A phrase for logs that repeats nothing of the text.
    package var description: String { "\(problem.text) at byte \(offset)" }
}

extension JSONSyntaxError.Problem {
    fileprivate var text: String {
        switch self {
        case .unexpectedEnd: "the text ends too early"
        case .unexpectedByte: "unexpected byte"
        case .trailingBytes: "something follows the value"
        case .byteOrderMark: "byte-order mark"
        case .invalidUTF8: "invalid UTF-8"
        case .controlCharacter: "raw control character in a string"
        case .invalidEscape: "invalid escape"
        case .loneSurrogate: "lone surrogate"
        case .invalidNumber: "invalid number"
        case .duplicateName: "duplicate member name"
        case .tooDeep: "nested too deeply"
        }
    }
}
