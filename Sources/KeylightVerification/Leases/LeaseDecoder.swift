public import KeylightCore

/// Reads a lease from JSON, strictly: what is signed must not be open to interpretation.
///
/// All fields are required but `entitlements`, which may be missing or null. A number must be a plain integer
/// in `Int64`: `"1"`, `1.0`, `1e3` and `true` are none. `licenseKeyHash` must be 64 hexadecimal digits, of
/// either case, since the protocol names none; it is kept as sent, because the signature covers it as sent.
/// An unknown `status` is kept, and fields that this version does not know are passed over.
public struct LeaseDecoder: Sendable {
    /// Reads a lease from a JSON text.
    ///
    /// - Throws: ``LeaseFormatError``.
    public static func decode(_ bytes: [UInt8]) throws(LeaseFormatError) -> Lease {
        let json: JSONValue
        do throws(JSONSyntaxError) {
            json = try StrictJSONParser.parse(bytes)
        } catch {
            throw .invalidJSON(error.description)
        }
        return try decode(json)
    }

    /// Reads a lease from a part of a reply that is parsed already.
    ///
    /// - Throws: ``LeaseFormatError``, never `invalidJSON`.
    package static func decode(_ json: JSONValue) throws(LeaseFormatError) -> Lease {
        guard let object = json.objectValue else { throw .notAnObject }
        do throws(StrictFields.Failure) {
            return try lease(StrictFields(object: object))
        } catch {
            throw .field(error.field, error.problem)
        }
    }

    private static func lease(_ fields: StrictFields) throws(StrictFields.Failure) -> Lease {
        let hash = try fields.string("licenseKeyHash")
        guard hash.utf8.count == 64, hash.utf8.allSatisfy(\.isHexadecimalDigit) else {
            throw .init(field: "licenseKeyHash", problem: .invalid("is not 64 hexadecimal digits"))
        }
        guard let instanceID = InstanceID(try fields.string("instanceId")) else {
            throw .init(field: "instanceId", problem: .invalid("is empty"))
        }
        return Lease(
            kid: try fields.string("kid"),
            licenseKeyHash: hash,
            instanceID: instanceID,
            issuedAt: Timestamp(try fields.integer("issuedAt")),
            expiresAt: Timestamp(try fields.integer("expiresAt")),
            status: LeaseStatus(rawValue: try fields.string("status")),
            entitlements: try entitlements(fields.value("entitlements")),
            signature: LeaseSignature(try fields.signature("signature"))
        )
    }

    private static func entitlements(_ json: JSONValue?) throws(StrictFields.Failure) -> [Entitlement] {
        guard let json else { return [] }
        let expected = StrictFields.Failure(
            field: "entitlements",
            problem: .wrongType(expected: "an array of strings")
        )
        guard let elements = json.arrayValue else { throw expected }
        var names: [Entitlement] = []
        for element in elements {
            guard let name = element.stringValue else { throw expected }
            names.append(Entitlement(rawValue: name))
        }
        return names
    }
}
