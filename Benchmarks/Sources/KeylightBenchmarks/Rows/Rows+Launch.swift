import BenchmarkHarness
import KeylightCore
import KeylightEngine
import KeylightLeaseStore
import KeylightPolicy
import KeylightTransport
import KeylightVerification

extension Rows {
    /// What an app waits for when it starts: the engine is made, and the verdict is there.
    func launchVerdict() throws -> Benchmark {
        let configuration = LicenseEngineConfiguration(
            endpoint: try ServiceEndpoint(tenant: fixture.tenant, product: fixture.product),
            trustedKeys: fixture.trustedKeys
        )
        return Benchmark(
            "launch verdict",
            subject: Operation("LicenseEngine.init over a new SealedFileStore") { [fixture] in
                let engine = LicenseEngine(
                    configuration: configuration,
                    transport: NoTransport(),
                    store: try fixture.newStore(),
                    clock: fixture.clock,
                    runner: NoRunner()
                )
                try expect(engine.snapshot.state == .licensed, "\(engine.snapshot)")
            },
            reference: try rawLaunch(),
            ratioGoal: 1.5,
            allocationGoal: 125
        )
    }

    /// The store's part of it, to see where a change comes from.
    func storedRecord() throws -> Benchmark {
        let reference = try rawLaunch()
        return Benchmark(
            "launch: the store's part",
            subject: firstLoad,
            reference: reference,
            ratioGoal: 0.3,
            allocationGoal: 72
        )
    }

    /// The least that a verdict needs: read the file, open the seal, verify the signature. It knows the key already
    /// and understands nothing of what it reads.
    private func rawLaunch() throws -> Operation {
        let path = fixture.directory.path + "/license.sealed"
        let data = fixture.sealedData
        let signature = fixture.lease.signature.bytes
        var buffers = (
            file: [UInt8](repeating: 0, count: 16_384), plaintext: [UInt8](repeating: 0, count: 16_384)
        )
        return Operation("file read, AEAD open, raw verification") { [raw, fixture] in
            let size = try raw.openFile(path, headerSize: 16, authenticating: data, buffers: &buffers)
            try expect(size > 0, "an empty record")
            try expect(raw.verify(signature, for: fixture.payload), "raw verification")
        }
    }
}
