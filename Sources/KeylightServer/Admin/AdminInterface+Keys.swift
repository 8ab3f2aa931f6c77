import KeylightCore
import KeylightCrypto

/// The signing keys.
extension AdminInterface {
    /// Has another key sign from now on; the seed is 64 hexadecimal digits, or random when left out.
    func rotateKey(_ request: HTTPRequest) throws(AdminError) -> JSONValue {
        let members = try AdminMembers(request.body, names: ["kid", "seed"])
        let kid = try members.text("kid")
        let seed: [UInt8]
        if let text = try members.optionalText("seed") {
            guard let bytes = Hexadecimal.decode(text) else {
                throw .badRequest("“seed” is not 64 hexadecimal digits.")
            }
            seed = bytes
        } else {
            do {
                seed = try SecureRandom.bytes(count: 32)
            } catch {
                throw AdminError(status: 500, text: "There are no random numbers.")
            }
        }
        do throws(LocalLicenseServerError) {
            let signer = try ReplySigner(kid: kid, seed: seed)
            try service.keys.withLock { (keys) throws(LocalLicenseServerError) in try keys.rotate(to: signer)
            }
            return [
                "ok": .bool(true), "kid": .string(signer.kid),
                "public_key": .string(Base64.encode(signer.publicKey)),
            ]
        } catch {
            throw AdminError(error)
        }
    }

    /// Publishes a key no longer.
    func retireKey(_ request: HTTPRequest) throws(AdminError) -> JSONValue {
        let kid = try AdminMembers(request.body, names: ["kid"]).text("kid")
        do throws(LocalLicenseServerError) {
            try service.keys.withLock { (keys) throws(LocalLicenseServerError) in try keys.retire(kid) }
            return ["ok": .bool(true)]
        } catch {
            throw AdminError(error)
        }
    }
}
