import Testing

@testable import KeylightLeaseStore

@Suite struct SealedHeaderTests {
    @Test func theBytesAreThoseOfTheDocument() {
        #expect(
            SealedHeader.bytes(schema: 1)
                == [0x4b, 0x45, 0x59, 0x4c, 0x49, 0x47, 0x48, 0x54, 0, 0, 0, 1, 0xff, 0xff, 0xff, 0xfe]
        )
        #expect(SealedHeader.bytes(schema: 0x0102_0304)[8...] == [1, 2, 3, 4, 0xfe, 0xfd, 0xfc, 0xfb])
    }

    @Test(arguments: [UInt32(0), 1, 99, 0x8000_0000, .max]) func aSchemaIsReadBack(_ schema: UInt32) {
        #expect(SealedHeader.schema(of: SealedHeader.bytes(schema: schema)) == schema)
        #expect(SealedHeader.schema(of: SealedHeader.bytes(schema: schema) + [1]) == schema)
    }

    @Test func noSingleBitMakesAnotherSchema() {
        let header = SealedHeader.bytes(schema: 1)
        for position in header.indices {
            for bit in 0..<8 {
                var bytes = header
                bytes[position] ^= 1 << bit
                #expect(SealedHeader.schema(of: bytes) == nil)
            }
        }
    }

    @Test func aShortHeaderIsNone() {
        for count in 0..<SealedHeader.count {
            #expect(SealedHeader.schema(of: Array(SealedHeader.bytes(schema: 1).prefix(count))) == nil)
        }
    }
}
