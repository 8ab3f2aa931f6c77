import KeylightCrypto
import Testing

@Suite("Ed25519: the vectors of RFC 8032")
struct RFC8032Tests {
    @Test("a published signature is valid", arguments: RFC8032.vectors)
    func verifies(vector: RFC8032.Vector) throws {
        let key = try Ed25519PublicKey(rawRepresentation: bytes(vector.publicKey))
        #expect(try key.isValidSignature(bytes(vector.signature), for: bytes(vector.message)))
    }

    @Test("a seed gives the published public key", arguments: RFC8032.vectors)
    func derives(vector: RFC8032.Vector) throws {
        let key = try Ed25519PrivateKey(seed: bytes(vector.seed))
        #expect(Hexadecimal.encode(key.publicKey.rawRepresentation) == vector.publicKey)
        #expect(Hexadecimal.encode(key.seed) == vector.seed)
    }

    @Test("what a seed signs is valid under the published key", arguments: RFC8032.vectors)
    func signs(vector: RFC8032.Vector) throws {
        let message = try bytes(vector.message)
        let signature = try Ed25519PrivateKey(seed: bytes(vector.seed)).signature(for: message)
        let key = try Ed25519PublicKey(rawRepresentation: bytes(vector.publicKey))
        #expect(try key.isValidSignature(signature, for: message))
        #if !canImport(CryptoKit)
            // Only libcrypto is deterministic.
            #expect(Hexadecimal.encode(signature) == vector.signature)
        #endif
    }

    @Test("a vector's signature is not valid for another vector's message or key")
    func crossed() throws {
        for vector in RFC8032.vectors {
            for other in RFC8032.vectors where other.name != vector.name {
                let key = try Ed25519PublicKey(rawRepresentation: bytes(vector.publicKey))
                let isValid = try key.isValidSignature(bytes(vector.signature), for: bytes(other.message))
                #expect(!isValid)
                let otherKey = try Ed25519PublicKey(rawRepresentation: bytes(other.publicKey))
                #expect(try !otherKey.isValidSignature(bytes(vector.signature), for: bytes(vector.message)))
            }
        }
    }
}
