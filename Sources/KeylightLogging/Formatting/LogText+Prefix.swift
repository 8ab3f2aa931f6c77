extension LogText {
    /// The text's bytes, cut to so many when there are more. A cut text ends with `…`, and no scalar is cut in two.
    static func prefix(of text: String, maximumByteCount: Int) -> [UInt8] {
        let bytes = Array(text.utf8)
        guard bytes.count > maximumByteCount else { return bytes }
        let mark = Array("…".utf8)
        var end = max(0, maximumByteCount - mark.count)
        // 10xxxxxx goes on with a scalar that began before.
        while end > 0, bytes[end] & 0b1100_0000 == 0b1000_0000 {
            end -= 1
        }
        return bytes[..<end] + mark
    }
}
