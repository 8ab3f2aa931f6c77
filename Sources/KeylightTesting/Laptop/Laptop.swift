import KeylightClock

/// A laptop with your app on it, for tests that tell a week's story.
///
/// You say how the app starts; a ``LaptopScript`` says what happens. The laptop moves the clocks, ends and
/// starts the app, takes the network away, and posts the hints that a real system would.
///
/// ```swift
/// let hints = SimulatedHints()
/// let laptop = try Laptop(simulation, service: service, hints: hints) {
///     try makeConfiguration(simulation, service, store: store, hints: hints).makeEngine()
/// }
/// try laptop.live(through: "open 8h; closed 16h; network down; closed 2d; open 1h")
/// try laptop.expect(laptop.app?.snapshot.isEntitled == true, "two days in a drawer take nothing away")
/// ```
///
/// Keep no reference to the app of your own: it has to end when the script says so.
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
public final class Laptop<App: Sendable> {
    /// What time passes in.
    public let simulation: Simulation
    /// The app's present process; nil only while it does not run.
    public private(set) var app: App?
    /// Where the user is; nothing may depend on it.
    public private(set) var timeZone = "UTC"

    private let service: SimulatedLicenseService?
    private let hints: SimulatedHints?
    private let launch: () throws -> App
    private var cameForward: ((App) throws -> Void)?
    private var travelled: ((String) -> Void)?

    /// Opens the laptop and starts the app.
    ///
    /// - Parameters:
    ///   - simulation: what time passes in.
    ///   - service: what the network leads to; nil when the script's network is nothing to it.
    ///   - hints: what tells the app of wake-ups and the like; nil for an app that is told nothing.
    ///   - launch: starts the app's process; called again after each end of it.
    /// - Throws: what `launch` throws.
    public init(
        _ simulation: Simulation,
        service: SimulatedLicenseService? = nil,
        hints: SimulatedHints? = nil,
        launch: @escaping () throws -> App
    ) throws {
        self.simulation = simulation
        self.service = service
        self.hints = hints
        self.launch = launch
        app = try launch()
        try simulation.drain()
    }

    /// What the app does when it comes to the foreground, besides what a hint makes it do.
    public func onForeground(_ action: @escaping (App) throws -> Void) { cameForward = action }

    /// What the test does when the user travels, such as setting a default time zone.
    public func onTravel(_ action: @escaping (String) -> Void) { travelled = action }

    /// Lets a script happen.
    ///
    /// - Parameter afterEach: called after each event, with its number from 1; what it throws ends the script.
    /// - Throws: ``SimulationError``, or what starting the app or a closure throws.
    public func live(
        through script: LaptopScript,
        afterEach: (Int, LaptopEvent) throws -> Void = { _, _ in }
    ) throws {
        for (index, event) in script.events.enumerated() {
            try happen(event)
            try afterEach(index + 1, event)
        }
    }

    /// Lets a script happen that is written as text, as in ``LaptopScript/init(parsing:)``.
    ///
    /// - Throws: ``LaptopScriptError`` for a text that is no script, or as ``live(through:afterEach:)``.
    public func live(through text: String) throws {
        try live(through: LaptopScript(parsing: text))
    }

    /// Lets one thing happen.
    ///
    /// - Throws: ``SimulationError``, or what starting the app or a closure throws.
    public func happen(_ event: LaptopEvent) throws {
        simulation.note("laptop: \(event)")
        switch event {
        case .open(let seconds): try simulation.advance(by: seconds)
        case .closed(let seconds):
            try simulation.suspend(for: seconds)
            try tell(.woke)
        case .travel(let zone):
            timeZone = zone
            travelled?(zone)
            try tell(.clockChanged)
        case .setClock(let seconds):
            try simulation.moveWall(by: seconds)
            try tell(.clockChanged)
        case .reboot(let seconds):
            app = nil
            try simulation.restart(after: seconds)
            try start()
        case .relaunch(let seconds):
            app = nil
            try simulation.relaunch(after: seconds)
            try start()
        case .network(.down): service?.goOffline()
        case .network(.up):
            service?.goOnline()
            try tell(.networkChanged)
        case .foreground:
            try tell(.foreground)
            if let app { try cameForward?(app) }
            try simulation.drain()
        case .timersLate(let seconds): simulation.wakeDelay = .seconds(max(0, seconds))
        }
    }

    /// Ends the app's process, and checks that nothing is left of it.
    ///
    /// - Throws: ``SimulationError`` with what is left.
    public func shutDown() throws {
        app = nil
        try simulation.finish()
    }

    /// Checks a condition; the error that a false one leads to prints what happened before.
    ///
    /// - Throws: ``SimulationError`` with the timeline.
    public func expect(_ condition: Bool, _ what: @autoclosure () -> String) throws {
        try simulation.expect(condition, what())
    }

    private func start() throws {
        app = try launch()
        try simulation.drain()
    }

    private func tell(_ hint: SystemHint) throws {
        hints?.post(hint)
        try simulation.drain()
    }
}
