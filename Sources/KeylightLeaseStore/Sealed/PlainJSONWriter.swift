/// Writes JSON in the one form that ``PlainJSONReader`` reads, byte for byte as our `JSONEncoder` does.
///
/// `JSONEncoder` takes longer for a record than a fast disk for a small write. A text that is not printable ASCII
/// without escapes is no error but left to `JSONEncoder`, which knows how to write all others.
struct PlainJSONWriter {
    /// A text cannot be written in the plain form.
    struct NotPlain: Error {}

    private var bytes: [UInt8] = []

    /// Writes a text as a whole.
    ///
    /// - Returns: nil when there is no plain form of it.
    static func bytes(_ body: (inout PlainJSONWriter) throws(NotPlain) -> Void) -> [UInt8]? {
        var writer = PlainJSONWriter()
        writer.bytes.reserveCapacity(2_048)
        do throws(NotPlain) {
            try body(&writer)
            return writer.bytes
        } catch {
            return nil
        }
    }

    /// Writes an object; `members` writes what stands in it, in the order of the alphabet.
    mutating func object(_ members: (inout PlainJSONWriter) throws(NotPlain) -> Void) throws(NotPlain) {
        append("{")
        try members(&self)
        append("}")
    }

    /// Writes the name of a member, whose value is to follow.
    ///
    /// - Parameter name: printable ASCII that needs no escapes.
    mutating func name(_ name: StaticString) {
        separate(after: "{")
        append("\"")
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        append("\"")
        append(":")
    }

    /// Writes an array; `write` writes one of its elements.
    mutating func array<Element>(
        _ elements: [Element],
        _ write: (Element, inout PlainJSONWriter) throws(NotPlain) -> Void
    ) throws(NotPlain) {
        append("[")
        for element in elements {
            separate(after: "[")
            try write(element, &self)
        }
        append("]")
    }

    /// Writes a string.
    mutating func string(_ text: String) throws(NotPlain) {
        append("\"")
        for byte in text.utf8 {
            guard PlainJSONReader.isPlain(byte) else { throw NotPlain() }
            bytes.append(byte)
        }
        append("\"")
    }

    /// Writes an integer.
    mutating func integer(_ value: some FixedWidthInteger) {
        if value < 0 { append("-") }
        var rest = value.magnitude
        var start = bytes.count
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        // The digits came out last first.
        var end = bytes.count - 1
        while start < end {
            bytes.swapAt(start, end)
            start += 1
            end -= 1
        }
    }

    /// Writes `true` or `false`.
    mutating func bool(_ value: Bool) {
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
    }

    private mutating func separate(after opening: Unicode.Scalar) {
        if bytes.last != UInt8(ascii: opening) { append(",") }
    }

    private mutating func append(_ character: Unicode.Scalar) { bytes.append(UInt8(ascii: character)) }
}
