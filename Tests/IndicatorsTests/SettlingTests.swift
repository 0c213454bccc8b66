import Columns
import Indicators
import StandardIndicators
import TestSupport
import Testing

/// From the settled bar on it no longer matters where a series begins.
@Suite("The settled bar")
struct SettlingTests {
  /// A walk without flat stretches, whose beginning is far from the rest.
  private static let bars: [BarField: Column] = {
    var dice = Dice(77)
    var columns: [BarField: [Double]] = [:]
    var close = 60.0
    for index in 0..<2500 {
      let open = close
      close = (index < 60 ? 60 : 100) * (1 + dice.number(-0.1...0.1))
      columns[.open, default: []].append(open)
      columns[.high, default: []].append(max(open, close) * (1 + dice.number(0.001...0.01)))
      columns[.low, default: []].append(min(open, close) * (1 - dice.number(0.001...0.01)))
      columns[.close, default: []].append(close)
      columns[.volume, default: []].append(dice.number(1000...2000))
    }
    return columns.mapValues { Column($0) }
  }()

  private static func inputs(of indicator: Indicator, from first: Int) -> [Column] {
    indicator.inputs.enumerated().map { place, input in
      let field = input.defaultField ?? (place == 0 ? .close : .volume)
      let values = Array((bars[field]?.values ?? [])[first...])
      return Column(input.kind == .truth ? values.map { $0 < 100 ? 1 : 0 } : values)
    }
  }

  /// An output of a series that begins 50 bars later, beside that of the whole one.
  private struct Comparison {
    let warmUp: Int
    let settling: Int
    /// By how much both differ on each bar of the shorter one, as a share of the range of the later values.
    let differences: [Double]

    init?(_ indicator: Indicator, _ arguments: [Double], output: Int) throws {
      guard let settling = try indicator.settling(arguments) else { return nil }
      let cut = 50
      let whole = try indicator.compute(inputs(of: indicator, from: 0), arguments)[output].values
      let late = try indicator.compute(inputs(of: indicator, from: cut), arguments)[output].values
      let tail = whole.suffix(1200).filter { !$0.isNaN }
      let range = (tail.max() ?? 0) - (tail.min() ?? 0)
      warmUp = try indicator.warmUp(arguments, output: output)
      self.settling = settling
      differences = late.indices.map { index in
        late[index].isNaN && whole[index + cut].isNaN ? 0 : abs(late[index] - whole[index + cut]) / max(range, 1e-9)
      }
    }

    /// The largest difference from a bar after the warm-up on.
    func largest(after bars: Int) -> Double { differences.dropFirst(warmUp + bars).max() ?? .nan }
  }

  @Test(
    "From the settled bar on an earlier beginning changes less than a millionth",
    arguments: Thoroughness.some(Indicator.all))
  func agreement(indicator: Indicator) throws {
    var dice = Dice(3)
    for _ in 0..<12 {
      let arguments = indicator.randomArguments(&dice, longest: 14)
      for output in indicator.outputs.indices {
        guard let comparison = try Comparison(indicator, arguments, output: output) else { continue }
        let largest = comparison.largest(after: comparison.settling)
        #expect(largest <= 1e-6, "\(indicator.name)\(arguments), \(indicator.outputs[output].name): \(largest)")
      }
    }
  }

  @Test("The rule is not a far guess: at a quarter of its bars the beginning still counts")
  func tightness() throws {
    let calls: [(String, [Double?])] = [
      ("ema", [20]), ("ema", [20, 1]), ("rma", [14]), ("dema", [15]), ("tema", [12]), ("t3", [8]), ("trix", [12]),
      ("zlema", [12]), ("rsi", [14]), ("cmo", [14]), ("atr", [14]), ("atr", [14, 2]), ("natr", [14]), ("adx", [14]),
      ("adxr", [14]), ("dx", [14]), ("plus_di", [14]), ("minus_dm", [14]), ("macd", []), ("macd", [12, 26, 9, 0, 1]),
      ("apo", [12, 26]), ("ppo", [12, 26]), ("ma", [20, 1]), ("bbands", [20, 2, 2, 1]), ("stoch", [5, 9, 1]),
    ]
    for (name, given) in calls {
      let indicator = try #require(Indicator.named(name))
      let arguments = try indicator.completeArguments(given)
      let comparison = try #require(try Comparison(indicator, arguments, output: 0))
      #expect(comparison.settling > 20)
      #expect(comparison.largest(after: comparison.settling / 4) > 1e-6, "\(name)\(arguments)")
    }
  }

  @Test("The bars are those of the weights: (1 - gain)^n, and of averages in a row their sum")
  func bars() throws {
    func settling(_ name: String, _ given: [Double?]) throws -> Int? {
      let indicator = try #require(Indicator.named(name))
      return try indicator.settling(indicator.completeArguments(given))
    }
    // The first n with (25/27)^n < 1e-6, and with (13/14)^n < 1e-6.
    #expect(try settling("ema", [26]) == 180)
    #expect(try settling("rma", [14]) == 187)
    #expect(try settling("rsi", [14]) == 187)
    #expect(try settling("rsi", [14, 1]) == 0)
    #expect(try settling("atr", [14, 1]) == 0)
    // Shown from index 25 on, a seed of bar 0 is followed by 25 bars of them.
    #expect(try settling("ema", [26, 2]) == 155)
    // The first n with q^n (1 + n (1 - q) / q) < 1e-6 for q = 19/21.
    #expect(try settling("dema", [20]) == 168)
    #expect(try settling("sma", [20]) == 0)
    #expect(try settling("ma", [20, 0]) == 0)
    #expect(try settling("kama", [20]) == nil)
    #expect(try settling("ma", [20, 6]) == nil)
    #expect(try settling("obv", []) == nil)
    #expect(Indicator.named("obv")?.countsFromTheBeginning == true)
    #expect(Indicator.named("kama")?.countsFromTheBeginning == false)
    #expect(try settling("ema", [1]) == 0)
    #expect(try settling("ema", [10_000_000]) == 69_077_553)
  }
}
