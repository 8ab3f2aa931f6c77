import KeylightCore
import KeylightTransport
import Testing

@Suite struct ServiceEndpointTests {
    private func endpoint(_ baseURL: String) throws -> ServiceEndpoint {
        let tenant = try #require(ServiceIdentifier("acme"))
        let product = try #require(ServiceIdentifier("app_1"))
        return try ServiceEndpoint(baseURL: baseURL, tenant: tenant, product: product)
    }

    @Test(arguments: [
        (ServiceCall.activate, "POST", "/acme/app_1/activate"),
        (.validate, "POST", "/acme/app_1/validate"),
        (.deactivate, "POST", "/acme/app_1/deactivate"),
        (.keyless, "POST", "/acme/app_1/keyless"),
        (.config, "GET", "/acme/app_1/config"),
        (.keySet, "GET", "/acme/.well-known/keylight-keys"),
    ])
    func eachCallHasItsPlace(call: ServiceCall, method: String, path: String) throws {
        let endpoint = try endpoint("https://api.keylight.dev")
        #expect(call.method == method)
        #expect(endpoint.path(for: call) == path)
        #expect(endpoint.url(for: call) == "https://api.keylight.dev" + path)
    }

    @Test func onlyTheKeySetNeedsNoKey() {
        #expect(ServiceCall.allCases.filter { !$0.sendsSDKKey } == [.keySet])
    }

    @Test func theDefaultIsTheServiceItself() throws {
        let tenant = try #require(ServiceIdentifier("acme"))
        let endpoint = try ServiceEndpoint(tenant: tenant, product: tenant)
        #expect(endpoint.url(for: .validate) == "https://api.keylight.dev/acme/acme/validate")
        #expect("\(endpoint)" == "https://api.keylight.dev/acme/acme")
    }

    @Test(arguments: [
        ("https://api.keylight.dev", "https://api.keylight.dev"),
        ("https://api.keylight.dev/", "https://api.keylight.dev"),
        ("https://api.keylight.dev///", "https://api.keylight.dev"),
        ("HTTPS://API.Keylight.DEV", "https://api.keylight.dev"),
        ("https://h:8443", "https://h:8443"),
        ("https://h:1", "https://h:1"),
        ("https://h:65535", "https://h:65535"),
        ("https://h:0443/", "https://h:443"),
        ("https://h/licensing", "https://h/licensing"),
        ("https://h/Licensing/v1/", "https://h/Licensing/v1"),
        ("https://h/a%20b", "https://h/a%20b"),
        ("https://h/user@home", "https://h/user@home"),
        ("https://my_host.internal", "https://my_host.internal"),
        ("https://192.0.2.7", "https://192.0.2.7"),
        ("https://[2001:DB8::1]:8443/x", "https://[2001:db8::1]:8443/x"),
        ("http://localhost", "http://localhost"),
        ("http://LocalHost:8080/", "http://localhost:8080"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
        ("http://127.255.255.255", "http://127.255.255.255"),
        ("http://127.0.0.0/x", "http://127.0.0.0/x"),
        ("http://[::1]", "http://[::1]"),
        ("http://[::1]:8080/a", "http://[::1]:8080/a"),
    ])
    func usableBase(text: String, normal: String) throws {
        let endpoint = try endpoint(text)
        #expect(endpoint.baseURL == normal)
        #expect(endpoint.url(for: .validate) == normal + "/acme/app_1/validate")
    }

    @Test func theBasesOwnPathIsPartOfThePath() throws {
        let endpoint = try endpoint("https://h/licensing/")
        #expect(endpoint.path(for: .keySet) == "/licensing/acme/.well-known/keylight-keys")
    }

    @Test(arguments: [
        ("", ServiceEndpointError.noScheme),
        ("api.keylight.dev", .noScheme),
        ("https:/api.keylight.dev", .noScheme),
        ("//api.keylight.dev", .noScheme),
        ("ftp://h", .unsupportedScheme),
        ("file:///etc/passwd", .unsupportedScheme),
        (" https://h", .unsupportedScheme),
        ("javascript:https://h", .unsupportedScheme),
        // Plain http goes to this machine only, however the other one is dressed up.
        ("http://api.keylight.dev", .insecureHost),
        ("http://192.168.0.1", .insecureHost),
        ("http://127.0.0.1.evil.com", .insecureHost),
        ("http://localhost.evil.com", .insecureHost),
        ("http://evil.com.localhost", .insecureHost),
        ("http://notlocalhost", .insecureHost),
        ("http://128.0.0.1", .insecureHost),
        ("http://127.1", .insecureHost),
        ("http://127.0.0.256", .insecureHost),
        ("http://127.0.0.01", .insecureHost),
        ("http://0177.0.0.1", .insecureHost),
        ("http://2130706433", .insecureHost),
        ("http://0x7f.0.0.1", .insecureHost),
        ("http://127.0.0.1.1", .insecureHost),
        ("http://[::2]", .insecureHost),
        ("http://[::ffff:127.0.0.1]", .insecureHost),
        ("http://0.0.0.0", .insecureHost),
        ("http://localhost@evil.com", .userInfo),
        ("http://localhost:80@evil.com", .userInfo),
        ("https://user:password@h", .userInfo),
        ("https://@h", .userInfo),
        ("https://h?x=1", .queryOrFragment),
        ("https://h/a?", .queryOrFragment),
        ("https://h#top", .queryOrFragment),
        ("http://localhost#@evil.com", .queryOrFragment),
        ("https://", .invalidHost),
        ("https:///path", .invalidHost),
        ("https://h ost", .invalidHost),
        ("https://h\\evil.com", .invalidHost),
        ("http://127.0.0.1\\@evil.com", .userInfo),
        ("http://localhost\\.evil.com", .invalidHost),
        ("https://h%2eevil.com", .invalidHost),
        ("https://hö.example", .invalidHost),
        ("https://\u{212A}eylight.dev", .invalidHost),
        ("http://localhost\u{0}", .invalidHost),
        ("https://h\r\nX-Evil: 1", .invalidPort),
        ("https://.h", .invalidHost),
        ("https://h..h", .invalidHost),
        ("https://h.", .invalidHost),
        ("https://-h", .invalidHost),
        ("https://[", .invalidHost),
        ("https://[]", .invalidHost),
        ("https://[::1", .invalidPort),
        ("https://[::1]x", .invalidHost),
        ("https://[::g]", .invalidHost),
        ("https://[fe80::1%25eth0]", .invalidHost),
        ("https://h:", .invalidPort),
        ("https://h:0", .invalidPort),
        ("https://h:65536", .invalidPort),
        ("https://h:-1", .invalidPort),
        ("https://h:+1", .invalidPort),
        ("https://h:80:80", .invalidPort),
        ("https://::1", .invalidPort),
        ("https://h/a b", .invalidPath),
        ("https://h/a//b", .invalidPath),
        ("https://h//a", .invalidPath),
        ("https://h/../x", .invalidPath),
        ("https://h/./x", .invalidPath),
        ("https://h/%", .invalidPath),
        ("https://h/%2", .invalidPath),
        ("https://h/%zz", .invalidPath),
        ("https://h/ä", .invalidPath),
        ("https://h/a\\b", .invalidPath),
    ])
    func unusableBase(text: String, error: ServiceEndpointError) {
        #expect(throws: error) { try endpoint(text) }
    }

    @Test func theLengthOfNamesIsLimited() throws {
        let label = String(repeating: "a", count: 63)
        #expect(throws: Never.self) { try endpoint("https://\(label)") }
        #expect(throws: ServiceEndpointError.invalidHost) { try endpoint("https://\(label)a") }
        let long = Array(repeating: label, count: 4).joined(separator: ".")
        #expect(throws: ServiceEndpointError.invalidHost) { try endpoint("https://\(long)") }
    }

    @Test func noTextRepeatsTheURL() {
        #expect(throws: ServiceEndpointError.userInfo) { try endpoint("https://user:hunter2@h") }
        #expect(!"\(ServiceEndpointError.userInfo)".contains("hunter2"))
    }
}
