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

    let tenant: ServiceIdentifier
    let product: ServiceIdentifier
    let cipher: any RecordCipher

    /// The file's bytes for a record.
    func seal(_ record: LicenseRecord, secret: [UInt8]) throws(RecordSealError) -> [UInt8] {
        let schema = UInt32(clamping: LicenseRecord.currentSchema)
        let plaintext = try RecordCoding.encode(record)
        let sealed: [UInt8]
        do throws(CryptoError) {
            sealed = try cipher.seal(plaintext, secret: secret, authenticating: additionalData(schema))
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
    func open(_ bytes: [UInt8], schema: UInt32, secret: [UInt8]) throws(RecordSealError) -> LicenseRecord {
        let sealed = Array(bytes.dropFirst(SealedHeader.count))
        let plaintext: [UInt8]
        do throws(CryptoError) {
            plaintext = try cipher.open(sealed, secret: secret, authenticating: additionalData(schema))
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
        Array("keylight|\(schema)|\(tenant)|\(product)".utf8)
    }
}
