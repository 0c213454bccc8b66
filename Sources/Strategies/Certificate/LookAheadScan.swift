import Columns
import Evaluation
import LibC
import Text

/// A column of a file whose values appear to be derived from later bars.
package struct LookAheadFinding: Sendable, Hashable {
  /// The column as it is typed: `close @ SIGNAL`.
  package var column: String
  /// The number of a later bar that it holds: `the close of the next bar`.
  package var holds: String
  /// The share of the bars on which it does, or the correlation with it.
  package var strength: Double
  /// True where the values are the same, false where they move together.
  package var isExact: Bool
  /// The bars that were looked at.
  package var bars: Int

  /// The finding in words, as a sentence goes on with it.
  package var text: String {
    isExact
      ? "holds \(holds) on \(NumberText.percent((strength * 1000).rounded() / 1000)) of \(NumberText.counted(bars, "bar"))"
      : "has a correlation of \(NumberText.plain((strength * 100).rounded() / 100)) with \(holds), by chance below \(NumberText.plain((300 / Double(bars).squareRoot()).rounded() / 100))"
  }
}

/// The search for columns of files with look-ahead.
///
/// A column is compared with the open, high, low, close and return of the next five bars, and it, its change and its
/// distance to the close are correlated with the return of the next bar. Look-ahead in the data itself cannot be found
/// by replaying the rules.
struct LookAheadScan {
  let bars: Bars
  let range: Range<Int>

  /// The least share of bars that must agree, and the least correlation; both are far beyond market data's own.
  private static let leastShare = 0.9
  private static let leastCorrelation = 0.5
  private static let leastBars = 30

  func finding(_ name: String, _ column: Column) -> LookAheadFinding? {
    exact(name, column) ?? correlated(name, column)
  }

  private func exact(_ name: String, _ column: Column) -> LookAheadFinding? {
    let returns = bars.close.returns
    let targets = [
      ("close", bars.close), ("open", bars.open), ("high", bars.high), ("low", bars.low), ("return", returns),
    ]
    for shift in 1...5 {
      for (title, target) in targets {
        let tolerance = title == "return" ? 0.0 : 1e-6
        var (count, same) = (0, 0)
        for index in range.dropLast(shift) {
          let (value, later) = (column.values[index], target.values[index + shift])
          // A value that stood before as well tells nothing of the later bar.
          if value.isNaN || later.isNaN || later == 0 { continue }
          if (0..<shift).contains(where: { abs(target.values[index + $0] - later) <= 2e-6 * abs(later) }) { continue }
          count += 1
          if abs(value - later) <= tolerance * abs(later) + (title == "return" ? 1e-6 : 0) { same += 1 }
          if count == 40, same < 20 { break }
        }
        let share = Double(same) / Double(max(count, 1))
        guard count >= Self.leastBars, share >= Self.leastShare else { continue }
        let bar = shift == 1 ? "the next bar" : "the bar \(shift) later"
        return LookAheadFinding(
          column: name, holds: "the \(title) of \(bar)", strength: share, isExact: true, bars: count)
      }
    }
    return nil
  }

  private func correlated(_ name: String, _ column: Column) -> LookAheadFinding? {
    let returns = bars.close.returns
    let forms: [(Int) -> Double] = [
      { column.values[$0] },
      { $0 > 0 ? column.values[$0] - column.values[$0 - 1] : .nan },
      { column.values[$0] / bars.close.values[$0] },
    ]
    for form in forms {
      var pairs: [(Double, Double)] = []
      for index in range.dropLast() {
        let pair = (form(index), returns.values[index + 1])
        if pair.0.isFinite, pair.1.isFinite { pairs.append(pair) }
      }
      let correlation = Self.correlation(pairs)
      let chance = 6 / Double(max(pairs.count, 1)).squareRoot()
      guard pairs.count >= Self.leastBars, abs(correlation) >= max(Self.leastCorrelation, chance) else { continue }
      return LookAheadFinding(
        column: name, holds: "the return of the next bar", strength: correlation, isExact: false, bars: pairs.count)
    }
    return nil
  }

  private static func correlation(_ pairs: [(Double, Double)]) -> Double {
    let count = Double(pairs.count)
    let means = (pairs.reduce(0) { $0 + $1.0 } / count, pairs.reduce(0) { $0 + $1.1 } / count)
    var (both, left, right) = (0.0, 0.0, 0.0)
    for pair in pairs {
      let (a, b) = (pair.0 - means.0, pair.1 - means.1)
      both += a * b
      left += a * a
      right += b * b
    }
    return left > 0 && right > 0 ? both / (left * right).squareRoot() : 0
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
