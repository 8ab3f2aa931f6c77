import KeylightCore
import Testing

@testable import KeylightTesting

/// The small values that the doubles are made of.
@Suite struct ValueTests {
    @Test(
        arguments: [
            (0, "0 s"), (1_000_000_000, "1 s"), (1_500_000_000, "1.5 s"), (1, "0.000000001 s"),
            (-500_000_000, "-0.5 s"), (-1_500_000_000, "-1.5 s"), (86_400_000_000_000, "86400 s (1 day)"),
            (-172_800_000_000_000, "-172800 s (-2 days)"), (86_401_000_000_000, "86401 s"),
            (Int64.max, "9223372036.854775807 s"), (Int64.min, "-9223372036.854775808 s"),
        ] as [(Int64, String)]
    )
    func lengthsAsText(nanoseconds: Int64, text: String) {
        #expect(Seconds.text(ofNanoseconds: nanoseconds) == text)
    }

    @Test func durationsInNanoseconds() {
        #expect(Duration.seconds(3).wholeNanoseconds == 3_000_000_000)
        #expect(Duration.nanoseconds(7).wholeNanoseconds == 7)
        #expect(Duration.seconds(-3).wholeNanoseconds == -3_000_000_000)
        #expect(Duration.seconds(Int64.max).wholeNanoseconds == .max)
        #expect(Duration.seconds(Int64.min).wholeNanoseconds == .min)
    }

    @Test func jsonTextEscapes() {
        #expect(JSONText.string("a\"\\\u{1}\u{1f}é/") == #""a\"\\\u0001\u001fé/""#)
        #expect(JSONText.object([("b", "1"), ("a", "[]")]) == #"{"b":1,"a":[]}"#)
        #expect(JSONText.array(["1", "2"]) == "[1,2]")
        #expect(JSONText.array([]) == "[]")
    }

    @Test func runningTasksForgetTheEnded() {
        var tasks = RunningTasks()
        let (first, second) = (tasks.begin(), tasks.begin())
        tasks.end(first)
        tasks.attach(first) {}
        #expect(tasks.count == 1)
        #expect(tasks.allCancellations.isEmpty)
        tasks.attach(second) {}
        #expect(tasks.allCancellations.count == 1)
        tasks.end(second)
        #expect(tasks.count == 0)
    }

    @Test func timelineOfCapacityZeroKeepsOne() {
        var timeline = Timeline(capacity: 0)
        let time = ClockReading(wall: Timestamp(0), continuous: ContinuousInstant(nanoseconds: 0))
        timeline.append(TimelineEntry(time: time, text: "a"))
        timeline.append(TimelineEntry(time: time, text: "b"))
        #expect(timeline.entries.map(\.text) == ["b"])
    }
}
