public import KeylightCore

/// What a reply to a call for the product's settings means: only status 200 is an answer.
public enum SettingsTriage {
    /// Why a reply of another status is none.
    public static func cause(of reply: ServerReply) -> FailureCause {
        reply.isForeign ? .foreignReply : reply.statusCause
    }
}
