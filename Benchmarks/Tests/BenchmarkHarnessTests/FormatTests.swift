import BenchmarkHarness
import Testing

@Suite struct FormatTests {
    @Test(arguments: [
        (0.0, "0"), (1, "1"), (1.1, "1.10"), (1.005, "1"), (0.055, "0.06"), (-0.5, "-0.50"),
        (12345.678, "12345.68"),
        (.infinity, "inf"),
    ])
    func `shows two decimals where there are any`(value: Double, text: String) {
        #expect(Format.number(value) == text)
    }

    @Test func `finds the middle`() {
        #expect(median([]) == nil)
        #expect(median([3]) == 3)
        #expect(median([9, 1, 2]) == 2)
        #expect(median([4, 1, 2, 100]) == 3)
    }
}
