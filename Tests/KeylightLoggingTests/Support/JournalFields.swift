/// Reads entries of the systemd journal's native protocol, for judging what was sent.
///
/// It goes by the protocol's description and shares no code with the writer.
struct JournalFields: Equatable {
    struct Malformed: Error {}

    private(set) var names: [String] = []
    private(set) var values: [String: [UInt8]] = [:]

    init(_ entry: [UInt8]) throws {
        var rest = entry[...]
        while !rest.isEmpty {
            guard let end = rest.firstIndex(where: { $0 == 0x3D || $0 == 0x0A }) else { throw Malformed() }
            let name = String(decoding: rest[..<end], as: UTF8.self)
            let isBinary = rest[end] == 0x0A
            rest = rest[(end + 1)...]
            let count: Int
            if isBinary {
                guard rest.count >= 8 else { throw Malformed() }
                count = rest.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
                rest = rest.dropFirst(8)
            } else {
                guard let lineEnd = rest.firstIndex(of: 0x0A) else { throw Malformed() }
                count = lineEnd - rest.startIndex
            }
            guard rest.count > count, rest.dropFirst(count).first == 0x0A else { throw Malformed() }
            guard values[name] == nil, !name.isEmpty else { throw Malformed() }
            names.append(name)
            values[name] = Array(rest.prefix(count))
            rest = rest.dropFirst(count + 1)
        }
    }

    subscript(name: String) -> String? {
        values[name].map { String(decoding: $0, as: UTF8.self) }
    }
}
