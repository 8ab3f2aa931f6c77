import Foundation
import KeylightCore
import KeylightCrypto
import Testing

@testable import KeylightLeaseStore

/// BL-049: whatever stands in place of the record, nothing crashes, and its bytes are kept.
@Suite("BL-049 corrupt records") struct SealedFileStoreCorruptionTests {
    let directory: TemporaryDirectory
    /// One that has never opened the record, and so knows nothing of its secret.
    let store: SealedFileStore

    init() throws {
        directory = try TemporaryDirectory()
        try Samples.quickStore(directory.path).write(Samples.record())
        store = try Samples.quickStore(directory.path)
    }

    /// Puts bytes in place of the record; expects them found corrupt, moved aside whole, and nothing else there.
    private func expectCorrupt(_ bytes: [UInt8], _ comment: Comment) throws {
        try directory.write("license.sealed", bytes)
        let found = try store.load()
        guard case .corrupt(let text) = found else {
            Issue.record("\(comment): \(found)")
            return
        }
        #expect(text.contains("license.corrupt-"))
        let kept = try directory.names().filter { $0.hasPrefix("license.corrupt-") }
        #expect(kept.count == 1, comment)
        for name in kept {
            #expect(try directory.bytes(name) == bytes, comment)
            try FileManager.default.removeItem(atPath: directory.path(name))
        }
        #expect(try store.load() == .absent, comment)
    }

    @Test(arguments: [UInt8(0x01), 0x80, 0xff]) func eachByteFlipped(_ mask: UInt8) throws {
        let good = try directory.bytes("license.sealed")
        for position in good.indices {
            var bytes = good
            bytes[position] ^= mask
            try expectCorrupt(bytes, "byte \(position)")
        }
    }

    @Test func truncatedAtEachLength() throws {
        let good = try directory.bytes("license.sealed")
        for count in 0..<good.count { try expectCorrupt(Array(good.prefix(count)), "\(count) bytes") }
    }

    @Test func oneByteMore() throws {
        try expectCorrupt(directory.bytes("license.sealed") + [0], "one byte more")
    }

    @Test func shortAndLongRubbish() throws {
        try expectCorrupt([], "empty")
        try expectCorrupt([0x4b], "1 byte")
        try expectCorrupt(Array("KEYLIGHT\0\0\0".utf8), "11 bytes")
        var generator = SplitMix(state: 49)
        try expectCorrupt(
            (0..<4_096).map { _ in UInt8.random(in: 0...255, using: &generator) },
            "random 4 KiB"
        )
        try expectCorrupt([UInt8](repeating: 0, count: 10 << 20), "10 MiB of zeros")
    }

    @Test func aHugeFileIsNotReadWhole() throws {
        try directory.write(
            "license.sealed",
            SealedHeader.bytes(schema: 1) + [UInt8](repeating: 0, count: 10 << 20)
        )
        var operations = FaultyFileOperations()
        operations.chunk = 16_384
        let found = try Samples.store(directory.path, operations: operations).examine()
        #expect(found == .corrupt("\(directory.path("license.sealed")): it is too large"))
        #expect(operations.calls.filter { $0.name == "read" }.count == (RecordSeal.sizeLimit / 16_384) + 1)
    }

    @Test func theLimitItselfIsNotTooLarge() throws {
        let header = SealedHeader.bytes(schema: 1)
        for (count, tooLarge) in [(RecordSeal.sizeLimit, false), (RecordSeal.sizeLimit + 1, true)] {
            try directory.write(
                "license.sealed",
                header + [UInt8](repeating: 0, count: count - header.count)
            )
            guard case .corrupt(let text) = try store.examine() else {
                Issue.record("not corrupt")
                return
            }
            #expect(text.contains("too large") == tooLarge)
        }
    }

    @Test func anUpdateMovesItAsideAndBeginsAnew() throws {
        try directory.write("license.sealed", Array("rubbish".utf8))
        let record = try store.update { record in
            #expect(record == LicenseRecord())
            record.trialStart = Timestamp(7)
        }
        #expect(try store.load() == .record(record))
        #expect(try directory.bytes("license.corrupt-1") == Array("rubbish".utf8))
    }

    @Test func anUpdateThatChangesNothingMovesItAsideAndWritesNothing() throws {
        try directory.write("license.sealed", Array("rubbish".utf8))
        try store.update { _ in }
        #expect(try directory.names() == ["install.secret", "license.corrupt-1", "store.lock"])
    }

    @Test func theNewestThreeAreKept() throws {
        for number in 1...5 {
            try directory.write("license.sealed", [UInt8(number)])
            _ = try store.load()
        }
        #expect(
            try directory.names() == [
                "install.secret", "license.corrupt-3", "license.corrupt-4", "license.corrupt-5", "store.lock",
            ]
        )
        for number in 3...5 { #expect(try directory.bytes("license.corrupt-\(number)") == [UInt8(number)]) }
    }

    @Test func filesOfOthersAreNoneOfTheThree() throws {
        let foreign = [
            "license.corrupt-", "license.corrupt-x", "license.corrupt-01", "license.corrupt-+1",
            "license.corrupt-4294967295", "license.corrupt-99999999999999999999", "secret.corrupt-9",
        ]
        for name in foreign { try directory.write(name, [0]) }
        for number in 1...4 {
            try directory.write("license.sealed", [UInt8(number)])
            _ = try store.load()
        }
        let ours = ["license.corrupt-2", "license.corrupt-3", "license.corrupt-4"]
        #expect(
            try directory.names() == (foreign + ours + ["install.secret", "store.lock"]).sorted()
        )
    }

    @Test func anotherProductsRecordDoesNotOpen() throws {
        for (tenant, product) in [("acme", "other"), ("other", "paint")] {
            let good = try directory.bytes("license.sealed")
            let other = try Samples.store(directory.path, tenant: tenant, product: product)
            guard case .corrupt = try other.examine() else {
                Issue.record("opened")
                return
            }
            #expect(try directory.bytes("license.sealed") == good)
        }
        // The separator keeps the two apart: no pair of names reads as another pair.
        #expect(Samples.identifier("a-b").rawValue.contains("|") == false)
    }

    @Test func withoutItsSecretARecordIsCorrupt() throws {
        let good = try directory.bytes("license.sealed")
        try FileManager.default.removeItem(atPath: directory.path("install.secret"))
        guard case .corrupt(let text) = try store.load() else {
            Issue.record("not corrupt")
            return
        }
        #expect(text.contains("install.secret is missing"))
        #expect(try directory.bytes("license.corrupt-1") == good)
        try store.write(Samples.record())
        #expect(try store.load() == .record(Samples.record()))
    }

    @Test(arguments: [0, 31, 33]) func aSecretOfTheWrongSizeIsMovedAside(_ count: Int) throws {
        let damaged = [UInt8](repeating: 1, count: count)
        try directory.write("install.secret", damaged)
        guard case .corrupt(let text) = try store.load() else {
            Issue.record("not corrupt")
            return
        }
        #expect(text.contains("install.secret is damaged"))
        try store.write(Samples.record())
        #expect(try store.load() == .record(Samples.record()))
        #expect(try directory.bytes("secret.corrupt-1") == damaged)
        #expect(try directory.bytes("install.secret").count == 32)
    }

    @Test func aFlippedSecretIsFoundOut() throws {
        var secret = try directory.bytes("install.secret")
        secret[31] ^= 1
        try directory.write("install.secret", secret)
        guard case .corrupt = try store.load() else {
            Issue.record("opened")
            return
        }
    }

    @Test func sealedBytesThatAreNoRecordAreCorruptAndDoNotLeakIntoTheText() throws {
        let secret = try directory.bytes("install.secret")
        let key = #"{"activation":{"instanceID":"i","licenseKey":"SECRET?","pinnedKeyHash":""}"#
        let texts = [
            "", "{}", "[]", "null", "\u{fffd}", key + "}", key, String(repeating: "[", count: 100_000),
        ]
        for text in texts {
            let sealed = try DerivedRecordKey().cipher(secret: secret).seal(
                Array(text.utf8),
                authenticating: Array("keylight|1|acme|paint".utf8)
            )
            try directory.write("license.sealed", SealedHeader.bytes(schema: 1) + sealed)
            guard case .corrupt(let explanation) = try store.load() else {
                Issue.record("accepted: \(text.prefix(80))")
                return
            }
            #expect(explanation.contains("no record of schema 1"))
            #expect(!explanation.contains("SECRET"))
        }
    }

    @Test func withoutTheCryptographicLibraryNothingIsMoved() throws {
        let names = try directory.names()
        let blind = try Samples.quickStore(directory.path, key: MissingLibrary())
        #expect {
            try blind.load()
        } throws: { error in
            guard case .unavailable(let text)? = error as? LeaseStoreError else { return false }
            return text.contains("install libssl3")
        }
        #expect(throws: LeaseStoreError.self) { try blind.update { $0.timeFloor = Timestamp(1) } }
        #expect(try directory.names() == names)
        #expect(try store.load() == .record(Samples.record()))
    }

    @Test func withoutTheCryptographicLibraryNothingIsWritten() throws {
        try store.erase()
        let blind = try Samples.quickStore(directory.path, key: MissingLibrary())
        #expect {
            try blind.update { $0.timeFloor = Timestamp(1) }
        } throws: { error in
            guard case .unavailable? = error as? LeaseStoreError else { return false }
            return true
        }
        #expect(try store.load() == .absent)
    }

    @Test func aRecordThatCouldNotBeReadBackIsNotWritten() throws {
        let before = try directory.bytes("license.sealed")
        #expect {
            try store.update { record in
                record.denial = Denial(
                    date: Timestamp(0),
                    text: String(repeating: "x", count: RecordSeal.sizeLimit),
                    requestID: nil
                )
            }
        } throws: { error in
            guard case .writeFailed(let text)? = error as? LeaseStoreError else { return false }
            return text.contains("1048576 are allowed")
        }
        #expect(try directory.bytes("license.sealed") == before)
    }

    @Test func ifItCannotBeMovedItIsReportedAllTheSame() throws {
        let rubbish = Array("rubbish".utf8)
        try directory.write("license.sealed", rubbish)
        for name in ["open", "lock", "rename", "names"] {
            let lock = directory.path("store.lock")
            let operations = FaultyFileOperations { call in
                call.name == name && (name != "open" || call.path == lock) ? .readOnlyFileSystem : nil
            }
            guard case .corrupt(let text) = try Samples.store(directory.path, operations: operations).load()
            else {
                Issue.record("not corrupt")
                return
            }
            #expect(text.contains("could not be moved aside"))
            #expect(text.contains("EROFS"))
            #expect(try directory.bytes("license.sealed") == rubbish)
        }
    }

    @Test func aRecordThatAnotherProcessRepairedIsNotMoved() throws {
        let good = try directory.bytes("license.sealed")
        let path = directory.path("license.sealed")
        try directory.write("license.sealed", [1, 2, 3])
        let operations = FaultyFileOperations { call in
            if call.name == "lock" { try? Data(good).write(to: URL(fileURLWithPath: path)) }
            return nil
        }
        let found = try Samples.store(directory.path, operations: operations).load()
        #expect(try found == .record(Samples.record()))
        #expect(try directory.names() == ["install.secret", "license.sealed", "store.lock"])
    }
}

/// A small generator with a fixed sequence.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
