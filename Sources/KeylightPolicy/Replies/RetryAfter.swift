public import KeylightCore

/// How long the server asked us to leave it alone.
public enum RetryAfter {
    /// Seconds to wait, within the policy's limits; nil when the reply asks for nothing.
    ///
    /// Only 429 and 503 can ask, and only a reply that is ours.
    public static func wait(in reply: ServerReply, policy: LicensePolicy) -> Int64? {
        guard !reply.isForeign, reply.status == 429 || reply.status == 503, let asked = reply.retryAfter
        else {
            return nil
        }
        return min(max(asked, policy.retryAfterLimits.lowerBound), policy.retryAfterLimits.upperBound)
    }
}
