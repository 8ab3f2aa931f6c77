/// What asks for a check.
public enum RefreshTrigger: String, Sendable, Hashable, CaseIterable {
    /// The app was started.
    case launch
    /// The app came to the foreground, or something else said that now would be a good time.
    case foreground
    /// The SDK's own schedule.
    case scheduled
    /// The user, or the app on the user's behalf.
    case user
    /// The app at a moment that matters to it, at most once a minute.
    case active
}
