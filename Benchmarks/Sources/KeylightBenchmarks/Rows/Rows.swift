import BenchmarkHarness
import KeylightCore
import KeylightTesting

/// The rows of the suite. Docs/Benchmarks.md says what each stands for and where its goal comes from.
struct Rows {
    let fixture: Fixture
    let raw: RawCrypto

    init() throws {
        fixture = try Fixture()
        raw = try RawCrypto(
            publicKey: fixture.signer.publicKey,
            secret: fixture.directory.bytes("install.secret"),
            purpose: Array("keylight license record key 1".utf8)
        )
    }

    func all() throws -> [Benchmark] {
        try [leaseVerification(), replyToLease(), launchVerdict(), storedRecord()]
            + loads() + [transaction()] + entitlements() + decisions()
    }

    func expect(_ condition: Bool, _ what: @autoclosure () -> String) throws {
        guard condition else { throw Fixture.Problem.unexpected(what()) }
    }

    /// The signature's check with nothing around it.
    var rawVerification: Operation {
        let signature = fixture.lease.signature.bytes
        return Operation("raw verification of the same bytes") { [raw, fixture] in
            try expect(raw.verify(signature, for: fixture.payload), "raw verification")
        }
    }
}
