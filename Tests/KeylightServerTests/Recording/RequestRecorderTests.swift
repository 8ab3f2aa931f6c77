import Testing

@testable import KeylightServer

@Suite("The log of requests")
struct RequestRecorderTests {
    private func request(_ path: String) -> HTTPRequest {
        var headers = HTTPHeaderFields()
        headers.add("A", "1")
        headers.add("a", "2")
        headers.add("x-keylight-request-id", "id")
        return HTTPRequest(
            method: "GET",
            path: path,
            query: nil,
            headers: headers,
            body: [],
            keepsAlive: true,
            isVersion10: false
        )
    }

    @Test("Only the newest are kept, and their numbers go on")
    func bounded() {
        var recorder = RequestRecorder()
        let count = RequestRecorder.capacity + 3
        for index in 1...count { recorder.record(request("/\(index)"), endpoint: .validate) }
        #expect(recorder.requests.count == RequestRecorder.capacity)
        #expect(recorder.requests.first?.path == "/4")
        #expect(recorder.requests.last?.number == count)
        #expect(recorder.counts == [.validate: count])
        recorder.clear()
        recorder.record(request("/"), endpoint: nil)
        #expect(recorder.requests.map(\.number) == [count + 1])
        #expect(recorder.counts.isEmpty)
    }

    @Test("Repeated header lines are joined, and the request id is found in any case")
    func headers() {
        var recorder = RequestRecorder()
        recorder.record(request("/"), endpoint: nil)
        #expect(recorder.requests.first?.headers == ["a": "1, 2", "x-keylight-request-id": "id"])
        #expect(recorder.requests.first?.requestID == "id")
    }
}
