import Keylight

/// How a run ended, as a shell sees it.
enum ToolStatus: Int32, Sendable {
    /// Entitled, or done.
    case done = 0
    /// Not entitled, or refused.
    case refused = 1
    /// The call was written wrongly.
    case usage = 2
    /// It could not be found out, or not be done: no answer, storage unavailable.
    case undetermined = 3

    /// What a snapshot says.
    init(_ snapshot: LicenseSnapshot) {
        guard snapshot.isResolved else {
            self = .undetermined
            return
        }
        self = snapshot.isEntitled ? .done : .refused
    }

    /// What an error says.
    init(_ error: any Error) {
        switch error {
        case is UsageError: self = .usage
        case let error as KeylightError: self.init(error.kind)
        default: self = .undetermined
        }
    }

    private init(_ kind: KeylightError.Kind) {
        switch kind {
        case .invalidConfiguration: self = .usage
        case .invalidLicenseKey, .noLicenseKey, .movedDevice, .refused, .seatLimitReached, .licenseNotFound:
            self = .refused
        case .noAnswer, .notBefore, .askedElsewhere, .superseded, .storage: self = .undetermined
        }
    }
}
