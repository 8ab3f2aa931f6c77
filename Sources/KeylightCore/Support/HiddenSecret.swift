/// A secret as it may stand in somebody else's text: in any case, with any separators or none.
struct HiddenSecret: Sendable {
    /// What stands in its place.
    let shown: String
    /// Its letters and digits, in upper case where they are ASCII.
    private let letters: [Unicode.Scalar]

    /// Shorter ones are looked for as whole words only: a seat named `a1` is in many a word.
    private static let leastAnywhere = 8
    /// A separator may be written as a dash between blanks, and as little more.
    private static let longestSeparator = 4

    /// Takes a secret; nil when it has no letter and no digit, so that it could not be told from punctuation.
    init?(_ secret: String, shown: String) {
        letters = secret.unicodeScalars.filter(Self.isLetter).map(Self.folded)
        guard !letters.isEmpty else { return nil }
        self.shown = shown
    }

    /// Where the secret ends when it begins at `start`; nil when it does not.
    func end(in line: [Unicode.Scalar], at start: Int) -> Int? {
        var index = start
        var separator = 0
        for letter in letters {
            while index > start, index < line.count, !Self.isLetter(line[index]) {
                separator += 1
                guard separator <= Self.longestSeparator else { return nil }
                index += 1
            }
            guard index < line.count, Self.folded(line[index]) == letter else { return nil }
            index += 1
            separator = 0
        }
        guard letters.count < Self.leastAnywhere else { return index }
        let isWord =
            (start == 0 || !Self.isLetter(line[start - 1]))
            && (index == line.count || !Self.isLetter(line[index]))
        return isWord ? index : nil
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "0"..."9", "A"..."Z", "a"..."z": true
        case _ where scalar.isASCII: false
        default: scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        }
    }

    private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "a"..."z": Unicode.Scalar(UInt8(truncatingIfNeeded: scalar.value - 32))
        default: scalar
        }
    }
}
