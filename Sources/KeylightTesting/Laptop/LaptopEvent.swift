import KeylightCore

/// One thing that happens in the life of a laptop.
///
/// Lengths are in seconds: `.open(for: 8 * Seconds.hour)`.
@nonexhaustive
public enum LaptopEvent: Sendable, Hashable {
    /// The lid is open and time passes; every timer runs at its moment.
    case open(for: Int64)
    /// The lid is closed: clocks go on, nothing runs until it is opened at the end, and that is a wake-up.
    case closed(for: Int64)
    /// The user is in another time zone, named as in the IANA database. The clocks do not change.
    case travel(to: String)
    /// The wall clock is moved, back when negative.
    case setClock(by: Int64)
    /// The process ends without a farewell, the machine is off for a while, and the app starts again.
    case reboot(after: Int64)
    /// The process ends without a farewell, and the app starts again on the same running machine.
    case relaunch(after: Int64)
    /// The network comes up or goes.
    case network(Network)
    /// The user brings the app to the foreground.
    case foreground
    /// From here on every timer rings so much late, as an idle app's do; 0 for at their moment.
    case timersLate(by: Int64)

    /// Whether the network carries anything.
    public enum Network: String, Sendable, Hashable {
        /// Requests arrive.
        case up
        /// Requests fail.
        case down
    }
}

extension LaptopEvent: CustomStringConvertible {
    /// The event as a script has it, such as `closed 16h`.
    public var description: String {
        switch self {
        case .open(let seconds): "open \(ScriptLength.text(seconds))"
        case .closed(let seconds): "closed \(ScriptLength.text(seconds))"
        case .travel(let zone): "travel \(zone)"
        case .setClock(let seconds): "clock \(ScriptLength.text(seconds, signed: true))"
        case .reboot(let seconds): "reboot \(ScriptLength.text(seconds))"
        case .relaunch(let seconds): "relaunch \(ScriptLength.text(seconds))"
        case .network(let network): "network \(network.rawValue)"
        case .foreground: "foreground"
        case .timersLate(let seconds): "late \(ScriptLength.text(seconds))"
        }
    }

    /// Reads an event as ``description`` writes it.
    init?(parsing words: [String]) {
        guard let verb = words.first, words.count <= 2 else { return nil }
        let argument = words.count == 2 ? words[1] : nil
        let length = argument.flatMap { ScriptLength.seconds($0) }
        let duration = length.flatMap { $0 >= 0 ? $0 : nil }
        let event: LaptopEvent? =
            switch verb {
            case "open": duration.map { .open(for: $0) }
            case "closed": duration.map { .closed(for: $0) }
            case "travel": argument.map { .travel(to: $0) }
            case "clock": length.map { .setClock(by: $0) }
            case "reboot": duration.map { .reboot(after: $0) }
            case "relaunch": duration.map { .relaunch(after: $0) }
            case "network": argument.flatMap { Network(rawValue: $0) }.map { .network($0) }
            case "foreground": argument == nil ? .foreground : nil
            case "late": duration.map { .timersLate(by: $0) }
            default: nil
            }
        guard let event else { return nil }
        self = event
    }
}
