/// Reads JSON in the one form in which records are written, and gives up on every other.
///
/// `JSONDecoder` takes about as long for a record as a third of the signature's verification, and an app waits for
/// it at each launch. What our own encoder writes is much simpler than JSON: no white space, names in order,
/// integers, no null. What is not of that form, or not of ASCII, is no error but left to `JSONDecoder`.
struct PlainJSONReader {
    /// The text has another form than the one that is read here.
    struct NotPlain: Error {}

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    /// Whether no member of the innermost object was read yet.
    private var isFirst = true

    /// Reads a text as a whole.
    ///
    /// - Returns: nil when it is not in the plain form; then nothing is known of it.
    static func read<Value>(
        _ bytes: [UInt8],
        _ body: (inout PlainJSONReader) throws(NotPlain) -> Value
    ) -> Value? {
        bytes.withUnsafeBufferPointer { bytes in
            var reader = PlainJSONReader(bytes)
            do throws(NotPlain) {
                let value = try body(&reader)
                return reader.position == bytes.count ? value : nil
            } catch {
                return nil
            }
        }
    }

    private init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// Reads an object; `members` reads what stands in it, by way of ``member(_:)`` and in order.
    @inline(__always)
    mutating func object<Value>(
        _ members: (inout PlainJSONReader) throws(NotPlain) -> Value
    ) throws(NotPlain) -> Value {
        try expect("{")
        isFirst = true
        let value = try members(&self)
        // What was not asked for, or stands in another place, is still there.
        try expect("}")
        isFirst = false
        return value
    }

    /// Goes on to the value of a member, when that is the next one of the object.
    ///
    /// - Parameter name: printable ASCII that needs no escapes.
    mutating func member(_ name: StaticString) -> Bool {
        var index = position
        if !isFirst {
            guard index < bytes.count, bytes[index] == UInt8(ascii: ",") else { return false }
            index += 1
        }
        let length = name.utf8CodeUnitCount
        guard bytes.count - index >= length + 3, bytes[index] == UInt8(ascii: "\"") else { return false }
        index += 1
        let characters = name.utf8Start
        for offset in 0..<length where bytes[index + offset] != characters[offset] { return false }
        index += length
        guard bytes[index] == UInt8(ascii: "\""), bytes[index + 1] == UInt8(ascii: ":") else { return false }
        position = index + 2
        isFirst = false
        return true
    }

    /// Reads an array; `element` reads one of its elements.
    ///
    /// - Parameter count: how many there usually are.
    @inline(__always)
    mutating func array<Element>(
        expecting count: Int = 0,
        _ element: (inout PlainJSONReader) throws(NotPlain) -> Element
    ) throws(NotPlain) -> [Element] {
        try expect("[")
        var elements: [Element] = []
        if skip("]") { return elements }
        elements.reserveCapacity(count)
        repeat { elements.append(try element(&self)) } while skip(",")
        try expect("]")
        return elements
    }

    /// Reads a string of printable ASCII without escapes.
    mutating func string() throws(NotPlain) -> String {
        try expect("\"")
        let start = position
        var end = start
        while end < bytes.count, Self.isPlain(bytes[end]) { end += 1 }
        position = end
        try expect("\"")
        return String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
    }

    /// Whether a byte of a string stands for itself: printable ASCII but the two that need an escape.
    static func isPlain(_ byte: UInt8) -> Bool {
        (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\\") && byte != UInt8(ascii: "\"")
    }

    /// Reads an integer.
    mutating func integer<Value: FixedWidthInteger>() throws(NotPlain) -> Value {
        let isNegative = skip("-")
        let start = position
        var end = start
        var value: Value = 0
        while end < bytes.count, case let digit = bytes[end] &- UInt8(ascii: "0"), digit < 10 {
            let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
            // Downward for a negative one, since the smallest has no positive counterpart.
            let (next, overflow2) =
                isNegative
                ? tens.subtractingReportingOverflow(Value(digit)) : tens.addingReportingOverflow(Value(digit))
            guard !overflow, !overflow2 else { throw NotPlain() }
            value = next
            end += 1
        }
        let hasLeadingZero = end > start + 1 && bytes[start] == UInt8(ascii: "0")
        guard end > start, !hasLeadingZero else { throw NotPlain() }
        position = end
        return value
    }

    /// Reads `true` or `false`.
    mutating func bool() throws(NotPlain) -> Bool {
        let value = position < bytes.count && bytes[position] == UInt8(ascii: "t")
        for byte in (value ? "true" : "false").utf8 {
            guard position < bytes.count, bytes[position] == byte else { throw NotPlain() }
            position += 1
        }
        return value
    }

    private mutating func expect(_ character: Unicode.Scalar) throws(NotPlain) {
        guard skip(character) else { throw NotPlain() }
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }
}
