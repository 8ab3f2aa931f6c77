import KeylightCore
import Testing

@Suite("InstanceID")
struct InstanceIDTests {
    @Test("any text but the empty one is an id, unchanged")
    func forms() {
        #expect(InstanceID("") == nil)
        #expect(InstanceID("inst-1")?.rawValue == "inst-1")
        #expect(InstanceID(" ")?.rawValue == " ")
    }
}
