import Testing

@testable import KeylightCrypto

@Suite("Checked")
struct CheckedTests {
    @Test("the primitive is loaded and asked once, however often it is used")
    func once() throws {
        var loads = 0
        var questions = 0
        let checked = Checked<Int>(
            "number",
            load: {
                loads += 1
                return 7
            },
            failure: { _ in
                questions += 1
                return nil
            }
        )
        for _ in 0..<3 {
            #expect(try checked.get() == 7)
        }
        #expect(loads == 1)
        #expect(questions == 1)
    }

    @Test("an error while loading is passed on, and nothing is asked")
    func loadFails() {
        var questions = 0
        let checked = Checked<Int>(
            "number",
            load: { () throws(CryptoError) in throw .libraryUnavailable("none") },
            failure: { _ in
                questions += 1
                return nil
            }
        )
        for _ in 0..<3 {
            #expect(throws: CryptoError.libraryUnavailable("none")) { try checked.get() }
        }
        #expect(questions == 0)
    }

    @Test("a wrong answer is kept")
    func wrongAnswer() {
        let checked = Checked<Int>("number", load: { 7 }, failure: { "\($0) is not 8" })
        for _ in 0..<3 {
            #expect(throws: CryptoError.selfTestFailed("number: 7 is not 8")) { try checked.get() }
        }
    }

    @Test("no answer is a wrong one")
    func noAnswer() {
        let checked = Checked<Int>(
            "number",
            load: { 7 },
            failure: { (_) throws(CryptoError) in throw .operationFailed("out of memory") }
        )
        let expected = CryptoError.selfTestFailed("number: cryptographic operation failed: out of memory")
        #expect(throws: expected) { try checked.get() }
    }
}
