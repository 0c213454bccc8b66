import Columns
import Indicators
import StandardIndicators
import TestSupport
import Testing

/// Laws of every indicator, independent of its formula; tried on random bars with random arguments.
@Suite("Laws of all indicators")
struct LawTests {
  private static let seeds = Thoroughness.some([1, 2, 3, 4, 5, 6] as [UInt64])

  @Test("Outputs are as long as the inputs and begin exactly after the warm-up", arguments: Indicator.all)
  func lengthAndWarmUp(indicator: Indicator) throws {
    for seed in Self.seeds {
      var dice = Dice(seed)
      let bars = RandomInputs(300, seed: seed)
      let arguments = indicator.randomArguments(&dice, longest: 60)
      let outputs = try indicator.compute(bars.inputs(of: indicator), arguments)
      #expect(outputs.count == indicator.outputs.count)
      for (place, output) in outputs.enumerated() {
        let warmUp = try indicator.warmUp(arguments, output: place)
        #expect(output.count == 300)
        let missing = output.values.prefix { $0.isNaN }.count
        if indicator.isPartial {
          #expect(missing >= min(warmUp, 300), "\(indicator.name)\(arguments)")
        } else {
          #expect(missing == min(warmUp, 300), "\(indicator.name)\(arguments)")
          #expect(output.missingCount == missing, "\(indicator.name)\(arguments)")
        }
      }
    }
  }

  @Test("A longer series begins with the same bits", arguments: Indicator.all)
  func noLookAhead(indicator: Indicator) throws {
    for seed in Self.seeds {
      var dice = Dice(seed &+ 100)
      let bars = RandomInputs(260, seed: seed)
      let arguments = indicator.randomArguments(&dice, longest: 40)
      let inputs = bars.inputs(of: indicator)
      let whole = bits(try indicator.compute(inputs, arguments))
      for count in [0, 1, 2, 3, 37, 64, 101, 130, 255, 259] {
        let part = bits(try indicator.compute(inputs.map { $0.prefix(count) }, arguments))
        #expect(part == whole.map { Array($0.prefix(count)) }, "\(indicator.name)\(arguments) at \(count)")
      }
    }
  }

  @Test("The same call gives the same bits", arguments: Indicator.all)
  func determinism(indicator: Indicator) throws {
    var dice = Dice(9)
    let inputs = RandomInputs(200, seed: 9).inputs(of: indicator)
    let arguments = indicator.randomArguments(&dice, longest: 30)
    let first = bits(try indicator.compute(inputs, arguments))
    #expect(try bits(indicator.compute(inputs, arguments)) == first)
  }

  @Test("Numbers of any size give finite or missing values", arguments: Indicator.all)
  func finite(indicator: Indicator) throws {
    for seed in Self.seeds {
      var dice = Dice(seed &+ 200)
      let arguments = indicator.randomArguments(&dice, longest: 12)
      for sizes in [[0, 1e-300, 1, 1e200, 1.7e308], [0, .leastNonzeroMagnitude, 1e-300, 1, 1e90]] {
        let inputs = indicator.inputs.map { _ in
          Column((0..<80).map { _ in dice.number(-1...1) * sizes[dice.whole(0...4)] })
        }
        for output in try indicator.compute(inputs, arguments) {
          #expect(output.values.allSatisfy { !$0.isInfinite }, "\(indicator.name)\(arguments)")
        }
      }
    }
  }

  @Test("Values stay within the range that is declared", arguments: Indicator.all)
  func ranges(indicator: Indicator) throws {
    for seed in Self.seeds {
      var dice = Dice(seed &+ 300)
      let arguments = indicator.randomArguments(&dice, longest: 40)
      let outputs = try indicator.compute(RandomInputs(400, seed: seed).inputs(of: indicator), arguments)
      for (output, column) in zip(indicator.outputs, outputs) {
        guard let range = output.range else { continue }
        let slack = 1e-9 * max(range.upperBound, 1)
        for value in column.values where !value.isNaN {
          #expect(value >= range.lowerBound - slack && value <= range.upperBound + slack)
        }
      }
    }
  }

  @Test("After a gap everything is as if the series began there", arguments: Indicator.all)
  func missingValuesHeal(indicator: Indicator) throws {
    // Functions that wait for events see the gap; their own tests say how they treat it.
    if indicator.inputs.contains(where: { $0.kind == .truth }) || indicator.name == "cumulative" { return }
    for seed in Self.seeds {
      var dice = Dice(seed &+ 400)
      let arguments = indicator.randomArguments(&dice, longest: 25)
      let inputs = RandomInputs(220, seed: seed).inputs(of: indicator)
      var holed = inputs
      let hole = dice.whole(0...indicator.inputs.count - 1)
      for index in [0, 1, 2, 90, 91, 150] { holed[hole][index] = .nan }
      let outputs = try indicator.compute(holed, arguments)
      for range in [3..<90, 92..<150, 151..<220] {
        let alone = try indicator.compute(inputs.map { Column(Array($0.values[range])) }, arguments)
        #expect(bits(outputs.map { Column(Array($0.values[range])) }) == bits(alone), "\(indicator.name)")
      }
      for index in [0, 1, 2, 90, 91, 150] { #expect(outputs.allSatisfy { $0[index].isNaN }) }
    }
  }

  @Test("Arguments out of range are refused by name, and nothing traps", arguments: Indicator.all)
  func sillyArguments(indicator: Indicator) throws {
    let silly: [Double] = [
      -20, -1, 0, 0.5, 0.7, 1, 1.5, 2, 3, 999, 1e6, 1e7, 1e9, 1e300, -.infinity, .infinity, .nan,
    ]
    var dice = Dice(7)
    let standard = indicator.randomArguments(&dice, longest: 5)
    for count in [0, 1, 2, 3, 4, 30] {
      let inputs = RandomInputs(count, seed: 3).inputs(of: indicator)
      for place in indicator.parameters.indices {
        for value in silly {
          var arguments = standard
          arguments[place] = value
          let parameter = indicator.parameters[place]
          if parameter.allows(value) {
            let outputs = try indicator.compute(inputs, arguments)
            #expect(outputs.allSatisfy { $0.count == count })
            continue
          }
          let error = #expect(throws: IndicatorError.self) { try indicator.compute(inputs, arguments) }
          #expect(error?.indicator == indicator.name)
          let expected: (name: String, allowed: String)? =
            if case .argument(let name, _, let allowed)? = error?.cause { (name, allowed) } else { nil }
          #expect(expected?.name == parameter.name)
          #expect(expected?.allowed == parameter.allowed)
        }
      }
    }
  }

  @Test("A period longer than the data gives missing values only")
  func longPeriods() throws {
    for indicator in Indicator.all where indicator.parameterIndex(named: "period") != nil {
      var given = [Double?](repeating: nil, count: indicator.parameters.count)
      given[indicator.parameterIndex(named: "period") ?? 0] = 5000
      let arguments = try indicator.completeArguments(given)
      let outputs = try indicator.compute(RandomInputs(50, seed: 5).inputs(of: indicator), arguments)
      #expect(outputs.allSatisfy { $0.missingCount == 50 }, "\(indicator.name)")
    }
  }
}
