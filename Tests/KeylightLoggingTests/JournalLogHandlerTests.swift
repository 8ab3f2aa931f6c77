#if os(Linux)
    import Foundation
    import Testing

    @testable import KeylightLogging

    @Suite struct JournalLogHandlerTests {
        private func logger(_ handler: JournalLogHandler) -> LicenseLogger {
            LicenseLogger(category: "transport", handlers: [handler], minimumLevel: .debug)
        }

        @Test func eventArrivesAsOneDatagramWithItsFields() throws {
            let journal = try FakeJournal()
            let handler = try JournalLogHandler(socketPath: journal.path, identifier: "app")
            logger(handler).notice(requestID: "a1b2c3d4", "activated", metadata: [("seats", "3")])
            let arrival = try #require(journal.receive())
            let fields = try JournalFields(arrival.datagram)
            #expect(fields["MESSAGE"] == "[a1b2c3d4] activated seats=3")
            #expect(fields["PRIORITY"] == "5")
            #expect(fields["SUBSYSTEM"] == "dev.keylight")
            #expect(fields["CATEGORY"] == "transport")
            #expect(fields["REQUEST_ID"] == "a1b2c3d4")
            #expect(fields["SYSLOG_IDENTIFIER"] == "app")
            #expect(fields.names.count == 6)
            #expect(arrival.file == nil)
            #expect(journal.receive() == nil)
            #expect(handler.lostEventCount == 0)
        }

        @Test func messageOfSeveralLinesIsOneEntry() throws {
            let journal = try FakeJournal()
            let handler = try JournalLogHandler(socketPath: journal.path)
            logger(handler).info(requestID: "1", "a\nPRIORITY=0\nc")
            let fields = try journal.receiveFields()
            #expect(fields["MESSAGE"] == "[1] a\n[1] | PRIORITY=0\n[1] | c")
            #expect(fields["PRIORITY"] == "6")
            #expect(journal.receive() == nil)
        }

        @Test func identifierIsTheProgramsNameUnlessTold() throws {
            let journal = try FakeJournal()
            logger(try JournalLogHandler(socketPath: journal.path)).info("x")
            let identifier = try #require(
                try journal.receiveFields()["SYSLOG_IDENTIFIER"]
            )
            #expect(!identifier.isEmpty)
            #expect(!identifier.contains("/"))
            #expect(CommandLine.arguments[0].hasSuffix(identifier))
        }

        @Test func noSocketIsACleanFailure() {
            let path = "/nonexistent/journal/socket"
            #expect(throws: JournalUnavailable(socketPath: path, errorNumber: ENOENT)) {
                try JournalLogHandler(socketPath: path)
            }
            #expect(
                "\(JournalUnavailable(socketPath: path, errorNumber: ENOENT))"
                    == "no journal at /nonexistent/journal/socket (errno 2)"
            )
        }

        @Test func socketThatNobodyListensAtIsACleanFailure() throws {
            let journal = try FakeJournal()
            journal.crash()
            #expect(throws: JournalUnavailable(socketPath: journal.path, errorNumber: ECONNREFUSED)) {
                try JournalLogHandler(socketPath: journal.path)
            }
        }

        @Test(arguments: ["", "/tmp/a\0b", "/" + String(repeating: "x", count: 107)])
        func pathThatIsNoAddressIsACleanFailure(path: String) {
            #expect(throws: JournalUnavailable(socketPath: path, errorNumber: ENAMETOOLONG)) {
                try JournalLogHandler(socketPath: path)
            }
        }

        @Test func longestPathIsAnAddress() {
            #expect(UnixSocketAddress(path: "/" + String(repeating: "x", count: 106)) != nil)
            #expect(UnixSocketAddress(path: "/" + String(repeating: "x", count: 107)) == nil)
        }

        @Test func journalThatWasRestartedIsFoundAgain() throws {
            let journal = try FakeJournal()
            let handler = try JournalLogHandler(socketPath: journal.path)
            logger(handler).info("before")
            journal.crash()
            logger(handler).info("lost")
            #expect(handler.lostEventCount == 1)
            try journal.restart()
            logger(handler).info("after")
            #expect(try journal.receiveFields()["MESSAGE"] == "after")
            #expect(handler.lostEventCount == 1)
        }

        @Test func hugeEventGoesAsASealedFile() throws {
            let journal = try FakeJournal()
            let handler = try JournalLogHandler(socketPath: journal.path, identifier: "app")
            let message = String(repeating: "x", count: 3_000_000)
            logger(handler).error(requestID: "1", message)
            let arrival = try #require(journal.receive())
            #expect(arrival.datagram.isEmpty)
            #expect(arrival.seals == 0xF)
            let fields = try JournalFields(try #require(arrival.file))
            #expect(fields["MESSAGE"] == "[1] " + message)
            #expect(fields.names.count == 6)
            #expect(handler.lostEventCount == 0)
        }

        @Test func hugeEventIsCutWhereThereAreNoMemoryFiles() throws {
            let journal = try FakeJournal()
            let socket = try JournalSocket(path: journal.path, makeMemoryFile: { _ in nil })
            let handler = JournalLogHandler(socket: socket, identifier: "app")
            logger(handler).error(requestID: "1", String(repeating: "x", count: 3_000_000))
            let arrival = try #require(journal.receive())
            let fields = try JournalFields(arrival.datagram)
            #expect(fields.values["MESSAGE"]?.count == 1_024)
            #expect(fields["MESSAGE"]?.hasPrefix("[1] xxx") == true)
            #expect(fields["MESSAGE"]?.hasSuffix("x…") == true)
            #expect(fields["REQUEST_ID"] == "1")
            #expect(handler.lostEventCount == 0)
        }

        @Test func journalThatStandsStillLosesEventsAndIsTriedAgain() throws {
            let journal = try FakeJournal()
            let socket = try JournalSocket(path: journal.path, patienceInMicroseconds: 1_000)
            let handler = JournalLogHandler(socket: socket, identifier: "app")
            let noWait = Int32(MSG_DONTWAIT)
            #expect(socket.sendFlags & noWait == 0)
            var sent = 0
            // The kernel's queue is finite: 10 to a few hundred datagrams.
            while handler.lostEventCount == 0, sent < 100_000 {
                logger(handler).info("\(sent)")
                sent += 1
            }
            #expect(handler.lostEventCount == 1)
            #expect(socket.sendFlags & noWait == noWait)
            logger(handler).info("lost, too")
            #expect(handler.lostEventCount == 2)
            var received: [String?] = []
            while let arrival = journal.receive() {
                received.append(try JournalFields(arrival.datagram)["MESSAGE"])
            }
            #expect(received == (0..<sent - 1).map { "\($0)" })
            logger(handler).info("after")
            #expect(socket.sendFlags & noWait == 0)
            #expect(try journal.receiveFields()["MESSAGE"] == "after")
            #expect(handler.lostEventCount == 2)
        }

        @Test func manyTasksMixNothing() async throws {
            let journal = try FakeJournal()
            let handler = try JournalLogHandler(socketPath: journal.path)
            let logger = logger(handler)
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<8 {
                    group.addTask { logger.info(requestID: "\(number)", "x\ny") }
                }
            }
            var ids: Set<String> = []
            while let arrival = journal.receive() {
                let fields = try JournalFields(arrival.datagram)
                let id = try #require(fields["REQUEST_ID"])
                #expect(fields["MESSAGE"] == "[\(id)] x\n[\(id)] | y")
                ids.insert(id)
            }
            #expect(ids.count == 8)
        }
    }
#endif
