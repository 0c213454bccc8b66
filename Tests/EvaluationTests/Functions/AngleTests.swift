import Columns
import Evaluation
import LibC
import Testing

@Suite("Functions of angles, logarithms and operators by name")
struct AngleTests {
  /// A function with values on both sides of where it is defined.
  struct Sample: CustomTestStringConvertible {
    let name: String
    let library: @Sendable (Double) -> Double
    var testDescription: String { name }
  }

  static let samples = [
    Sample(name: "sin") { sin($0) }, Sample(name: "cos") { cos($0) }, Sample(name: "tan") { tan($0) },
    Sample(name: "asin") { asin($0) }, Sample(name: "acos") { acos($0) }, Sample(name: "atan") { atan($0) },
    Sample(name: "sinh") { sinh($0) }, Sample(name: "cosh") { cosh($0) }, Sample(name: "tanh") { tanh($0) },
    Sample(name: "exp") { exp($0) }, Sample(name: "ln") { log($0) }, Sample(name: "log") { log($0) },
    Sample(name: "log10") { log10($0) }, Sample(name: "sqrt") { $0.squareRoot() },
    Sample(name: "floor") { $0.rounded(.down) }, Sample(name: "ceil") { $0.rounded(.up) },
  ]

  static let numbers: [Double] = [
    -1000, -30.5, -1.5, -1, -0.75, -1e-9, 0, 1e-300, 0.3, 1, 1.25, 2, 99.99, 1e5, 1e300, .nan,
  ]

  @Test("A function of one value is the C library's on every bar, and of a scalar", arguments: samples)
  func library(sample: Sample) throws {
    let expected = Self.numbers.map { number in
      let value = sample.library(number)
      return value.isFinite ? value : .nan
    }
    #expect(try same(values("\(sample.name)(close)", on: bars(Self.numbers)), expected))
    for (number, wanted) in zip(Self.numbers, expected)
    where !number.isNaN && number.magnitude < 1e6 && number.magnitude > 0.1 {
      #expect(try same([scalar("\(sample.name)(\(number))")], [wanted]), "\(sample.name)(\(number))")
    }
    let made = randomBars(1100, seed: 33, holes: 0.02)
    let long = (0..<1100).map { bar in
      let value = sample.library(made.close[bar] - made.open[bar])
      return value.isFinite ? value : .nan
    }
    #expect(try same(values("\(sample.name)(close - open)", on: made), long))
  }

  @Test("Operators by name are the operators", arguments: [("add", "+"), ("sub", "-"), ("mult", "*"), ("div", "/")])
  func operators(name: String, sign: String) throws {
    let made = randomBars(1100, seed: 34, holes: 0.02)
    for (left, right) in [("close", "open"), ("close - open", "0 * volume"), ("volume", "2.5"), ("5%", "2%")] {
      let expected = try values("(\(left)) \(sign) (\(right))", on: made)
      #expect(try same(values("\(name)(\(left), \(right))", on: made), expected))
    }
    #expect(try scalar("\(name)(6, 4)") == scalar("6 \(sign) 4"))
    // A rate is not added to a price by another name either.
    if sign == "+" || sign == "-" { #expect(throws: (any Error).self) { try values("\(name)(close, 5%)", on: made) } }
  }
}
