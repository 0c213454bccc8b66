import Columns
import Indicators
import StandardIndicators
import TestSupport
import Testing

@Suite("Calls with the wrong number of arguments or series")
struct WrongCallTests {
  @Test("Too few and too many arguments are refused with the names of the parameters", arguments: Indicator.all)
  func argumentCounts(indicator: Indicator) throws {
    let bars = RandomInputs(30, seed: 11)
    let count = indicator.parameters.count
    for wrong in [count - 1, count + 1, count + 7] where wrong >= 0 {
      let arguments = [Double](repeating: 2, count: wrong)
      let expected = IndicatorError(
        indicator: indicator.name, cause: .argumentCount(wrong, parameters: indicator.parameters.map(\.name)))
      #expect(throws: expected) { try indicator.compute(bars.inputs(of: indicator), arguments) }
      #expect(throws: expected) { try indicator.warmUp(arguments) }
      #expect(throws: expected) { try indicator.settling(arguments) }
      if wrong > count { #expect(throws: expected) { try indicator.completeArguments(arguments) } }
    }
  }

  @Test("Too few and too many series are refused with the names of the inputs", arguments: Indicator.all)
  func inputCounts(indicator: Indicator) throws {
    var dice = Dice(12)
    let arguments = indicator.randomArguments(&dice, longest: 5)
    let inputs = RandomInputs(30, seed: 12).inputs(of: indicator)
    for wrong in [Array(inputs.dropLast()), inputs + [Column([1])]] {
      let expected = IndicatorError(
        indicator: indicator.name, cause: .inputCount(wrong.count, inputs: indicator.inputs.map(\.name)))
      #expect(throws: expected) { try indicator.compute(wrong, arguments) }
    }
    guard inputs.count > 1 else { return }
    let uneven = inputs.dropLast() + [inputs[0].prefix(29)]
    #expect(throws: IndicatorError(indicator: indicator.name, cause: .inputLengths(uneven.map(\.count)))) {
      try indicator.compute(Array(uneven), arguments)
    }
  }

  @Test("The error is a sentence with the indicator and its parameters")
  func sentences() throws {
    let ema = try #require(Indicator.named("ema"))
    let error = #expect(throws: IndicatorError.self) { try ema.compute([Column([1, 2, 3])], [12]) }
    #expect(error?.description == "ema takes 2 arguments (period, seed), not 1.")
    let none = #expect(throws: IndicatorError.self) { try ema.compute([], [12, 0]) }
    #expect(none?.description == "ema takes 1 series (x), not 0.")
    let bop = try #require(Indicator.named("bop"))
    let uneven = #expect(throws: IndicatorError.self) {
      try bop.compute([Column([1]), Column([1, 2]), Column([1]), Column([1])], [])
    }
    #expect(uneven?.description == "bop takes series of one length, not of 1, 2, 1, 1.")
    let many = #expect(throws: IndicatorError.self) { try bop.warmUp([3]) }
    #expect(many?.description == "bop takes no arguments, not 1.")
  }
}
