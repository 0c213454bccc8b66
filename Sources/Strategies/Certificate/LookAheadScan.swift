import Columns
import Evaluation
import LibC
import Text

/// A column of a file whose values appear to be derived from later bars, or a rule that appears to know them.
package struct LookAheadFinding: Sendable, Hashable {
  /// The column as typed, `close @ SIGNAL`, or the rule by its name, `entry golden`.
  package var column: String
  /// The number of a later bar that it holds: `the close of the next bar`.
  package var holds: String
  /// The share of the bars on which it does, the correlation with it, or the mean after its bars in deviations.
  package var strength: Double
  /// The way in which the column holds the number.
  package var kind: Kind
  /// The bars examined; of events theirs.
  package var bars: Int
  /// The strength that chance stays below.
  package var chance = 0.0

  /// True of a rule, false of a column.
  package var isRule = false

  /// The ways in which a column can hold a later number.
  package enum Kind: Sendable, Hashable {
    /// The values are the same.
    case same
    /// The values move together.
    case correlation
    /// The number is larger, or smaller, after the bars on which the column is 1.
    case event
  }

  /// The finding, as a clause for use inside a message.
  package var text: String {
    let rounded = NumberText.plain((strength * 100).rounded() / 100)
    let limit = NumberText.plain((chance * 100).rounded() / 100)
    return switch kind {
    case .same:
      "holds \(holds) on \(NumberText.percent((strength * 1000).rounded() / 1000)) of \(NumberText.counted(bars, "bar"))"
    case .correlation: "has a correlation of \(rounded) with \(holds), by chance below \(limit)"
    case .event:
      "\(isRule ? "is true on" : "marks") \(NumberText.counted(bars, "bar")) whose mean of \(holds) is \(rounded) deviations from the overall mean, by chance below \(limit)"
    }
  }
}

/// The search for columns of files with look-ahead.
///
/// A column is compared with the open, high, low, close and return of the next twenty bars, and it, its change and its
/// distance to the close are correlated with the return of the next 1, 5 and 20 bars; of a column of 0 and 1 the
/// returns after its bars are compared with all, and the same for the bars on which a rule is true. Findings are above
/// chance and beyond any real edge: a correlation of 0.2 with the next day is more than any published signal has.
/// Look-ahead in the data itself cannot be found by replaying the rules.
package struct LookAheadScan {
  let bars: Bars
  let range: Range<Int>

  package init(bars: Bars, range: Range<Int>) {
    self.bars = bars
    self.range = range
  }

  /// The least share of bars that must agree, the least correlation, and the least mean of events in deviations; all are
  /// beyond what market data have of their own.
  private static let leastShare = 0.9
  private static let leastCorrelation = 0.2
  private static let leastEffect = 0.4
  /// The deviations of chance that a finding is beyond.
  private static let deviations = 5.0
  private static let leastBars = 30
  /// About the number of events examined, evenly spaced among all.
  private static let mostEvents = 8192
  /// The bars over which later returns are looked at.
  private static let horizons = [1, 5, 20]

  package func finding(_ name: String, _ column: Column) -> LookAheadFinding? {
    exact(name, column) ?? correlated(name, column)
  }

  /// The finding on a column or a rule that is true on some bars: the returns after them compared with all.
  ///
  /// They count in the larger of the deviations of both, as bars of a crisis have large returns of either sign.
  package func finding(_ name: String, trueOn events: [Int]) -> LookAheadFinding? {
    guard events.count >= Self.leastBars, events.count * 2 <= range.count else { return nil }
    for horizon in Self.horizons {
      // Events whose returns overlap repeat each other: only separate ones are independent.
      var (apart, next) = (0, Int.min)
      for event in events where event >= next { (apart, next) = (apart + 1, event + horizon) }
      let chance = Self.deviations / Double(apart).squareRoot()
      let own = changes(after: events, over: horizon)
      guard own.count >= Self.leastBars else { continue }
      let (mean, deviation) = (own.mean, own.deviation)
      // Few rules reach even half of the required mean: for the others the remaining bars are skipped.
      guard abs(mean) >= 0.5 * max(Self.leastEffect, chance) * deviation else { continue }
      let all = changes(after: range, over: horizon)
      let strength = (mean - all.mean) / max(deviation, all.deviation)
      guard abs(strength) >= max(Self.leastEffect, chance) else { continue }
      return LookAheadFinding(
        column: name, holds: Self.title(of: horizon), strength: strength, kind: .event, bars: own.count, chance: chance)
    }
    return nil
  }

  /// The mean and the deviation of the changes of the close over some bars from each of some places on.
  private func changes(
    after places: some Sequence<Int>, over horizon: Int
  ) -> (count: Int, mean: Double, deviation: Double) {
    bars.close.values.withUnsafeBufferPointer { close in
      var (count, sum, squares) = (0, 0.0, 0.0)
      for place in places where place + horizon < range.upperBound {
        let change = close[place + horizon] / close[place] - 1
        guard change.isFinite else { continue }
        count += 1
        sum += change
        squares += change * change
      }
      let mean = sum / Double(count)
      return (count, mean, max(0, squares / Double(count) - mean * mean).squareRoot())
    }
  }

  private func exact(_ name: String, _ column: Column) -> LookAheadFinding? {
    let returns = bars.close.returns
    let targets = [
      ("close", bars.close), ("open", bars.open), ("high", bars.high), ("low", bars.low), ("return", returns),
    ]
    for shift in 1...20 {
      for (title, target) in targets {
        let tolerance = title == "return" ? 0.0 : 1e-6
        var (count, same) = (0, 0)
        for index in range.dropLast(shift) {
          let (value, later) = (column.values[index], target.values[index + shift])
          // A value that was also known before is not evidence of look-ahead.
          if value.isNaN || later.isNaN || later == 0 { continue }
          // So does one that this close gives: without gaps it is the next open.
          if abs(bars.close.values[index] - later) <= 2e-6 * abs(later) { continue }
          if (0..<shift).contains(where: { abs(target.values[index + $0] - later) <= 2e-6 * abs(later) }) { continue }
          count += 1
          if abs(value - later) <= tolerance * abs(later) + (title == "return" ? 1e-6 : 0) { same += 1 }
          if count == 40, same < 20 { break }
        }
        let share = Double(same) / Double(max(count, 1))
        guard count >= Self.leastBars, share >= Self.leastShare else { continue }
        let bar = shift == 1 ? "the next bar" : "the bar \(shift) later"
        return LookAheadFinding(
          column: name, holds: "the \(title) of \(bar)", strength: share, kind: .same, bars: count)
      }
    }
    return nil
  }

  /// The return of the later bars that goes with a column more than chance has it: each form of it against each horizon.
  private func correlated(_ name: String, _ column: Column) -> LookAheadFinding? {
    let close = bars.close.values
    if range.allSatisfy({ [0, 1].contains(column.values[$0]) || column.values[$0].isNaN }) {
      return finding(name, trueOn: range.filter { column.values[$0] == 1 })
    }
    let forms: [(Int) -> Double] = [
      { column.values[$0] },
      { $0 > 0 ? column.values[$0] - column.values[$0 - 1] : .nan },
      { column.values[$0] / close[$0] },
    ]
    for horizon in Self.horizons {
      for form in forms {
        var pairs: [(Double, Double)] = []
        for index in range.dropLast(horizon) {
          let pair = (form(index), close[index + horizon] / close[index] - 1)
          if pair.0.isFinite, pair.1.isFinite { pairs.append(pair) }
        }
        guard pairs.count >= Self.leastBars else { continue }
        let strength = Self.correlation(pairs)
        // Returns over several bars overlap, so that fewer are independent.
        let chance = Self.deviations * (Double(horizon) / Double(pairs.count)).squareRoot()
        guard abs(strength) >= max(Self.leastCorrelation, chance) else { continue }
        return LookAheadFinding(
          column: name, holds: Self.title(of: horizon), strength: strength, kind: .correlation, bars: pairs.count,
          chance: chance)
      }
    }
    return nil
  }

  private static func title(of horizon: Int) -> String {
    horizon == 1 ? "the return of the next bar" : "the return of the next \(horizon) bars"
  }

  /// The correlation of values that are clamped to four deviations, so that no single day makes it.
  private static func correlation(_ pairs: [(Double, Double)]) -> Double {
    func clamped(_ values: [Double]) -> [Double] {
      let (mean, deviation) = moments(values)
      return values.map { min(max($0 - mean, -4 * deviation), 4 * deviation) }
    }
    let (left, right) = (clamped(pairs.map(\.0)), clamped(pairs.map(\.1)))
    var (both, squares) = (0.0, (0.0, 0.0))
    for (a, b) in zip(left, right) {
      both += a * b
      squares.0 += a * a
      squares.1 += b * b
    }
    return squares.0 > 0 && squares.1 > 0 ? both / (squares.0 * squares.1).squareRoot() : 0
  }

  private static func moments(_ values: [Double]) -> (mean: Double, deviation: Double) {
    let mean = values.reduce(0, +) / Double(values.count)
    return (mean, (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)).squareRoot())
  }
}

extension Column {
  /// The change from the value before, as a fraction.
  fileprivate var returns: Column {
    Column(count: count) { result in
      for index in 0..<count { result[index] = index > 0 ? values[index] / values[index - 1] - 1 : .nan }
    }
  }
}
