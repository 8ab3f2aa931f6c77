import KeylightCore
import KeylightTesting
import KeylightTransport
import Testing

/// The calls of an app without a license, to the byte.
@Suite struct KeylessRequestTests {
    private let id = AnonymousID(randomBits: 0, 0)

    @Test func theLeast() {
        let request = KeylessRequest(anonymousID: id, state: .freeTier)
        #expect(
            String(decoding: request.body, as: UTF8.self)
                == #"{"instance_id":"00000000-0000-4000-8000-000000000000","state":"free_tier"}"#
        )
    }

    @Test func everything() {
        let request = KeylessRequest(
            anonymousID: id,
            state: .trial,
            machineHash: "8e88",
            telemetry: Telemetry(appVersion: "2", platform: "linux", coreCount: 4)
        )
        #expect(
            String(decoding: request.body, as: UTF8.self)
                == #"{"instance_id":"00000000-0000-4000-8000-000000000000","state":"trial","#
                + #""machine_hash":"8e88","sdk":"swift","app_version":"2","platform":"linux","cpu_cores":"3-4"}"#
        )
    }

    @Test func itDoesNotPrintTheID() {
        let request = KeylessRequest(anonymousID: id, state: .expired, machineHash: "8e88")
        for text in ["\(request)", String(reflecting: request)] {
            #expect(!text.contains(id.rawValue) && !text.contains("8e88"))
        }
    }

    @Test func aReportIsAPost() throws {
        let bench = try CallBench()
        bench.transport.enqueue(.json(#"{"received":true,"trial_duration_days":3}"#))
        let request = KeylessRequest(anonymousID: id, state: .trial)
        let exchange = try bench.simulation.run { [client = bench.client, id = bench.requestID] in
            await client.keyless(request, requestID: id)
        }
        let sent = try #require(bench.transport.requests.first)
        #expect(sent.method == "POST" && sent.path == "/acme/app/keyless")
        #expect(sent.header("X-Keylight-SDK-Key") == CallBench.sdkKey)
        #expect(sent.header("Content-Type") == "application/json")
        #expect(sent.body == request.body)
        #expect(exchange.reply?.body?.settings == ProductSettings(trialDurationDays: 3))
    }

    @Test func settingsAreAGetWithoutABody() throws {
        let bench = try CallBench()
        bench.transport.enqueue(.json(#"{"free_tier_enabled":true}"#))
        let exchange = try bench.simulation.run { [client = bench.client, id = bench.requestID] in
            await client.config(requestID: id)
        }
        let sent = try #require(bench.transport.requests.first)
        #expect(sent.method == "GET" && sent.path == "/acme/app/config")
        #expect(sent.header("X-Keylight-SDK-Key") == CallBench.sdkKey)
        #expect(sent.header("Content-Type") == nil)
        #expect(sent.body == nil)
        #expect(exchange.reply?.body?.settings == ProductSettings(freeTierEnabled: true))
    }
}
