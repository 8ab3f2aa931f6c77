import Foundation
import KeylightCore
import KeylightCrypto
import Testing

@testable import KeylightLeaseStore

/// BL-066: older records keep working, newer ones are left alone.
@Suite("BL-066 schemas") struct SealedFileStoreSchemaTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test(arguments: [UInt32(3), 99, .max], [0, 100, 2 << 20])
    func aNewerRecordIsUntouched(_ schema: UInt32, _ count: Int) throws {
        let bytes = SealedHeader.bytes(schema: schema) + [UInt8](repeating: 3, count: count)
        try directory.write("license.sealed", bytes)
        let store = try Samples.quickStore(directory.path)
        #expect(try store.load() == .newerSchema(Int(clamping: schema)))
        #expect(throws: LeaseStoreError.newerSchema(Int(clamping: schema))) {
            try store.update { $0.trialStart = Timestamp(1) }
        }
        #expect(throws: LeaseStoreError.newerSchema(Int(clamping: schema))) { try store.update { _ in } }
        #expect(try directory.bytes("license.sealed") == bytes)
        #expect(try directory.names() == ["license.sealed", "store.lock"])
    }

    @Test func aNewerRecordIsRecognisedWithoutCryptography() throws {
        try directory.write("license.sealed", SealedHeader.bytes(schema: 99))
        #expect(try Samples.quickStore(directory.path, key: MissingLibrary()).load() == .newerSchema(99))
    }

    @Test func afterADowngradeAndAnUpgradeTheRecordIsThere() throws {
        let store = try Samples.quickStore(directory.path)
        try store.write(Samples.record())
        let mine = try directory.bytes("license.sealed")
        try directory.write("license.sealed", SealedHeader.bytes(schema: 99) + [1, 2, 3])
        #expect(try store.load() == .newerSchema(99))
        try directory.write("license.sealed", mine)
        #expect(try store.load() == .record(Samples.record()))
    }

    @Test func thereIsNoSchemaZero() throws {
        let store = try Samples.quickStore(directory.path)
        try store.write(Samples.record())
        let secret = try directory.bytes("install.secret")
        let sealed = try DerivedRecordKey().cipher(secret: secret).seal(
            Array("{}".utf8),
            authenticating: Array("keylight|0|acme|paint".utf8)
        )
        try directory.write("license.sealed", SealedHeader.bytes(schema: 0) + sealed)
        guard case .corrupt(let text) = try store.load() else {
            Issue.record("accepted")
            return
        }
        #expect(text.contains("never was a schema 0"))
    }

    /// The files of each released schema, as the version that wrote them left them.
    @Test(arguments: 1...LicenseRecord.currentSchema) func goldenFilesOpen(_ schema: Int) throws {
        let golden = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Golden/schema-\(schema)")
        for name in ["license.sealed", "install.secret"] {
            try FileManager.default.copyItem(
                at: golden.appendingPathComponent(name),
                to: URL(fileURLWithPath: directory.path(name))
            )
        }
        let store = try Samples.quickStore(directory.path)
        var expected = try Samples.record(schema: schema)
        // Optional fields that came after the files were written.
        expected.newestLeaseIssuedAt = nil
        expected.trialRun = nil
        expected.anonymousID = nil
        expected.keylessReport = nil
        #expect(try store.load() == .record(expected))
        // It is migrated when it is next written, and nothing of it is lost.
        let changed = try store.update { $0.timeFloor = Timestamp(1_800_000_000) }
        #expect(try store.load() == .record(changed))
        #expect(
            try SealedHeader.schema(of: directory.bytes("license.sealed"))
                == UInt32(LicenseRecord.currentSchema)
        )
        try store.update { $0.timeFloor = Timestamp(1_772_323_205) }
        #expect(try store.load() == .record(expected))
    }
}
