import KeylightClock
import KeylightCore
import Testing

@Suite("Combined system hints")
struct CombinedSystemHintsTests {
    @Test("Each source is heard until the one task is cancelled")
    func combination() {
        let (first, second) = (Posted(), Posted())
        let heard = Locked<[SystemHint]>([])
        let task = CombinedSystemHints([first, NoSystemHints(), second]).listen { hint in
            heard.withLock { $0.append(hint) }
        }
        first.post(.woke)
        second.post(.networkChanged)
        #expect(heard.withLock { $0 } == [.woke, .networkChanged])
        task.cancel()
        first.post(.foreground)
        second.post(.foreground)
        #expect(heard.withLock { $0 }.count == 2)
    }
}

/// Hints that a test posts.
private final class Posted: SystemHintSource {
    private let handler = Locked<(@Sendable (SystemHint) -> Void)?>(nil)

    func post(_ hint: SystemHint) { handler.withLock { $0 }?(hint) }

    func listen(_ handler: @escaping @Sendable (SystemHint) -> Void) -> BackgroundTask {
        self.handler.withLock { $0 = handler }
        return BackgroundTask { [self] in self.handler.withLock { $0 = nil } }
    }
}
