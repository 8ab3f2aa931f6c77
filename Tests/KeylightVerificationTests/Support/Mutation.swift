/// Damage to a text, as a bad line, a bad proxy or an attacker does it.
enum Mutation {
    /// One to four random changes.
    static func mutated(_ bytes: [UInt8], with generator: inout SeededGenerator) -> [UInt8] {
        var result = bytes
        for _ in 0..<Int.random(in: 1...4, using: &generator) { change(&result, with: &generator) }
        return result
    }

    private static func change(_ bytes: inout [UInt8], with generator: inout SeededGenerator) {
        guard let index = bytes.indices.randomElement(using: &generator) else {
            bytes.append(UInt8.random(in: 0...255, using: &generator))
            return
        }
        let length = Int.random(in: 1...16, using: &generator)
        let slice = index..<min(index + length, bytes.count)
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 1: bytes[index] = UInt8.random(in: 0...255, using: &generator)
        case 2: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: index)
        case 3: bytes.removeSubrange(slice)
        case 4: bytes.insert(contentsOf: Array(bytes[slice]), at: index)
        case 5: bytes.removeSubrange(index...)
        case 6: bytes[index] = "{}[]\",:\\0123456789eE+-.tfnu".utf8.randomElement(using: &generator) ?? 0
        default: bytes.swapAt(index, bytes.indices.randomElement(using: &generator) ?? index)
        }
    }
}
