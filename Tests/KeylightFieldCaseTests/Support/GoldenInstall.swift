import Foundation
import KeylightCore
import KeylightEngine
import KeylightLeaseStore
import KeylightPolicy
import KeylightTestSupport
import KeylightTesting
import KeylightVerification

/// A machine in whose store folder lies what a version of the SDK has left there, and a bench over it.
///
/// The folder is a copy, removed with the value. The store is the one on files, but for its watch: that one calls
/// from a thread of its own, and time here is virtual.
final class GoldenInstall {
    /// The files of each schema; see the README there.
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()
        .appendingPathComponent("Golden")
    /// The files in the folder of a schema.
    static let fileNames = ["install.secret", "license.sealed"]

    let bench: LicenseBench
    let store: SealedFileStore
    private let directory: URL

    /// Copies the files of a schema to a machine that shows T0, without an engine yet.
    ///
    /// - Parameter trustedKey: the public key that the app trusts under the golden key's id.
    init(
        schema: Int,
        policy: LicensePolicy = .exact,
        trustedKey: String = GoldenRecord.publicKey
    ) throws {
        directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("keylight-golden-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        for name in Self.fileNames {
            try FileManager.default.copyItem(
                at: Self.folder.appendingPathComponent("schema-\(schema)/\(name)"),
                to: directory.appendingPathComponent(name)
            )
        }
        store = try SealedFileStore(
            directory: directory.path,
            tenant: GoldenRecord.identifier("testco"),
            product: GoldenRecord.identifier("testapp")
        )
        bench = try GoldenRecord.bench(
            LicenseBench(over: UnwatchedStore(base: store), policy: policy, seed: GoldenRecord.seed),
            trustedKey: trustedKey
        )
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    /// The bytes of the record's file.
    var recordBytes: [UInt8] {
        get throws { try bytes("license.sealed") }
    }

    /// The schema that the header of the record's file names.
    var schema: Int {
        get throws { try Self.schema(of: recordBytes) }
    }

    /// The record, as the present version reads it.
    var record: LicenseRecord? {
        get throws { if case .record(let record) = try store.load() { record } else { nil } }
    }

    /// The names in the folder, in order.
    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted() }
    }

    func bytes(_ name: String) throws -> [UInt8] {
        try Array(Data(contentsOf: directory.appendingPathComponent(name)))
    }

    /// Puts other bytes in the place of the record's file, as another version of the app does.
    func replaceRecord(with bytes: [UInt8]) throws {
        try Data(bytes).write(to: directory.appendingPathComponent("license.sealed"), options: .atomic)
    }

    /// A file of a schema that this version does not know: the header is the same in all, the rest means nothing.
    static func bytes(ofSchema schema: UInt32) -> [UInt8] {
        func bigEndian(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }
        return Array("KEYLIGHT".utf8) + bigEndian(schema) + bigEndian(~schema)
            + [UInt8](repeating: 7, count: 400)
    }

    /// What the header says, as `Docs/Storage.md` describes it.
    static func schema(of bytes: [UInt8]) -> Int {
        bytes.dropFirst(8).prefix(4).reduce(0) { $0 << 8 | Int($1) }
    }
}
