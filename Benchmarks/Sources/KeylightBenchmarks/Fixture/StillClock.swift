import KeylightClock
import KeylightCore

/// A clock that stands still, so that reading the time is no part of what is measured.
struct StillClock: LicenseClock {
    let wall: Timestamp

    func now() -> ClockReading {
        ClockReading(wall: wall, continuous: ContinuousInstant(nanoseconds: 1_000_000_000))
    }

    func sleep(until deadline: ContinuousInstant) async throws {
        throw CancellationError()
    }
}
