import Accounts
import TestSupport
import Testing

@Suite("Exact decimals")
struct FixedDecimalTests {
  @Test(
    "Texts are read to the last place",
    arguments: [
      ("182.50", "182.5"), ("-0.000000000001", "-0.000000000001"), ("1.0e-08", "0.00000001"), ("+7", "7"),
      ("2.5e3", "2500"), (".5", "0.5"), ("0.0000000000005", "0"), ("0.0000000000015", "0.000000000002"),
      ("0.00000000000050000000001", "0.000000000001"), ("000123.4500", "123.45"), ("-0", "0"),
    ])
  func reading(text: String, written: String) { #expect(Money(text).map { "\($0)" } == written) }

  @Test(
    "Other texts are none",
    arguments: ["", "-", ".", "1.2.3", "1,000", "$5", "1e", "1e999", "nan", "inf", "0x10", "1 2", "9e30"])
  func refusing(text: String) { #expect(Money(text) == nil) }

  @Test("Sums have no error: ten times a tenth is one")
  func sums() throws {
    let tenth = try #require(Money("0.1"))
    #expect((0..<10).reduce(Money.zero) { sum, _ in sum + tenth } == Money(1))
  }

  @Test("A product is computed at full width and rounded once, a tie to the even place")
  func products() throws {
    let size = try #require(Quantity("123456789.123456789123456789"))
    let price = try #require(Money("98765.432109876543"))
    #expect(Money.product(size, price).map { "\($0)" } == "12193263124676.116309876543")
    #expect(Money(units: 1).scaled(by: 1, over: 2) == .zero)
    #expect(Money(units: 3).scaled(by: 1, over: 2) == Money(units: 2))
    #expect(Money(units: -3).scaled(by: 1, over: 2) == Money(units: -2))
    #expect(Money(units: 1).scaled(by: 1, over: 0) == nil)
    #expect(Money.product(Quantity(999_999_999_999), Money(999_999_999_999_999)) == nil)
  }

  @Test("Amounts are shown with commas, a tie rounded away from zero")
  func showing() throws {
    #expect(try #require(Money("-1234567.005")).rounded(decimals: 2) == "-1,234,567.01")
    #expect(try #require(Money("-0.004")).rounded(decimals: 2) == "0.00")
    #expect(try #require(Money("999.995")).rounded(decimals: 2) == "1,000.00")
    #expect(try #require(Money("3.5")).text(decimals: 2) == "3.50")
  }

  @Test("Any decimal reads back unchanged")
  func roundTrips() {
    var dice = Dice(7)
    for _ in Thoroughness.some(0..<20_000) {
      let units = Int128(Int64(truncatingIfNeeded: dice.next())) * Int128(dice.whole(1...1_000_000_000))
      let value = Quantity(units: units)
      #expect(Quantity("\(value)") == (value.isInRange ? value : nil))
      #expect(Quantity(value.text(decimals: 9)) == (value.isInRange ? value : nil))
    }
  }

  @Test("A double becomes the decimal that it was typed as")
  func doubles() {
    #expect(Money(182.1).map { "\($0)" } == "182.1")
    #expect(Money(1e-7).map { "\($0)" } == "0.0000001")
    #expect(Money(Double.nan) == nil)
    #expect(Money("0.1")?.double == 0.1)
    #expect(Money("1234567890123.123456789012")?.double == 1234567890123.123456789012)
  }

  @Test("The nearest double is that of the digits")
  func nearestDoubles() throws {
    var dice = Dice(11)
    for _ in Thoroughness.some(0..<20_000) {
      let units = Int128(Int64(truncatingIfNeeded: dice.next())) * Int128(dice.whole(1...1_000_000_000))
      #expect(Money(units: units).double == Double("\(Money(units: units))"))
      #expect(Quantity(units: units).double == Double("\(Quantity(units: units))"))
    }
    // Halfway between two doubles, and next to it.
    for units in [Int128(1) << 53 + 1, Int128(1) << 54 + 2, Int128(1) << 54 + 3] {
      let value = Money(units: units * MoneyPlaces.one)
      #expect(value.double == Double("\(value)"))
    }
  }
}
