import Foundation
import Testing

@testable import KeylightLogging

@Suite struct StandardErrorLogHandlerTests {
    private func text(of event: LicenseLogEvent) -> [String] {
        StandardErrorLogHandler.lines(for: event).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func lineHasLevelCategoryAndTag() {
        let event = LicenseLogEvent(
            level: .error,
            category: "transport",
            requestID: "a1b2c3d4",
            message: "refresh failed"
        )
        #expect(text(of: event) == ["error dev.keylight/transport: [a1b2c3d4] refresh failed\n"])
    }

    @Test func lineHasTheTimeOfTheEvent() {
        let event = LicenseLogEvent(
            level: .info,
            category: "engine",
            message: "x",
            secondsSince1970: 1_835_395_200
        )
        #expect(text(of: event) == ["2028-02-29T00:00:00Z info dev.keylight/engine: x\n"])
    }

    @Test func everyLineHasThePrefixAndTheTag() {
        let event = LicenseLogEvent(level: .info, category: "e\nvil", requestID: "1", message: "a\nb")
        #expect(
            text(of: event) == ["info dev.keylight/e_vil: [1] a\n", "info dev.keylight/e_vil: [1] | b\n"]
        )
    }

    @Test(arguments: [4_094, 4_095, 4_096, 100_000])
    func longLineIsCutAtWhatAPipeKeepsTogether(length: Int) throws {
        let prefix = "info dev.keylight/test: "
        let message = String(repeating: "x", count: length - prefix.utf8.count)
        let event = LicenseLogEvent(level: .info, category: "test", message: message)
        let line = try #require(StandardErrorLogHandler.lines(for: event).first)
        #expect(line.count == min(length + 1, 4_096))
        #expect(line.last == UInt8(ascii: "\n"))
        #expect(String(decoding: line, as: UTF8.self).hasSuffix("…\n") == (length > 4_095))
    }

    @Test func writesToTheDescriptorItWasGiven() {
        let pipe = PipeEnds()
        let handler = StandardErrorLogHandler(fileDescriptor: pipe.writer)
        LicenseLogger(category: "test", handlers: [handler]).notice(requestID: "1", "a\nb")
        pipe.closeWriter()
        #expect(pipe.readToEnd() == "notice dev.keylight/test: [1] a\nnotice dev.keylight/test: [1] | b\n")
        #expect(handler.lostLineCount == 0)
    }

    /// With one handler its lock keeps lines apart; with one for each thread, as with many processes, the system does.
    @Test(arguments: [true, false])
    func linesOfManyThreadsDoNotMix(handlerIsShared: Bool) {
        let pipe = PipeEnds()
        let shared = StandardErrorLogHandler(fileDescriptor: pipe.writer)
        let threads = DispatchGroup()
        for number in 0..<8 {
            threads.enter()
            Thread.detachNewThread {
                let handler =
                    handlerIsShared ? shared : StandardErrorLogHandler(fileDescriptor: pipe.writer)
                let logger = LicenseLogger(category: "test", handlers: [handler])
                for _ in 0..<200 {
                    logger.info(requestID: "\(number)", String(repeating: "\(number)", count: 1_000))
                }
                threads.leave()
            }
        }
        threads.notify(queue: .global()) { pipe.closeWriter() }
        let lines = pipe.readToEnd().split(separator: "\n")
        #expect(lines.count == 8 * 200)
        for number in 0..<8 {
            let line = "info dev.keylight/test: [\(number)] " + String(repeating: "\(number)", count: 1_000)
            #expect(lines.count { $0 == line } == 200)
        }
    }

    @Test(arguments: [-1, Int32.max])
    func closedDescriptorLosesLinesOnly(descriptor: Int32) {
        let handler = StandardErrorLogHandler(fileDescriptor: descriptor)
        LicenseLogger(category: "test", handlers: [handler]).error("x\ny")
        #expect(handler.lostLineCount == 2)
    }

    @Test func goneReaderDoesNotEndTheProcess() {
        let pipe = PipeEnds.withoutReader()
        let handler = StandardErrorLogHandler(fileDescriptor: pipe.writer)
        LicenseLogger(category: "test", handlers: [handler]).error("x")
        #expect(handler.lostLineCount == 1)
    }

    @Test func goneReaderOfASocketDoesNotEndTheProcess() {
        var ends: [Int32] = [-1, -1]
        #if canImport(Glibc)
            let type = Int32(SOCK_STREAM.rawValue)
        #else
            let type = SOCK_STREAM
        #endif
        #expect(socketpair(AF_UNIX, type, 0, &ends) == 0)
        close(ends[0])
        let handler = StandardErrorLogHandler(fileDescriptor: ends[1])
        LicenseLogger(category: "test", handlers: [handler]).error("x")
        #expect(handler.lostLineCount == 1)
        close(ends[1])
    }

    #if os(Linux)
        @Test func fullDiskLosesLinesOnly() throws {
            let descriptor = open("/dev/full", O_WRONLY)
            try #require(descriptor >= 0)
            let handler = StandardErrorLogHandler(fileDescriptor: descriptor)
            LicenseLogger(category: "test", handlers: [handler]).error("x")
            #expect(handler.lostLineCount == 1)
            close(descriptor)
        }

        /// The thread blocks the signal itself, so that one that was left behind shows instead of ending the process.
        @Test(arguments: [false, true])
        func goneReaderLeavesTheThreadsSignalsAsTheyWere(signalWaitsAlready: Bool) {
            struct Findings {
                var lost = 0
                var isPending = false
                var isBlocked = false
            }
            let findings = Locked(Findings())
            let thread = DispatchGroup()
            thread.enter()
            Thread.detachNewThread {
                var brokenPipe = sigset_t()
                sigemptyset(&brokenPipe)
                sigaddset(&brokenPipe, SIGPIPE)
                pthread_sigmask(SIG_BLOCK, &brokenPipe, nil)
                if signalWaitsAlready {
                    pthread_kill(pthread_self(), SIGPIPE)
                }
                let pipe = PipeEnds.withoutReader()
                let handler = StandardErrorLogHandler(fileDescriptor: pipe.writer)
                LicenseLogger(category: "test", handlers: [handler]).error("x")
                var pending = sigset_t()
                sigpending(&pending)
                var mask = sigset_t()
                pthread_sigmask(SIG_BLOCK, nil, &mask)
                let found = Findings(
                    lost: handler.lostLineCount,
                    isPending: sigismember(&pending, SIGPIPE) == 1,
                    isBlocked: sigismember(&mask, SIGPIPE) == 1
                )
                findings.withLock { $0 = found }
                var noTime = timespec(tv_sec: 0, tv_nsec: 0)
                sigtimedwait(&brokenPipe, nil, &noTime)
                thread.leave()
            }
            thread.wait()
            let found = findings.withLock { $0 }
            #expect(found.lost == 1)
            #expect(found.isPending == signalWaitsAlready)
            #expect(found.isBlocked)
        }

        @Test func signalIsLetInAgainAfterwards() {
            let isBlocked = Locked(true)
            let thread = DispatchGroup()
            thread.enter()
            Thread.detachNewThread {
                let pipe = PipeEnds.withoutReader()
                StandardErrorLogHandler(fileDescriptor: pipe.writer)
                    .log(LicenseLogEvent(level: .error, category: "test", message: "x"))
                var mask = sigset_t()
                pthread_sigmask(SIG_BLOCK, nil, &mask)
                let found = sigismember(&mask, SIGPIPE) == 1
                isBlocked.withLock { $0 = found }
                thread.leave()
            }
            thread.wait()
            #expect(!isBlocked.withLock { $0 })
        }
    #endif
}
