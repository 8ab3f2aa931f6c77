public import Foundation
public import KeylightCore

extension Timestamp {
    /// The same moment as Foundation has it, to be shown to people.
    ///
    /// ```swift
    /// if let until = manager.snapshot.offlineUntil {
    ///     Text("Works offline until \(until.date, format: .dateTime.day().month())")
    /// }
    /// ```
    public var date: Date { Date(timeIntervalSince1970: TimeInterval(secondsSince1970)) }
}
