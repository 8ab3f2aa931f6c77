import Keylight

@testable import keylightctl

/// A console that keeps what is written and reads what it was given.
final class CapturedConsole: Sendable {
    private struct State: Sendable {
        var output: [String] = []
        var errors: [String] = []
        var input: [String] = []
    }

    /// The lines of standard output, as they come.
    let lines: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation
    private let state = Locked(State())

    init(input: [String] = []) {
        (lines, continuation) = AsyncStream.makeStream(of: String.self)
        state.withLock { $0.input = input }
    }

    var output: [String] { state.withLock { $0.output } }
    var errors: [String] { state.withLock { $0.errors } }

    var console: Console {
        Console(
            write: { [self] line in
                state.withLock { $0.output.append(line) }
                continuation.yield(line)
            },
            writeError: { [self] line in state.withLock { $0.errors.append(line) } },
            readLine: { [self] in state.withLock { $0.input.isEmpty ? nil : $0.input.removeFirst() } },
            inputIsTerminal: false
        )
    }
}
