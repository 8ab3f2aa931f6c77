import KeylightCore
import Testing

@testable import KeylightLeaseStore

@Suite struct DefaultStoreLocationTests {
    private func directory(
        _ environment: [String: String],
        applicationSupport: String? = nil,
        home: String? = nil
    ) throws(StoreLocationError) -> String {
        try DefaultStoreLocation.directory(
            tenant: Samples.identifier("acme"),
            product: Samples.identifier("paint"),
            environment: environment,
            applicationSupport: { applicationSupport },
            home: { home }
        )
    }

    @Test func theFirstAbsoluteOneWins() throws {
        let all = ["XDG_DATA_HOME": "/data", "HOME": "/home/u"]
        #expect(try directory(all, applicationSupport: "/as", home: "/pw") == "/as/keylight/acme/paint")
        #expect(try directory(all, home: "/pw") == "/data/keylight/acme/paint")
        #expect(try directory(["HOME": "/home/u"], home: "/pw") == "/home/u/.local/share/keylight/acme/paint")
        #expect(try directory([:], home: "/pw") == "/pw/.local/share/keylight/acme/paint")
    }

    @Test(arguments: ["", "data", "./data", "~/data", "/da\0ta"])
    func whatIsNotAbsoluteIsIgnored(_ path: String) throws {
        #expect(
            try directory(["XDG_DATA_HOME": path, "HOME": "/h"]) == "/h/.local/share/keylight/acme/paint"
        )
        #expect(try directory(["HOME": path], home: "/pw") == "/pw/.local/share/keylight/acme/paint")
        #expect(throws: StoreLocationError.noHomeDirectory) { try directory(["HOME": path], home: path) }
    }

    @Test func slashesAreNotDoubled() throws {
        #expect(try directory(["XDG_DATA_HOME": "/data/"]) == "/data/keylight/acme/paint")
        #expect(try directory(["HOME": "/"]) == "/.local/share/keylight/acme/paint")
    }

    @Test func withoutAnyHomeItIsAnError() {
        #expect(throws: StoreLocationError.noHomeDirectory) { try directory([:]) }
    }

    @Test func aStoreTakesWhatTheSystemSays() throws {
        let tenant = Samples.identifier("acme")
        let path = try DefaultStoreLocation.directory(
            tenant: tenant,
            product: tenant,
            environment: ["HOME": "/nowhere"]
        )
        #expect(path.hasSuffix("/keylight/acme/acme"))
        #expect(throws: Never.self) { try Samples.store(path) }
    }

    #if os(Linux)
        @Test func theUserDatabaseIsAsked() {
            // Every system where this is built has an entry for the user who builds.
            #expect(UserDirectories.home()?.hasPrefix("/") == true)
            #expect(UserDirectories.applicationSupport() == nil)
        }
    #endif
}
