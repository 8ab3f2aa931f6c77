/// What happens to a laptop, one event after the other; a line of text and back.
///
/// ```swift
/// let week: LaptopScript = [
///     .open(for: 8 * Seconds.hour), .closed(for: 16 * Seconds.hour),
///     .travel(to: "Asia/Tokyo"), .network(.down), .open(for: Seconds.hour),
/// ]
/// print(week)  // open 8h; closed 16h; travel Asia/Tokyo; network down; open 1h
/// ```
///
/// A test that makes scripts at random prints the one that failed, and the next run starts from that line.
public struct LaptopScript: Sendable, Hashable {
    /// What happens, in order.
    public var events: [LaptopEvent]

    /// Makes a script of events.
    public init(_ events: [LaptopEvent] = []) {
        self.events = events
    }

    /// Reads a script as it is printed: events with `;` between them.
    ///
    /// Lengths are `90s`, `30m`, `8h`, `2d` and sums such as `1d12h`; the verbs are `open`, `closed`, `travel`,
    /// `clock`, `reboot`, `relaunch`, `network up`, `network down`, `foreground` and `late`.
    ///
    /// - Throws: ``LaptopScriptError``, which names the event that cannot be read.
    public init(parsing text: String) throws(LaptopScriptError) {
        events = []
        let parts = text.split(whereSeparator: { $0 == ";" || $0.isNewline })
        for part in parts {
            let words = part.split(whereSeparator: \.isWhitespace).map(String.init)
            guard !words.isEmpty else { continue }
            guard let event = LaptopEvent(parsing: words) else {
                throw LaptopScriptError(number: events.count + 1, text: words.joined(separator: " "))
            }
            events.append(event)
        }
    }
}

extension LaptopScript: ExpressibleByArrayLiteral {
    /// Makes a script of events.
    public init(arrayLiteral elements: LaptopEvent...) {
        self.init(elements)
    }
}

extension LaptopScript: CustomStringConvertible {
    /// The script as one line, which ``init(parsing:)`` reads.
    public var description: String { events.map(\.description).joined(separator: "; ") }
}

/// A text that is no script.
public struct LaptopScriptError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Which event it is, from 1.
    public var number: Int
    /// How it was written.
    public var text: String

    /// Makes an error.
    public init(number: Int, text: String) {
        self.number = number
        self.text = text
    }

    /// One line that names the event.
    public var description: String { "Event \(number) of the script cannot be read: \"\(text)\"" }
}
