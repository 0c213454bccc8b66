import LibC
import TestSupport
import Testing
import Text

@Suite("Number formats")
struct NumberFormatTests {
  @Test(
    "General: six digits, no zeros at the end, all digits before the point",
    arguments: [
      (0, "0"), (-0.0, "0"), (1, "1"), (412.35, "412.35"), (0.1 + 0.2, "0.3"), (1.0 / 3, "0.333333"),
      (2.0 / 3, "0.666667"), (12345.678, "12345.7"), (1234567.8, "1234568"), (999999.5, "1000000"),
      (9.9999996, "10"), (0.00012345678, "0.000123457"), (1.5e-7, "1.5e-7"), (-2e20, "-2e20"),
      (.nan, "-"), (.infinity, "-"), (1e15, "1e15"), (999_999_999_999_999, "999999999999999"),
      (.leastNonzeroMagnitude, "4.94066e-324"), (1.7976931348623157e308, "1.79769e308"),
    ] as [(Double, String)]
  )
  func general(value: Double, text: String) {
    #expect(NumberFormat.general.text(value) == text)
  }

  @Test(
    "Fixed: rounded from the exact value, a tie to the even digit, no negative zero",
    arguments: [
      (1.005, 2, "1.00"), (2.675, 2, "2.67"), (0.125, 2, "0.12"), (0.375, 2, "0.38"), (2.5, 0, "2"),
      (3.5, 0, "4"),
      (-0.004, 2, "0.00"), (-0.006, 2, "-0.01"), (1e22, 1, "10000000000000000000000.0"), (9.995, 2, "9.99"),
      (99.9999, 2, "100.00"), (1, -3, "1"),
    ] as [(Double, Int, String)]
  )
  func fixed(value: Double, decimals: Int, text: String) {
    #expect(NumberFormat.fixed(decimals).text(value) == text)
  }

  @Test(
    "Percent moves the point without a second rounding",
    arguments: [
      (0.1234, 2, "12.34%"), (0.285, 0, "28%"), (0.57, 0, "57%"), (0.07, 0, "7%"), (1, 0, "100%"),
      (0, 2, "0.00%"),
      (-0.00001, 2, "0.00%"), (0.001, 2, "0.10%"), (-0.3, 1, "-30.0%"), (12.5, 1, "1250.0%"),
      (0.005, 1, "0.5%"),
    ] as [(Double, Int, String)]
  )
  func percent(value: Double, decimals: Int, text: String) {
    #expect(NumberFormat.percent(decimals).text(value) == text)
  }

  @Test(
    "Compact: the letter of the size after rounding",
    arguments: [
      (391.035e9, 1, "391.0B"), (0, 1, "0.0"), (999.94, 1, "999.9"), (999.96, 1, "1.0k"),
      (999.96e6, 1, "1.0B"),
      (1000, 1, "1.0k"), (15.74e9, 2, "15.74B"), (-4.2e6, 1, "-4.2M"), (1.1e12, 1, "1.1T"),
      (2.5e16, 0, "25000T"),
      (0.5, 1, "0.5"), (1e-9, 1, "0.0"), (1.25e9, 1, "1.2B"), (1.35e9, 1, "1.4B"), (.nan, 1, "-"),
      (500, 0, "500"),
      (999.6, 0, "1k"), (-999_999, 0, "-1M"),
    ] as [(Double, Int, String)]
  )
  func compact(value: Double, decimals: Int, text: String) {
    #expect(NumberFormat.compact(decimals).text(value) == text)
  }

  @Test(
    "An amount has three or four digits and the letter of its size",
    arguments: [
      (4.2e9, "4.20B"), (9.994e9, "9.99B"), (9.996e9, "10.0B"), (99.96e6, "100.0M"), (999.96e6, "1.00B"),
      (-1234, "-1.23k"), (412, "412.0"), (0.25, "0.250"), (0, "0.0"), (.nan, "-"),
    ] as [(Double, String)]
  )
  func amount(value: Double, text: String) { #expect(NumberFormat.amount.text(value) == text) }

  @Test("Exact reads back as the same number and has no point after whole numbers")
  func exact() {
    #expect(NumberFormat.exact.text(5.0) == "5")
    #expect(NumberFormat.exact.text(-0.0) == "0")
    #expect(NumberFormat.exact.text(0.1) == "0.1")
    #expect(NumberFormat.exact.text(Int.max) == "9223372036854775807")
    var random = Dice(7)
    for _ in 0..<2000 {
      let value = random.nextFiniteDouble()
      #expect(value == 0 || Double(NumberFormat.exact.text(value))?.bitPattern == value.bitPattern)
    }
  }

  @Test("Signs, thousands and suffixes")
  func modifiers() {
    #expect(NumberFormat.integer.grouped.text(1_234_567) == "1,234,567")
    #expect(NumberFormat.integer.grouped.text(-123) == "-123")
    #expect(NumberFormat.fixed(2).grouped.text(-1234567.891) == "-1,234,567.89")
    #expect(NumberFormat.general.grouped.text(1e20) == "1e20")
    #expect(NumberFormat.percent.signed.text(0.031) == "+3.10%")
    #expect(NumberFormat.percent.signed.text(-0.031) == "-3.10%")
    #expect(NumberFormat.percent.signed.text(0.000001) == "0.00%")
    #expect(NumberFormat.fixed(1).suffixed("x").text(15) == "15.0x")
    #expect(NumberFormat.percent.text(3) == "300.00%")
  }

  @Test("The decimal comma of a locale changes nothing")
  func locale() {
    let before = setlocale(LC_NUMERIC, nil).map { String(cString: $0) }
    for name in ["de_DE.UTF-8", "fr_FR.UTF-8"] { setlocale(LC_NUMERIC, name) }
    #expect(NumberFormat.fixed(2).text(1234.5) == "1234.50")
    #expect(NumberFormat.general.text(0.5) == "0.5")
    if let before { setlocale(LC_NUMERIC, before) }
  }

  @Test("The numbers of a column share their decimals")
  func shared() {
    func texts(_ values: [Double]) -> [String] {
      let format = NumberFormat.general.shared(by: values)
      return values.map { format.text($0) }
    }
    #expect(texts([412.35, 98.7, 5]) == ["412.35", "98.70", "5.00"])
    #expect(texts([45.123456, 9.87654321]) == ["45.1235", "9.8765"])
    #expect(texts([1, 20, 300]) == ["1", "20", "300"])
    #expect(texts([1_000_000, 0.5]) == ["1000000.0", "0.5"])
    #expect(texts([1.2, 0.00123]) == ["1.20000", "0.00123"])
    #expect(texts([1.2, 1e-17]) == ["1.2", "1e-17"])
    #expect(texts([.nan, 2.5]) == ["-", "2.5"])
    #expect(texts([]) == [])
  }

  @Test(
    "A format is read back from its code",
    arguments: [
      NumberFormat.general, .exact, .integer, .amount, .fixed(0), .fixed(3).grouped, .percent(2), .compact(1),
      .percent(1).signed, .fixed(2).suffixed(", a suffix x"),
    ])
  func codes(format: NumberFormat) { #expect(NumberFormat(code: format.code) == format) }

  @Test("What is no code is no format", arguments: ["", "fixed", "fixed 2,what", "general 3", "percent two"])
  func noCode(text: String) { #expect(NumberFormat(code: text) == nil) }
}
