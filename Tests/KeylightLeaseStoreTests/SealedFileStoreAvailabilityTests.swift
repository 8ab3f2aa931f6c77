import Foundation
import KeylightCore
import Testing

@testable import KeylightLeaseStore

/// "There is no record" and "the record cannot be read" are different answers.
@Suite struct SealedFileStoreAvailabilityTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func unavailableText(_ body: () throws -> Void) -> String? {
        do {
            try body()
        } catch LeaseStoreError.unavailable(let text) {
            return text
        } catch {
            Issue.record("\(error)")
        }
        return nil
    }

    @Test("BL-046 load throws three times, then gives the record")
    func loadThrowsThenWorks() throws {
        try Samples.quickStore(directory.path).write(Samples.record())
        let names = try directory.names()
        // On iOS a file of a locked device gives EPERM.
        let operations = FaultyFileOperations { call in
            call.name == "open" && call.index <= 6 ? .notPermitted : nil
        }
        let store = try Samples.store(directory.path, operations: operations)
        for _ in 0..<3 {
            let text = try #require(unavailableText { _ = try store.load() })
            #expect(text.contains("EPERM"))
        }
        #expect(operations.calls.map(\.name) == ["open", "statusAt", "open", "statusAt", "open", "statusAt"])
        #expect(try store.load() == .record(Samples.record()))
        #expect(try directory.names() == names)
    }

    @Test("BL-046 an update does not write over what it cannot read")
    func updateOfUnreadableRecord() throws {
        try Samples.quickStore(directory.path).write(Samples.record())
        let before = try directory.bytes("license.sealed")
        let path = directory.path("license.sealed")
        for code in [SystemErrorCode.accessDenied, .notPermitted, .inputOutput] {
            let operations = FaultyFileOperations { $0.name == "open" && $0.path == path ? code : nil }
            let store = try Samples.store(directory.path, operations: operations)
            #expect(unavailableText { try store.update { $0.trialStart = Timestamp(1) } } != nil)
            #expect(try directory.bytes("license.sealed") == before)
        }
    }

    @Test func anUnreadableSecretIsNoDamage() throws {
        try Samples.quickStore(directory.path).write(Samples.record())
        let path = directory.path("install.secret")
        let operations = FaultyFileOperations { $0.path == path && $0.name == "open" ? .accessDenied : nil }
        let store = try Samples.store(directory.path, operations: operations)
        #expect(unavailableText { _ = try store.load() }?.contains("install.secret") == true)
        #expect(try directory.names() == ["install.secret", "license.sealed", "store.lock"])
    }

    @Test func theTextNamesPathOwnerModeAndHint() throws {
        try Samples.quickStore(directory.path).write(Samples.record())
        let path = directory.path("license.sealed")
        let cases: [(owner: UInt32, code: SystemErrorCode, hint: String)] = [
            (0, .accessDenied, "owned by root; was the app once run with sudo?"),
            (2, .accessDenied, "it belongs to another user"),
            (1_000, .accessDenied, "check its permissions"),
            (1_000, .symbolicLink, "a symbolic link in place of the file is not followed"),
        ]
        for (owner, code, hint) in cases {
            var operations = FaultyFileOperations { $0.name == "open" && $0.path == path ? code : nil }
            operations.owner = owner
            let store = try Samples.store(directory.path, operations: operations)
            let text = try #require(unavailableText { _ = try store.load() })
            #expect(
                text.hasPrefix("cannot read \(path): \(code); it is owned by uid \(owner) with mode 600, ")
            )
            #expect(text.contains("runs as uid 1000: \(hint)"))
        }
    }

    @Test func whereTheFileCannotBeSeenTheNearestDirectoryIsNamed() throws {
        let path = directory.path("a/b/license.sealed")
        let operations = FaultyFileOperations { call in
            call.path.hasPrefix(directory.path + "/a") ? .accessDenied : nil
        }
        let store = try Samples.store(directory.path("a/b"), operations: operations)
        let text = try #require(unavailableText { _ = try store.load() })
        #expect(text.hasPrefix("cannot read \(path): EACCES"))
        #expect(text.contains("; \(directory.path) is owned by uid"))
    }

    @Test func aFileInPlaceOfADirectoryIsUnavailable() throws {
        try directory.write("file", [1])
        for path in ["file", "file/below"] {
            let store = try Samples.store(directory.path(path))
            #expect(unavailableText { _ = try store.load() }?.contains("ENOTDIR") == true)
            #expect(unavailableText { try store.write(Samples.record()) }?.contains("ENOTDIR") == true)
        }
        #expect(try directory.bytes("file") == [1])
    }

    @Test func aDirectoryInPlaceOfTheRecordIsUnavailableAndStays() throws {
        try FileManager.default.createDirectory(
            atPath: directory.path("license.sealed"),
            withIntermediateDirectories: false
        )
        let store = try Samples.store(directory.path)
        #expect(unavailableText { _ = try store.load() }?.contains("EISDIR") == true)
        #expect(unavailableText { try store.write(Samples.record()) }?.contains("EISDIR") == true)
        #expect(try directory.names() == ["license.sealed", "store.lock"])
    }

    @Test func aPipeInPlaceOfTheRecordDoesNotHang() throws {
        for name in ["license.sealed", "store.lock"] {
            let directory = try TemporaryDirectory()
            #expect(mkfifo(directory.path(name), 0o600) == 0)
            let store = try Samples.store(directory.path)
            if name == "license.sealed" {
                #expect(unavailableText { _ = try store.load() }?.contains("no regular file") == true)
            }
            #expect(throws: LeaseStoreError.self) { try store.write(Samples.record()) }
        }
    }

    @Test(arguments: ["license.sealed", "install.secret", "store.lock"])
    func aLinkInPlaceOfAFileIsRefused(_ name: String) throws {
        let elsewhere = try TemporaryDirectory()
        try Samples.store(directory.path).write(Samples.record())
        let store = try Samples.store(directory.path)
        let target = elsewhere.path(name)
        try FileManager.default.moveItem(atPath: directory.path(name), toPath: target)
        try FileManager.default.createSymbolicLink(atPath: directory.path(name), withDestinationPath: target)
        let before = try elsewhere.bytes(name)
        if name != "store.lock" {
            #expect(unavailableText { _ = try store.load() }?.contains("ELOOP") == true)
        }
        #expect {
            try store.update { $0.timeFloor = Timestamp(9) }
        } throws: { error in
            "\(error)".contains("ELOOP")
        }
        #expect(try elsewhere.bytes(name) == before)
        #expect(try directory.names() == ["install.secret", "license.sealed", "store.lock"])
    }

    @Test func aDanglingLinkIsNoAbsence() throws {
        try FileManager.default.createSymbolicLink(
            atPath: directory.path("license.sealed"),
            withDestinationPath: directory.path("gone")
        )
        let store = try Samples.store(directory.path)
        #expect(unavailableText { _ = try store.load() }?.contains("ELOOP") == true)
    }

    @Test func theDirectoryMayBeReachedThroughALink() throws {
        let real = try TemporaryDirectory()
        try FileManager.default.createSymbolicLink(
            atPath: directory.path("link"),
            withDestinationPath: real.path
        )
        try Samples.store(directory.path("link")).write(Samples.record())
        try Samples.store(directory.path("link/below")).write(Samples.record())
        #expect(try Samples.store(real.path).load() == .record(Samples.record()))
        #expect(try Samples.store(real.path("below")).load() == .record(Samples.record()))
    }

    @Test(
        "BL-050 a failed write says why",
        arguments: [
            (SystemErrorCode.noSpace, "ENOSPC", "free some space"),
            (.readOnlyFileSystem, "EROFS", "mounted read-only"),
            (.accessDenied, "EACCES", "check its permissions"),
            (.inputOutput, "EIO", "Input/output error"),
        ]
    )
    func failedWrite(_ code: SystemErrorCode, _ name: String, _ hint: String) throws {
        try Samples.quickStore(directory.path).write(Samples.record())
        for call in ["write", "synchronize", "rename"] {
            var operations = FaultyFileOperations { $0.name == call ? code : nil }
            operations.userID = geteuid()
            let store = try Samples.store(directory.path, operations: operations)
            #expect {
                try store.update { $0.timeFloor = Timestamp(9) }
            } throws: { error in
                guard case .writeFailed(let text)? = error as? LeaseStoreError else { return false }
                return text.contains(directory.path) && text.contains(name) && text.contains(hint)
            }
            #expect(try store.load() == .record(Samples.record()))
            #expect(try directory.names() == ["install.secret", "license.sealed", "store.lock"])
        }
        #expect(
            try Samples.quickStore(directory.path).update { $0.timeFloor = Timestamp(9) }.timeFloor
                == Timestamp(9)
        )
    }

    @Test func aDirectoryThatCannotBeMadeIsAFailedWrite() throws {
        let operations = FaultyFileOperations { $0.name == "makeDirectory" ? .readOnlyFileSystem : nil }
        let store = try Samples.store(directory.path("new"), operations: operations)
        #expect(try store.load() == .absent)
        #expect {
            try store.write(Samples.record())
        } throws: { error in
            guard case .writeFailed? = error as? LeaseStoreError else { return false }
            return true
        }
    }

    @Test func onlyAbsolutePathsAreTaken() {
        for path in ["", "store", "./store", "~/store"] {
            #expect(throws: StoreLocationError.notAbsolute(path)) { try Samples.store(path) }
        }
        #expect(throws: StoreLocationError.containsNull) { try Samples.store("/tmp/a\0b") }
    }
}
