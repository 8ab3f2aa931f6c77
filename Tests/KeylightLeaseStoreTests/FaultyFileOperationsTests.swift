import Testing

@testable import KeylightLeaseStore

@Suite struct FaultyFileOperationsTests {
    @Test func failsTheCallOfThatNumberOnly() throws {
        let directory = try TemporaryDirectory()
        let operations = FaultyFileOperations(failing: 2, with: .noSpace)
        #expect(try operations.names(in: directory.path) == [])
        #expect(throws: SystemErrorCode.noSpace) { try operations.names(in: directory.path) }
        #expect(try operations.names(in: directory.path) == [])
        #expect(operations.calls.map(\.index) == [1, 2, 3])
    }

    @Test func failsForGood() throws {
        let directory = try TemporaryDirectory()
        let operations = FaultyFileOperations(failing: 2, with: .noSpace, forGood: true)
        #expect(try operations.names(in: directory.path) == [])
        for _ in 0..<3 {
            #expect(throws: SystemErrorCode.noSpace) { try operations.unlink(directory.path("x")) }
        }
    }

    @Test func countsOpenFiles() throws {
        let directory = try TemporaryDirectory()
        let operations = FaultyFileOperations()
        let descriptor = try operations.open(directory.path("x"), for: .creatingExclusively)
        #expect(operations.openFiles == 1)
        #expect(throws: SystemErrorCode.exists) {
            try operations.open(directory.path("x"), for: .creatingExclusively)
        }
        #expect(operations.openFiles == 1)
        operations.close(descriptor)
        #expect(operations.openFiles == 0)
    }
}
