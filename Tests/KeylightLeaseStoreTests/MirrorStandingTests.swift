import KeylightCore
import Testing

@testable import KeylightLeaseStore

/// Two threads that copy at the same time.
@Suite struct MirrorStandingTests {
    @Test("a copy that was made says nothing of a later one that was not")
    func numbers() {
        var standing = MirrorStanding()
        #expect(!standing.isBehind && standing.isWorthAsking)
        let (first, second) = (standing.expectCopy(), standing.expectCopy())
        standing.finishCopy(first)
        #expect(standing.isBehind && !standing.isWorthAsking)
        standing.finishCopy(second)
        #expect(!standing.isBehind && standing.isWorthAsking)
    }

    @Test("a later copy holds what an earlier one would have, and the earlier one ends after it")
    func overtaken() {
        var standing = MirrorStanding()
        let (first, second) = (standing.expectCopy(), standing.expectCopy())
        standing.finishCopy(second)
        #expect(!standing.isBehind)
        standing.finishCopy(first)
        #expect(!standing.isBehind)
    }

    @Test("a mirror that was found empty before a copy is not taken for empty after it")
    func emptiness() {
        var standing = MirrorStanding()
        let before = standing.expected
        standing.finishCopy(standing.expectCopy())
        standing.noteEmpty(asOf: before)
        #expect(standing.isWorthAsking)
        standing.noteEmpty(asOf: standing.expected)
        #expect(!standing.isWorthAsking)
        standing.noteRecord()
        #expect(standing.isWorthAsking)
    }

    @Test("the agreement after a restore does not cover a copy that failed")
    func agreement() {
        var standing = MirrorStanding()
        _ = standing.expectCopy()
        standing.noteAgreement()
        #expect(standing.isBehind)
    }

    @Test("an erasure beside a later copy leaves that to be made")
    func erasing() {
        var standing = MirrorStanding()
        let erasure = standing.expectCopy()
        _ = standing.expectCopy()
        standing.finishErasing(erasure)
        #expect(standing.isBehind)
    }
}
