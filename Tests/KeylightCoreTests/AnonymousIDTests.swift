import KeylightCore
import Testing

@Suite("AnonymousID")
struct AnonymousIDTests {
    @Test("any bits make a lowercase UUID of version 4 that reads itself back")
    func made() throws {
        let bits: [UInt64] = [0, 1, 0x8000_0000_0000_0000, 0x0123_4567_89ab_cdef, .max]
        for high in bits {
            for low in bits {
                let id = AnonymousID(randomBits: high, low)
                #expect(AnonymousID(id.rawValue) == id)
                let characters = Array(id.rawValue)
                #expect(characters.count == 36)
                #expect(characters[14] == "4")
                #expect("89ab".contains(characters[19]))
                #expect(id.rawValue == id.rawValue.lowercased())
            }
        }
        #expect(AnonymousID(randomBits: 0, 0).rawValue == "00000000-0000-4000-8000-000000000000")
        #expect(AnonymousID(randomBits: .max, .max).rawValue == "ffffffff-ffff-4fff-bfff-ffffffffffff")
        #expect(
            AnonymousID(randomBits: 0x0123_4567_89ab_cdef, 0x0123_4567_89ab_cdef).rawValue
                == "01234567-89ab-4def-8123-456789abcdef"
        )
    }

    @Test(
        "anything else is no id",
        arguments: [
            "", "00000000-0000-4000-8000-00000000000", "00000000-0000-4000-8000-0000000000000",
            "00000000-0000-1000-8000-000000000000", "00000000-0000-4000-7000-000000000000",
            "00000000-0000-4000-c000-000000000000", "ABCDEF00-0000-4000-8000-000000000000",
            "0000000g-0000-4000-8000-000000000000", "000000000000-4000-8000-000000000000",
            "00000000-0000-4000-8000-000000000000\n", "{00000000-0000-4000-8000-000000000000}",
        ]
    )
    func refused(_ text: String) {
        #expect(AnonymousID(text) == nil)
    }

    @Test("it does not print itself")
    func redacted() {
        let id = AnonymousID(randomBits: 7, 7)
        #expect(!"\(id)".contains(id.rawValue))
        #expect(!String(reflecting: id).contains(id.rawValue))
        #expect("\(id)".hasPrefix("install#"))
    }
}
