import Foundation
import KeylightCore
import Testing

@testable import Keylight

@Suite("What is read from the machine") struct PlatformFactsTests {
    @Test("the machine is named by the app, else by its host name, and never by nothing")
    func instanceName() {
        #expect(PlatformFacts.instanceName(chosen: "desk", hostName: "host") == "desk")
        #expect(PlatformFacts.instanceName(chosen: nil, hostName: "host") == "host")
        for name in [
            PlatformFacts.instanceName(chosen: "", hostName: "host"),
            PlatformFacts.instanceName(chosen: nil, hostName: ""),
            PlatformFacts.instanceName(chosen: nil, hostName: nil),
        ] {
            #expect(name == "device")
        }
    }

    @Test("who names the machine is not kept waiting for the host's name")
    func hostNameIsNotAsked() {
        var questions = 0
        func ask() -> String? {
            questions += 1
            return "host"
        }
        #expect(PlatformFacts.instanceName(chosen: "desk", hostName: ask()) == "desk")
        #expect(questions == 0)
        #expect(PlatformFacts.instanceName(chosen: nil, hostName: ask()) == "host")
        #expect(questions == 1)
    }

    #if os(Linux)
        @Test("the host's name is the kernel's, not one that a network gives")
        func hostName() throws {
            let kernel = try String(contentsOfFile: "/proc/sys/kernel/hostname", encoding: .utf8)
            #expect(HostName.current == kernel.trimmingCharacters(in: .whitespacesAndNewlines))
        }
    #endif

    @Test("a time can be shown", arguments: [Int64(0), -1, 1_772_323_200, .max, .min])
    func dates(_ seconds: Int64) {
        #expect(Timestamp(seconds).date.timeIntervalSince1970 == Double(seconds))
    }
}
