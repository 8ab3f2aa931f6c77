import Foundation
import KeylightCore
import KeylightLeaseStore
import KeylightTesting
import Testing

@testable import KeylightKeychain

@Suite struct KeychainLeaseStoreTests {
    let keychain = FakeKeychain()
    let directory = FileManager.default.temporaryDirectory.path + "/keylight-keychain-\(UUID().uuidString)"

    private func open(accessGroup: String? = nil) throws -> KeychainLeaseStore {
        try KeychainLeaseStore(
            tenant: #require(ServiceIdentifier("acme")),
            product: #require(ServiceIdentifier("paint")),
            accessGroup: accessGroup,
            lockDirectory: directory,
            calls: keychain
        )
    }

    private func cleanUp() { try? FileManager.default.removeItem(atPath: directory) }

    @Test func conforms() async throws {
        let root = directory
        defer { cleanUp() }
        let suite = LeaseStoreConformance {
            let keychain = FakeKeychain()
            let place = root + "/" + UUID().uuidString
            return {
                guard let name = ServiceIdentifier("acme") else {
                    throw LeaseStoreError.unavailable("no name")
                }
                return try KeychainLeaseStore(
                    tenant: name,
                    product: name,
                    accessGroup: nil,
                    lockDirectory: place,
                    calls: keychain
                )
            }
        }
        #expect(await suite.violations() == [])
    }

    @Test("BL-052: a file with the Keychain as its mirror conforms") func aMirroredFileConforms() async throws
    {
        let root = directory
        defer { cleanUp() }
        let suite = LeaseStoreConformance {
            let keychain = FakeKeychain()
            let place = root + "/" + UUID().uuidString
            return {
                guard let name = ServiceIdentifier("acme") else {
                    throw LeaseStoreError.unavailable("no name")
                }
                return MirroringLeaseStore(
                    try SealedFileStore(directory: place, tenant: name, product: name),
                    // The same directory for its locks: the two must not wait for each other.
                    mirror: try KeychainLeaseStore(
                        tenant: name,
                        product: name,
                        accessGroup: nil,
                        lockDirectory: place,
                        calls: keychain
                    )
                )
            }
        }
        #expect(await suite.violations() == [])
    }

    @Test(
        "BL-052, BL-051: a deleted file comes back from the Keychain, which is read no more than it has to be"
    )
    func bl052() throws {
        defer { cleanUp() }
        let file = InMemoryLeaseStore()
        func launch() throws -> MirroringLeaseStore { MirroringLeaseStore(file, mirror: try open()) }
        let written = try launch().update { $0.trialStart = Timestamp(7) }
        // What was seen to be absent need not be read again to be written.
        #expect(keychain.calls == [.copyMatching, .update, .add])

        // A launch, and refreshes that learn nothing: one read for the first of them, to see that all is well.
        keychain.forgetCalls()
        let next = try launch()
        #expect(try next.load() == .record(written))
        #expect(keychain.calls == [])
        for second: Int64 in 8..<12 { try next.update { $0.lastAttempt = Timestamp(second) } }
        #expect(keychain.calls == [.copyMatching])

        file.erase()
        keychain.forgetCalls()
        #expect(try launch().load() == .record(written))
        #expect(file.record == written)
        #expect(keychain.calls == [.copyMatching])
        try launch().erase()
        #expect(keychain.itemCount == 0)
        #expect(file.record == nil)
    }

    @Test("BL-046: a Keychain that is locked does not make a lost file a fresh install") func bl046Mirror()
        throws
    {
        defer { cleanUp() }
        let file = InMemoryLeaseStore()
        keychain.answerAll(with: .interactionNotAllowed)
        let store = MirroringLeaseStore(file, mirror: try open())
        let error = #expect(throws: LeaseStoreError.self) { try store.load() }
        #expect(error?.description.contains("-25308") == true)
        #expect(throws: LeaseStoreError.self) { try store.update { $0.trialStart = Timestamp(7) } }
        #expect(file.record == nil)
        // With a file it stops nothing.
        let written = file.update { $0.trialStart = Timestamp(7) }
        #expect(try store.load() == .record(written))
        try store.update { $0.trialStart = Timestamp(8) }
        keychain.answerAll(with: nil)
        try store.update { $0.lastAttempt = Timestamp(9) }
        #expect(try open().load() == .record(#require(file.record)))
    }

    @Test("BL-047: an unsigned tool has no mirror, and works") func bl047Mirror() throws {
        defer { cleanUp() }
        let file = InMemoryLeaseStore()
        keychain.answerAll(with: .missingEntitlement)
        let store = MirroringLeaseStore(file, mirror: try open())
        #expect(try store.load() == .absent)
        let written = try store.update { $0.trialStart = Timestamp(7) }
        #expect(try store.load() == .record(written))
        try store.erase()
        #expect(file.record == nil)
    }

    @Test("BL-051: the Keychain is read once in a process, and again when another one has written")
    func bl051Reads() throws {
        defer { cleanUp() }
        let first = try open()
        #expect(try first.load() == .absent)
        #expect(try first.load() == .absent)
        #expect(keychain.calls == [.copyMatching])
        let written = try first.update { $0.trialStart = Timestamp(1) }
        for _ in 0..<3 { #expect(try first.load() == .record(written)) }
        #expect(try first.update { _ in } == written)
        #expect(keychain.calls == [.copyMatching, .update, .add])

        keychain.forgetCalls()
        let second = try open()
        for _ in 0..<3 { #expect(try second.load() == .record(written)) }
        #expect(keychain.calls == [.copyMatching])
        let changed = try second.update { $0.trialStart = Timestamp(0) }
        #expect(keychain.calls == [.copyMatching, .update])

        // The first one sees it, with one read more.
        keychain.forgetCalls()
        for _ in 0..<3 { #expect(try first.load() == .record(changed)) }
        #expect(keychain.calls == [.copyMatching])
        try second.erase()
        #expect(try first.load() == .absent)
        #expect(try second.load() == .absent)
    }

    @Test("what a process has left that died in a change is cleared away") func leftovers() throws {
        defer { cleanUp() }
        let store = try open()
        try store.update { $0.trialStart = Timestamp(1) }
        let leftover = directory + "/store.tmp-1-a"
        #expect(FileManager.default.createFile(atPath: leftover, contents: nil))
        try store.update { $0.trialStart = Timestamp(2) }
        let names = try FileManager.default.contentsOfDirectory(atPath: directory)
        #expect(names.sorted() == ["store.lock", "vault.stamp"])
    }

    @Test("BL-046: what was read before is known while the Keychain is locked") func bl046Known() throws {
        defer { cleanUp() }
        let store = try open()
        let written = try store.update { $0.trialStart = Timestamp(1) }
        keychain.answerAll(with: .interactionNotAllowed)
        #expect(try store.load() == .record(written))
        #expect(throws: LeaseStoreError.self) { try store.update { $0.trialStart = Timestamp(0) } }
        // Whether that was written is not known, so it is read again.
        #expect(throws: LeaseStoreError.self) { try store.load() }
        keychain.answerAll(with: nil)
        #expect(try store.load() == .record(written))
    }

    @Test("what cannot be understood is looked at each time, and a mark that cannot be told hides nothing")
    func notRemembered() throws {
        defer { cleanUp() }
        let store = try open()
        try store.update { $0.trialStart = Timestamp(1) }
        keychain.replaceAll(with: [1, 2, 3])
        // Not one of ours: nothing tells of it, and what is known stays.
        guard case .record = try store.load() else {
            Issue.record("read")
            return
        }
        let mark = directory + "/vault.stamp"
        try FileManager.default.removeItem(atPath: mark)
        try FileManager.default.createDirectory(atPath: mark, withIntermediateDirectories: false)
        for _ in 0..<2 {
            keychain.forgetCalls()
            guard case .corrupt = try store.load() else {
                Issue.record("not read")
                return
            }
            #expect(keychain.calls == [.copyMatching])
        }
        #expect(throws: LeaseStoreError.self) { try store.update { $0.trialStart = Timestamp(1) } }
        try FileManager.default.removeItem(atPath: mark)
        let record = try store.update { $0.trialStart = Timestamp(2) }
        #expect(try store.load() == .record(record))
    }

    @Test("a change by another process is told at once") func watching() async throws {
        defer { cleanUp() }
        let first = try open()
        try first.update { $0.trialStart = Timestamp(1) }
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
        let watch = first.watch { continuation.yield() }
        #expect(watch != nil)
        try open().update { $0.trialStart = Timestamp(0) }
        var iterator = changes.makeAsyncIterator()
        #expect(await iterator.next() != nil)
        #expect(try first.load() == open().load())
        watch?.cancel()
    }

    @Test("BL-047: update, else add; nothing is ever deleted first") func bl047Order() throws {
        defer { cleanUp() }
        let store = try open()
        try store.update { $0.trialStart = Timestamp(1) }
        #expect(keychain.calls == [.copyMatching, .update, .add])
        keychain.forgetCalls()
        try store.update { $0.trialStart = Timestamp(2) }
        #expect(keychain.calls == [.update])
        #expect(keychain.itemCount == 1)
    }

    @Test("BL-047: when another process was faster with adding, it is updated again") func bl047Duplicate()
        throws
    {
        defer { cleanUp() }
        keychain.script(.update, .itemNotFound, .success)
        keychain.script(.add, .duplicateItem)
        try open().update { $0.trialStart = Timestamp(1) }
        #expect(keychain.calls == [.copyMatching, .update, .add, .update])
    }

    @Test(
        "BL-047: a program without the entitlement keeps the license in the second store, and the log says so"
    )
    func bl047Entitlement() throws {
        defer { cleanUp() }
        keychain.answerAll(with: .missingEntitlement)
        let file = InMemoryLeaseStore()
        let reports = Locked<[String]>([])
        let store = FallbackLeaseStore(try open(), else: file) { reason in
            reports.withLock { $0.append(reason) }
        }
        #expect(try store.load() == .absent)
        try store.update { $0.trialStart = Timestamp(7) }
        #expect(file.record?.trialStart == Timestamp(7))
        #expect(reports.withLock { $0 }.count == 1)
        #expect(reports.withLock { $0 }.first?.contains("-34018") == true)
        #expect(!keychain.calls.contains(.delete))
        // Signed at last: what the file holds moves over.
        keychain.answerAll(with: nil)
        #expect(try store.load() == .record(#require(file.record)))
        try store.update { $0.timeFloor = Timestamp(8) }
        #expect(file.record == nil)
        guard case .record(let moved) = try open().load() else {
            Issue.record("not moved")
            return
        }
        #expect(moved.trialStart == Timestamp(7))
    }

    @Test(
        "BL-046: a Keychain that is locked is unavailable, and nothing is written",
        arguments: [
            KeychainStatus.interactionNotAllowed, .interactionRequired, .notAvailable, .authenticationFailed,
            KeychainStatus(rawValue: -1),
        ]
    )
    func bl046(status: KeychainStatus) throws {
        defer { cleanUp() }
        let store = try open()
        keychain.answerAll(with: status)
        #expect(throws: LeaseStoreError.unavailable("\(status)")) { try store.load() }
        #expect(throws: LeaseStoreError.unavailable("\(status)")) {
            try store.update { $0.trialStart = Timestamp(1) }
        }
        #expect(Set(keychain.calls) == [.copyMatching])
        // It stays the store that counts: a second one would say that there is no license.
        let second = InMemoryLeaseStore()
        let both = FallbackLeaseStore(store, else: second)
        #expect(throws: LeaseStoreError.self) { try both.load() }
        #expect(second.loadCount == 0)
    }

    @Test func aWriteThatIsRefusedSaysWhy() throws {
        defer { cleanUp() }
        let store = try open()
        try store.update { $0.trialStart = Timestamp(1) }
        keychain.script(.update, .interactionNotAllowed)
        #expect(throws: LeaseStoreError.writeFailed("\(KeychainStatus.interactionNotAllowed)")) {
            try store.update { $0.trialStart = Timestamp(2) }
        }
        guard case .record(let record) = try store.load() else { return }
        #expect(record.trialStart == Timestamp(1))
        keychain.script(.delete, .interactionNotAllowed)
        #expect(throws: LeaseStoreError.self) { try store.erase() }
    }

    @Test("BL-051: every call says that nobody may be asked, and names the data-protection Keychain")
    func bl051() throws {
        let query = KeychainQuery(service: "s", entry: .record, accessGroup: "group")
        for attributes in [query.identity, query.reading] {
            #expect(attributes[.authenticationUI] == .constant(.authenticationUIFail))
            #expect(attributes[.usesDataProtection] == .flag(true))
            #expect(attributes[.synchronizable] == .flag(false))
            #expect(attributes[.accessGroup] == .text("group"))
        }
        #expect(query.adding[.accessible] == .constant(.afterFirstUnlockThisDeviceOnly))
        #expect(query.adding[.usesDataProtection] == .flag(true))
        #expect(KeychainQuery(service: "s", entry: .record, accessGroup: nil).identity[.accessGroup] == nil)
        // Where it is readable says only who adds: an update must not move the item.
        #expect(query.identity[.accessible] == nil)
    }

    @Test("BL-051: a read is one call, and an update that changes nothing writes nothing") func bl051Count()
        throws
    {
        defer { cleanUp() }
        let store = try open()
        try store.update { $0.trialStart = Timestamp(1) }
        let other = try open()
        keychain.forgetCalls()
        _ = try other.load()
        #expect(keychain.calls == [.copyMatching])
        keychain.forgetCalls()
        try other.update { _ in }
        _ = try store.load()
        #expect(keychain.calls == [])
    }

    @Test(
        "BL-048: an emptied entry is a damaged record, not an absent one",
        arguments: [[], [1, 2], Array("x".utf8)]
    )
    func emptiedEntry(bytes: [UInt8]) throws {
        defer { cleanUp() }
        let store = try open()
        let query = KeychainQuery(service: "keylight.acme.paint", entry: .record, accessGroup: nil)
        _ = keychain.add(query, bytes: bytes)
        guard case .corrupt = try store.load() else {
            Issue.record("not found to be damaged")
            return
        }
        try store.update { $0.trialStart = Timestamp(1) }
        let kept = KeychainQuery(service: "keylight.acme.paint", entry: .corrupt, accessGroup: nil)
        #expect(keychain.copyMatching(kept).bytes == bytes)
        try store.erase()
        #expect(keychain.itemCount == 0)
    }

    @Test("BL-066: a newer schema is left alone", arguments: ["3", "99", "4294967295"])
    func newerSchema(schema: String) throws {
        defer { cleanUp() }
        let store = try open()
        let query = KeychainQuery(service: "keylight.acme.paint", entry: .record, accessGroup: nil)
        let bytes = Array("keylight record, schema \(schema)\nwhatever".utf8)
        _ = keychain.add(query, bytes: bytes)
        let number = try #require(Int(schema))
        #expect(try store.load() == .newerSchema(number))
        #expect(throws: LeaseStoreError.newerSchema(number)) {
            try store.update { $0.trialStart = Timestamp(1) }
        }
        #expect(keychain.copyMatching(query).bytes == bytes)
    }

    @Test func productsDoNotMeet() throws {
        defer { cleanUp() }
        try open().update { $0.trialStart = Timestamp(1) }
        #expect(try open(accessGroup: "group").load() == .absent)
    }

    @Test func locksAreShared() throws {
        defer { cleanUp() }
        let store = try open()
        try store.update { $0.trialStart = Timestamp(1) }
        guard case .acquired(let lock) = store.tryRefreshLock(),
            case .heldElsewhere = try open().tryRefreshLock()
        else {
            Issue.record("no lock, or two")
            return
        }
        lock.release()
    }

    @Test(arguments: ["relative", "/a\u{0}b"]) func placesForLocksAreChecked(path: String) throws {
        #expect(throws: StoreLocationError.self) {
            try KeychainLeaseStore(
                tenant: #require(ServiceIdentifier("a")),
                product: #require(ServiceIdentifier("b")),
                accessGroup: nil,
                lockDirectory: path,
                calls: FakeKeychain()
            )
        }
    }
}
