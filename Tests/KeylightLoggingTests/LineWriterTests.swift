import Foundation
import Testing

@testable import KeylightLogging

@Suite struct LineWriterTests {
    /// An output that answers as told, then takes everything.
    private final class Script: Sendable {
        struct State {
            var answers: [LineWriter.Outcome]
            var waits: [Bool]
            var taken = ""
            var attemptCount = 0
            var waitCount = 0
        }

        let state: Locked<State>

        init(_ answers: [LineWriter.Outcome], waits: [Bool] = []) {
            state = Locked(State(answers: answers, waits: waits))
        }

        var taken: String { state.withLock { $0.taken } }
        var attemptCount: Int { state.withLock { $0.attemptCount } }
        var waitCount: Int { state.withLock { $0.waitCount } }

        func write(_ bytes: UnsafeRawBufferPointer) -> LineWriter.Outcome {
            let text = String(decoding: bytes, as: UTF8.self)
            return state.withLock { state in
                state.attemptCount += 1
                let answer = state.answers.isEmpty ? .wrote(text.utf8.count) : state.answers.removeFirst()
                if case .wrote(let count) = answer {
                    state.taken += String(decoding: text.utf8.prefix(max(0, count)), as: UTF8.self)
                }
                return answer
            }
        }

        func wait() -> Bool {
            state.withLock { state in
                state.waitCount += 1
                return state.waits.isEmpty ? true : state.waits.removeFirst()
            }
        }

        func makeWriter() -> LineWriter {
            LineWriter(write: { self.write($0) }, waitUntilWritable: { self.wait() })
        }
    }

    private func write(_ lines: [String], to script: Script) -> LineWriter {
        var writer = script.makeWriter()
        for line in lines {
            writer.writeLine(Array("\(line)\n".utf8))
        }
        return writer
    }

    @Test func lineIsOneCall() {
        let script = Script([])
        let writer = write(["abc", "def"], to: script)
        #expect(script.taken == "abc\ndef\n")
        #expect(script.attemptCount == 2)
        #expect(writer.lostCount == 0)
    }

    @Test func interruptedAndPartialWritesGoOn() {
        let script = Script([.failed(EINTR), .wrote(1), .failed(EINTR), .wrote(2)])
        let writer = write(["abcdef"], to: script)
        #expect(script.taken == "abcdef\n")
        #expect(script.attemptCount == 5)
        #expect(writer.lostCount == 0)
    }

    @Test(arguments: [EPIPE, EBADF, ENOSPC, EIO])
    func refusedLineIsLostAndTheNextOneTried(error: Int32) {
        let script = Script([.failed(error)])
        let writer = write(["lost", "kept"], to: script)
        #expect(script.taken == "kept\n")
        #expect(writer.lostCount == 1)
        #expect(script.waitCount == 0)
    }

    @Test func lineAfterABrokenOneStartsAfresh() {
        let script = Script([.wrote(2), .failed(ENOSPC)])
        let writer = write(["broken", "whole", "next"], to: script)
        #expect(script.taken == "br\nwhole\nnext\n")
        #expect(writer.lostCount == 1)
    }

    @Test func brokenLineIsClosedOnlyOnce() {
        let script = Script([.wrote(2), .failed(ENOSPC), .failed(ENOSPC), .wrote(1), .failed(ENOSPC)])
        let writer = write(["broken", "refused", "only its line feed", "whole"], to: script)
        #expect(script.taken == "br\nwhole\n")
        #expect(writer.lostCount == 3)
    }

    @Test(arguments: [0, -1, 100])
    func answerWithoutSenseEndsTheLine(count: Int) {
        let script = Script([.wrote(count)])
        #expect(write(["abc"], to: script).lostCount == 1)
        #expect(script.attemptCount == 1)
    }

    @Test(arguments: [EAGAIN, EWOULDBLOCK])
    func fullOutputIsWaitedFor(error: Int32) {
        let script = Script([.failed(error), .wrote(3), .failed(error)], waits: [true, true])
        let writer = write(["abcdef"], to: script)
        #expect(script.taken == "abcdef\n")
        #expect(script.waitCount == 2)
        #expect(writer.lostCount == 0)
    }

    @Test func outputThatStaysFullIsWaitedForOnce() {
        let full = LineWriter.Outcome.failed(EAGAIN)
        let script = Script([full, full, full, .wrote(2), full], waits: [false, true])
        let writer = write(["a", "b", "c", "d"], to: script)
        // One vain wait for "a", none for "b" and "c"; "d" is taken.
        #expect(script.waitCount == 1)
        #expect(writer.lostCount == 3)
        #expect(script.taken == "d\n")
        #expect(script.attemptCount == 4)
    }

    @Test func waitingStartsAgainOnceSomethingWasTaken() {
        let full = LineWriter.Outcome.failed(EAGAIN)
        let script = Script([full, .wrote(2), full], waits: [false, true])
        let writer = write(["a", "b", "c"], to: script)
        #expect(script.waitCount == 2)
        #expect(writer.lostCount == 1)
        #expect(script.taken == "b\nc\n")
    }
}
