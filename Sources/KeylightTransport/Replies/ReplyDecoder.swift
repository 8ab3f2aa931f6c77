public import KeylightCore
public import KeylightVerification

/// Turns an HTTP reply into the values that the rules judge; it judges nothing itself.
///
/// A body counts when it is a JSON object, whatever the content type says: portals claim
/// `application/json` for their HTML, and proxies drop the type of honest replies. Any other body is nil,
/// which no rule takes for a verdict. Unknown fields never matter.
///
/// The client uses it; call it yourself to look at a reply that was recorded, or that another client received:
///
/// ```swift
/// let decoder = ReplyDecoder(verifier: LeaseVerifier(trustedKeys: keys))
/// let reply = decoder.decode(response, requestID: requestID, now: now)
/// reply.body?.lease   // what the signature of its lease is worth
/// ```
public struct ReplyDecoder: Sendable {
    /// Days that a trial may have, the same as for signed settings: more than ten thousand years is a mistake.
    private static let trialDays: ClosedRange<Int64> = 0...3_650_000

    private let verifier: LeaseVerifier
    private let settingsVerifier: SettingsVerifier?

    /// Makes a decoder.
    ///
    /// - Parameters:
    ///   - verifier: says what a lease's signature is worth.
    ///   - settingsVerifier: says whether settings are believed; with nil, signed ones cannot be checked and
    ///     are left out, unsigned ones are taken.
    public init(verifier: LeaseVerifier, settingsVerifier: SettingsVerifier? = nil) {
        self.verifier = verifier
        self.settingsVerifier = settingsVerifier
    }

    /// Decodes a reply.
    ///
    /// Texts for people are one line of at most 200 characters afterwards. The client also takes the secrets of
    /// its call out of them; here nothing is known of these, but for the seat that the reply itself names.
    ///
    /// - Parameters:
    ///   - response: what the transport returned.
    ///   - requestID: the call that it should answer.
    ///   - now: the wall clock, for dates in headers and the period of signed settings.
    public func decode(_ response: TransportResponse, requestID: RequestID, now: Timestamp) -> ServerReply {
        decodeWithNotes(response, requestID: requestID, now: now).reply
    }

    /// Decodes a reply and says what in it could not be used.
    ///
    /// - Parameter texts: makes what the server wrote fit to be shown, without the secrets of the call.
    func decodeWithNotes(
        _ response: TransportResponse,
        requestID: RequestID,
        now: Timestamp,
        texts: ForeignText = ForeignText()
    ) -> DecodedReply {
        var notes: [String] = []
        let reply = ServerReply(
            status: response.status,
            body: body(of: response, now: now, texts: texts, notes: &notes),
            retryAfter: RetryAfter.seconds(in: response.headers, now: now),
            requestID: requestID,
            echoedRequestID: echo(in: response, of: requestID, texts: texts),
            serverRequestID: ServerRequestID.read(in: response, texts: texts)
        )
        return DecodedReply(reply: reply, notes: notes)
    }

    /// An empty echo names no other request and counts as a missing one.
    private func echo(in response: TransportResponse, of requestID: RequestID, texts: ForeignText) -> String?
    {
        guard let echo = response.header(HeaderName.requestID), !echo.isEmpty else { return nil }
        guard echo != requestID.rawValue else { return echo }
        // Another one is shown, and must stay another one when it is made fit for that.
        let shown = texts.name(echo)
        return shown == requestID.rawValue ? ForeignText.unreadable : shown
    }

    private func body(
        of response: TransportResponse,
        now: Timestamp,
        texts: ForeignText,
        notes: inout [String]
    ) -> ReplyBody? {
        guard !response.body.isEmpty else { return nil }
        let json: JSONValue
        do throws(JSONSyntaxError) {
            json = try StrictJSONParser.parse(response.body)
        } catch {
            notes.append("the body is not JSON: \(error)")
            return nil
        }
        guard json.objectValue != nil else {
            notes.append("the body is JSON, but no object")
            return nil
        }
        var fields = DecisiveFields(json)
        let settings = settings(in: json, now: now, texts: texts)
        if let refusal = settings.refusal { notes.append("settings are ignored: \(refusal)") }
        let verdict = fields.verdict()
        let errorText = fields.text("error")
        let instanceID = fields.text("instance_id").flatMap(InstanceID.init)
        let body = ReplyBody(
            verdict: verdict,
            errorText: errorText.map(texts.hiding(instanceID).text),
            instanceID: instanceID,
            lease: verifier.evidence(for: json["lease"]),
            licenseEnd: LicenseEndReading.licenseEnd(json["license_expires_at"]),
            settings: settings.accepted,
            settingsRefusal: settings.refusal,
            malformedFields: fields.malformed
        )
        if !body.malformedFields.isEmpty {
            notes.append("of the wrong type: \(body.malformedFields.joined(separator: ", "))")
        }
        if case .malformed(let text) = body.lease { notes.append("the lease is malformed: \(text)") }
        if body.licenseEnd == nil { notes.append("license_expires_at cannot be read and is ignored") }
        return body
    }

    // MARK: - Settings

    private func settings(
        in json: JSONValue,
        now: Timestamp,
        texts: ForeignText
    ) -> (accepted: ProductSettings, refusal: String?) {
        let verdict: SettingsVerdict? =
            if let signature = json["signature"], !signature.isNull {
                settingsVerifier?.verify(json, at: now)
            } else {
                unsignedSettings(in: json, now: now)
            }
        return switch verdict {
        case .accepted(let settings)?: (settings, nil)
        case .refused(.unknownKeyID(let kid))?:
            (ProductSettings(), "\(SettingsRefusal.unknownKeyID(texts.name(kid)))")
        case .refused(let refusal)?: (ProductSettings(), "\(refusal)")
        case nil: (ProductSettings(), "nothing to check their signature with")
        }
    }

    /// Field by field: a field of the wrong type is absent, and its neighbour counts all the same.
    private func unsignedSettings(in json: JSONValue, now: Timestamp) -> SettingsVerdict {
        let days = json["trial_duration_days"]?.integerValue.flatMap {
            Self.trialDays.contains($0) ? $0 : nil
        }
        let freeTier = json["free_tier_enabled"]?.boolValue
        let settings = ProductSettings(trialDurationDays: days, freeTierEnabled: freeTier)
        guard let settingsVerifier, settings != ProductSettings() else { return .accepted(settings) }
        return settingsVerifier.verify(SignedSettings(settings: settings), at: now)
    }
}
