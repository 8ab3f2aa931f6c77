import BenchmarkHarness
import KeylightCore
import KeylightCrypto
import KeylightLeaseStore

extension Rows {
    /// A change of one field that is on the disk when the call returns.
    func transaction() throws -> Benchmark {
        // Where temporary files survive a restart, and hence are on a disk: in memory, fsync costs nothing.
        let directory = try TemporaryDirectory(in: "/var/tmp")
        let rawDirectory = try TemporaryDirectory(in: "/var/tmp")
        let store = try SealedFileStore(
            directory: directory.path,
            tenant: fixture.tenant,
            product: fixture.product
        )
        try store.update { [fixture] in $0 = fixture.record }
        let bytes = try directory.bytes("license.sealed")
        var attempt = fixture.start
        return Benchmark(
            "store transaction",
            subject: Operation("SealedFileStore.update of one field") {
                attempt = attempt.adding(1)
                let stored = try store.update { $0.lastAttempt = attempt }
                try expect(stored.lastAttempt == attempt, "the attempt is not stored")
                withExtendedLifetime(directory) {}
            },
            reference: Operation("raw write, fsync, rename, fsync of the folder") {
                try RawFile.replace("license.sealed", in: rawDirectory.path, with: bytes)
            },
            ratioGoal: 1.3,
            allocationGoal: 60,
            effort: Benchmark.Effort(rounds: 61, allocationSample: 20)
        )
    }

    /// Reading the record, against the same reading and opening without the store.
    func loads() throws -> [Benchmark] {
        [
            Benchmark(
                "store load",
                subject: Operation("SealedFileStore.load") { [fixture] in try fixture.load(fixture.store) },
                reference: try rawLoad(derivesKey: false),
                ratioGoal: 1.5,
                allocationGoal: 25
            ),
            Benchmark(
                "store load, the first of a process",
                subject: firstLoad,
                reference: try rawLoad(derivesKey: true),
                ratioGoal: 1.7,
                allocationGoal: 72
            ),
        ]
    }

    /// A load that has to read the secret and derive the key.
    var firstLoad: Operation {
        Operation("SealedFileStore.init and load") { [fixture] in try fixture.load(fixture.newStore()) }
    }

    /// Reads `license.sealed` and opens what stands behind its header, through KeylightCrypto.
    ///
    /// - Parameter derivesKey: also reads `install.secret` and derives the key from it each time, as whoever
    ///   keeps no key in memory must.
    private func rawLoad(derivesKey: Bool) throws -> Operation {
        let path = fixture.directory.path + "/license.sealed"
        let secretPath = fixture.directory.path + "/install.secret"
        let data = fixture.sealedData
        let purpose = Array("keylight license record key 1".utf8)
        func cipher(_ secret: [UInt8]) throws -> ChaChaPolyCipher {
            try ChaChaPolyCipher(
                key: HKDFSHA256.deriveKey(
                    inputKeyMaterial: secret,
                    salt: [],
                    info: purpose,
                    outputByteCount: 32
                )
            )
        }
        let known = try cipher(fixture.directory.bytes("install.secret"))
        var file = [UInt8](repeating: 0, count: 16_384)
        var secret = [UInt8](repeating: 0, count: 33)
        return Operation(derivesKey ? "two files read, HKDF, AEAD open" : "one file read, AEAD open") {
            let size = try RawFile.read(path, into: &file)
            var key = known
            if derivesKey {
                let count = try RawFile.read(secretPath, into: &secret)
                key = try cipher(Array(secret.prefix(count)))
            }
            let plaintext = try key.open(Array(file[..<size].dropFirst(16)), authenticating: data)
            try expect(!plaintext.isEmpty, "an empty record")
        }
    }
}
