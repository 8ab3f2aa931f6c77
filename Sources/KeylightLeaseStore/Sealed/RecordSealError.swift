/// Why a record could not be sealed or opened.
enum RecordSealError: Error, Hashable {
    /// The bytes are at fault, and will be at the next attempt: the text says what is wrong with them.
    case damaged(String)
    /// The machine is at fault (no cryptographic library); the bytes may be good.
    case cannotTell(String)
    /// The record is too large to be read back.
    case tooLarge(Int)
}

extension RecordSealError: CustomStringConvertible {
    var description: String {
        switch self {
        case .damaged(let text), .cannotTell(let text): text
        case .tooLarge(let count):
            "the record would take \(count) bytes, \(RecordSeal.sizeLimit) are allowed"
        }
    }
}
