import KeylightTesting
import KeylightTransport
import Testing

@Suite struct TransportRequestReadingTests {
    @Test func readsPlainFields() {
        let body = #"{"a":"x\u00e9\"","b":12,"c":true,"d":1.50,"e":null,"f":[1],"g":{"h":1},"":"empty"}"#
        let request = Requests.post("validate", body)
        #expect(request.bodyField("a") == "xé\"")
        #expect(request.bodyField("b") == "12")
        #expect(request.bodyField("c") == "true")
        #expect(request.bodyField("d") == "1.50")
        #expect(request.bodyField("e") == nil)
        #expect(request.bodyField("f") == nil)
        #expect(request.bodyField("g") == nil)
        #expect(request.bodyField("h") == nil)
        #expect(request.bodyField("") == "empty")
        #expect(request.bodyFieldNames == ["a", "b", "c", "d", "e", "f", "g", ""])
    }

    @Test(arguments: ["", "[]", "{", "null", #""license_key""#])
    func otherBodiesHaveNoFields(body: String) {
        let request = Requests.post("validate", body)
        #expect(request.bodyField("license_key") == nil)
        #expect(request.bodyFieldNames.isEmpty)
    }

    @Test func namesEndpointAndRequestID() {
        var request = Requests.post("validate", requestID: "01234567")
        #expect(request.endpoint == "validate")
        #expect(request.requestID == "01234567")
        request.path = "/"
        request.headers = []
        request.body = nil
        #expect(request.endpoint == "")
        #expect(request.requestID == nil)
        #expect(request.bodyField("license_key") == nil)
    }
}
