/// A license that the server sells, so to speak.
///
/// ```swift
/// let license = ServedLicense(key: "ACME-TEST-0000-0001", entitlements: ["pro"], seats: 2)
/// ```
public struct ServedLicense: Sendable, Hashable {
    /// The key as it was issued. Requests match it in any case of its letters; dashes have to agree.
    public var key: String
    /// What an `active` lease grants. A `fallback` and an `expired` lease carry none.
    public var entitlements: [String]
    /// How many devices may hold an activation at once; nil means any number.
    public var seats: Int?
    /// The first second at which the license is over, in seconds since 1970; nil means for life.
    public var expiresAt: Int64?
    /// Whether the license, once over, leaves its holder with the limited use of a `fallback` lease.
    public var hasFallback: Bool
    /// Whether the key has been withdrawn.
    public var isRevoked: Bool

    /// Makes a license; with the key alone it is one without entitlements, for any number of seats, for life.
    public init(
        key: String,
        entitlements: [String] = [],
        seats: Int? = nil,
        expiresAt: Int64? = nil,
        hasFallback: Bool = false,
        isRevoked: Bool = false
    ) {
        self.key = key
        self.entitlements = entitlements
        self.seats = seats
        self.expiresAt = expiresAt
        self.hasFallback = hasFallback
        self.isRevoked = isRevoked
    }

    /// The key in the form that keys are compared in: ASCII letters uppercased, nothing else touched.
    static func matchingForm(of key: String) -> String {
        String(decoding: key.utf8.map(uppercased), as: UTF8.self)
    }

    /// Refuses what could never be matched or never be signed.
    func check() throws(LocalLicenseServerError) {
        let form = Self.matchingForm(of: key)
        guard form.utf8.count <= 256, form.utf8.allSatisfy(Self.isKeyByte),
            form.utf8.contains(where: { $0 != UInt8(ascii: "-") })
        else { throw .invalidLicenseKey }
        for entitlement in entitlements {
            guard !entitlement.isEmpty,
                entitlement.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0 != "|" && $0 != "," })
            else { throw .invalidEntitlement(entitlement) }
        }
        if let seats, seats < 0 { throw .invalidSeatCount(seats) }
    }

    private static func uppercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 0x20 : byte
    }

    private static func isKeyByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
