import KeylightCore
import KeylightCrypto

/// Turns a record into the bytes of its file and back: header in clear, then nonce, ciphertext and tag.
///
/// The additional data `keylight|<schema>|<tenant>|<product>` binds the bytes to the product: a file copied from
/// another product of the same machine does not open.
struct RecordSeal: Sendable {
    /// The largest file that is read or written, in bytes: a hundred times what a record with many pending
    /// releases takes, and little enough to be read at launch without harm.
    static let sizeLimit = 1 << 20
    private static let currentSchema = UInt32(clamping: LicenseRecord.currentSchema)

    private let tenant: ServiceIdentifier
    private let product: ServiceIdentifier
    /// The additional data of the current schema: it is needed each time.
    private let currentAdditionalData: [UInt8]

    init(tenant: ServiceIdentifier, product: ServiceIdentifier) {
        self.tenant = tenant
        self.product = product
        currentAdditionalData = Self.additionalData(Self.currentSchema, tenant, product)
    }

    /// The file's bytes for a record.
    func seal(_ record: LicenseRecord, with cipher: ChaChaPolyCipher) throws(RecordSealError) -> [UInt8] {
        let schema = Self.currentSchema
        let plaintext = try RecordCoding.encode(record)
        let sealed: [UInt8]
        do throws(CryptoError) {
            sealed = try cipher.seal(plaintext, authenticating: additionalData(schema))
        } catch {
            throw .cannotTell("\(error)")
        }
        let bytes = SealedHeader.bytes(schema: schema) + sealed
        guard bytes.count <= Self.sizeLimit else { throw .tooLarge(bytes.count) }
        return bytes
    }

    /// The record in a file of this schema.
    ///
    /// - Parameter schema: what the file's header says; not above the current one.
    func open(
        _ bytes: [UInt8],
        schema: UInt32,
        with cipher: ChaChaPolyCipher
    ) throws(RecordSealError) -> LicenseRecord {
        let sealed = Array(bytes.dropFirst(SealedHeader.count))
        let plaintext: [UInt8]
        do throws(CryptoError) {
            plaintext = try cipher.open(sealed, authenticating: additionalData(schema))
        } catch .authenticationFailed {
            throw .damaged(
                "it is altered, incomplete, of another product, or sealed with another install.secret"
            )
        } catch {
            throw .cannotTell("\(error)")
        }
        return try RecordCoding.decode(plaintext, schema: schema)
    }

    private func additionalData(_ schema: UInt32) -> [UInt8] {
        schema == Self.currentSchema ? currentAdditionalData : Self.additionalData(schema, tenant, product)
    }

    private static func additionalData(
        _ schema: UInt32,
        _ tenant: ServiceIdentifier,
        _ product: ServiceIdentifier
    ) -> [UInt8] {
        Array("keylight|\(schema)|\(tenant)|\(product)".utf8)
    }
}
