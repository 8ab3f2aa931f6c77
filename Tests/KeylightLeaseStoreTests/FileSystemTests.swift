import Foundation
import Testing

@testable import KeylightLeaseStore

@Suite struct FileSystemTests {
    @Test(
        arguments: [
            ("/", nil), ("//", nil), ("/a", "/"), ("/a/", "/"), ("/a/b", "/a"), ("/a//b/", "/a"),
            ("/a/b/c", "/a/b"),
        ] as [(String, String?)]
    )
    func parents(_ path: String, _ parent: String?) {
        #expect(FileSystem.parent(of: path) == parent)
    }

    @Test func aFileIsReadUpToTheLimit() throws {
        let directory = try TemporaryDirectory()
        let files = FileSystem(operations: SystemFileOperations())
        let bytes = (0..<40_000).map { UInt8(truncatingIfNeeded: $0) }
        try directory.write("file", bytes)
        for limit in [1, 16_383, 16_384, 16_385, 39_999, 40_000, 40_001] {
            #expect(try files.read(directory.path("file"), limit: limit) == Array(bytes.prefix(limit)))
        }
        #expect(try files.read(directory.path("none"), limit: 1) == nil)
    }

    @Test func nothingIsCreatedOverAnything() throws {
        let directory = try TemporaryDirectory()
        let files = FileSystem(operations: SystemFileOperations())
        try directory.write("file", [1])
        #expect {
            try files.create(directory.path("file"), [2])
        } throws: {
            ($0 as? FileFailure)?.code == .exists
        }
        #expect(try directory.bytes("file") == [1])
    }

    @Test func directoriesAreMadeOnceByMany() throws {
        let directory = try TemporaryDirectory()
        let files = FileSystem(operations: SystemFileOperations())
        for _ in 0..<2 { try files.makeDirectories(directory.path("a/b/c/")) }
        #expect(try directory.names(in: "a/b") == ["c"])
    }

    @Test(arguments: [OpenPurpose.reading, .creatingExclusively, .locking])
    func noFileSurvivesIntoAnotherProgram(_ purpose: OpenPurpose) throws {
        let directory = try TemporaryDirectory()
        if purpose == .reading { try directory.write("file", [1]) }
        let operations = SystemFileOperations()
        let descriptor = try operations.open(directory.path("file"), for: purpose)
        defer { operations.close(descriptor) }
        #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
    }

    @Test func aStatusTellsKindOwnerAndIdentity() throws {
        let directory = try TemporaryDirectory()
        let operations = SystemFileOperations()
        try directory.write("file", [1])
        try operations.link(directory.path("file"), to: directory.path("second"))
        try FileManager.default.createSymbolicLink(
            atPath: directory.path("link"),
            withDestinationPath: directory.path("file")
        )
        #expect(chmod(directory.path("file"), 0o640) == 0)
        let status = try operations.status(at: directory.path("file"))
        #expect(status.kind == .regular)
        #expect(status.permissions == 0o640)
        #expect(status.owner == geteuid())
        #expect(try operations.status(at: directory.path("second")).isSameFile(as: status))
        #expect(try operations.status(at: directory.path("link")).kind == .symbolicLink)
        #expect(try !operations.status(at: directory.path("link")).isSameFile(as: status))
        #expect(try operations.status(at: directory.path).kind == .directory)
        #expect(try operations.status(at: "/dev/null").kind == .other)
        #expect(throws: SystemErrorCode.notFound) { try operations.status(at: directory.path("none")) }
    }

    @Test func errorsHaveNames() {
        #expect("\(SystemErrorCode.noSpace)" == "ENOSPC (No space left on device)")
        #expect("\(SystemErrorCode(rawValue: 12_345))".hasPrefix("errno 12345 ("))
        let failure = FileFailure("read", "/x", .inputOutput, detail: "twice")
        #expect("\(failure)" == "cannot read /x: EIO (Input/output error), twice")
    }
}
