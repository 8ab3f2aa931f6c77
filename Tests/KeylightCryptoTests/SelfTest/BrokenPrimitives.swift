@testable import KeylightCrypto

/// A verifier that answers without looking.
struct BrokenEd25519: Ed25519Verification, Ed25519Verifier {
    enum Fault: CaseIterable {
        case acceptsEverything
        case refusesEverything
        case ignoresMessage
        case ignoresSignature
        case hasNoAnswer
        case refusesKey
    }

    let fault: Fault
    var real: (any Ed25519Verifier)?

    func verifier(publicKey: [UInt8]) throws(CryptoError) -> any Ed25519Verifier {
        guard fault != .refusesKey else {
            throw .operationFailed("no key")
        }
        let real = try SystemPrimitives.ed25519Verification.get().verifier(publicKey: publicKey)
        return Self(fault: fault, real: real)
    }

    func isValid(
        _ signature: UnsafeRawBufferPointer,
        for message: UnsafeRawBufferPointer
    ) throws(CryptoError) -> Bool {
        switch fault {
        case .acceptsEverything: return true
        case .refusesEverything: return false
        case .ignoresMessage: return try real?.isValid(Array(signature), for: [0xaf, 0x82]) ?? true
        case .ignoresSignature: return message.count == 2 && signature.count == 64
        case .hasNoAnswer, .refusesKey: throw .operationFailed("no answer")
        }
    }
}

struct BrokenSigning: Ed25519Signing, Ed25519Signer {
    let publicKey: [UInt8]

    func signer(seed: [UInt8]) -> any Ed25519Signer { self }

    func signature(for message: UnsafeRawBufferPointer) -> [UInt8] {
        [UInt8](repeating: 1, count: 64)
    }
}

struct BrokenSealing: ChaChaPolySealing {
    enum Fault: CaseIterable {
        case sealsInTheClear
        case opensAnything
        case opensNothing
        case ignoresAdditionalDataWhenSealing
    }

    let fault: Fault

    func seal(
        _ plaintext: UnsafeRawBufferPointer,
        key: [UInt8],
        nonce: [UInt8],
        authenticating additionalData: UnsafeRawBufferPointer
    ) throws(CryptoError) -> [UInt8] {
        let real = try SystemPrimitives.chaChaPoly.get()
        switch fault {
        case .sealsInTheClear:
            return nonce + Array(plaintext) + [UInt8](repeating: 0, count: 16)
        case .ignoresAdditionalDataWhenSealing:
            let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
            return try real.seal(plaintext, key: key, nonce: nonce, authenticating: nothing)
        case .opensAnything, .opensNothing:
            return try real.seal(plaintext, key: key, nonce: nonce, authenticating: additionalData)
        }
    }

    func open(
        _ box: UnsafeRawBufferPointer,
        key: [UInt8],
        authenticating additionalData: UnsafeRawBufferPointer
    ) throws(CryptoError) -> [UInt8] {
        let real = try SystemPrimitives.chaChaPoly.get()
        switch fault {
        case .opensAnything:
            do {
                return try real.open(box, key: key, authenticating: additionalData)
            } catch {
                return []
            }
        case .opensNothing:
            throw .authenticationFailed
        case .sealsInTheClear, .ignoresAdditionalDataWhenSealing:
            return try real.open(box, key: key, authenticating: additionalData)
        }
    }
}

struct BrokenHashing: SHA256Hashing {
    func digest(of message: UnsafeRawBufferPointer) -> [UInt8] {
        [UInt8](repeating: 0, count: 32)
    }
}

struct BrokenDeriving: HKDFDeriving {
    func deriveKey(
        inputKeyMaterial: [UInt8],
        salt: [UInt8],
        info: [UInt8],
        outputByteCount: Int
    ) -> [UInt8] {
        [UInt8](repeating: 0, count: outputByteCount)
    }
}
