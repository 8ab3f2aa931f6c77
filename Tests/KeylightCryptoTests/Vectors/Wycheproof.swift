/// The part of a file of project Wycheproof that the tests use.
struct Wycheproof<Group: Decodable & Sendable>: Decodable, Sendable {
    let numberOfTests: Int
    let testGroups: [Group]
}

enum WycheproofResult: String, Decodable {
    case valid
    case invalid
}

struct WycheproofSignatureGroup: Decodable, Sendable {
    static let file = "wycheproof-ed25519.json"

    struct PublicKey: Decodable, Sendable {
        let pk: String
    }

    struct Case: Decodable, Sendable {
        let tcId: Int
        let comment: String
        let msg: String
        let sig: String
        let result: WycheproofResult
    }

    let publicKey: PublicKey
    let tests: [Case]
}

struct WycheproofSealingGroup: Decodable, Sendable {
    static let file = "wycheproof-chacha20-poly1305.json"

    struct Case: Decodable, Sendable {
        let tcId: Int
        let comment: String
        let key: String
        let iv: String
        let aad: String
        let msg: String
        let ct: String
        let tag: String
        let result: WycheproofResult
    }

    let ivSize: Int
    let tests: [Case]
}
