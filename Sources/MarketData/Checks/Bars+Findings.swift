import Calendar
import Columns
import Text

extension Bars {
  /// The findings of some kinds on the prices of some of the bars: contradictory, missing or not positive prices, an
  /// unchanged price, another unit, and long gaps.
  ///
  /// Of gaps only the long ones are found (`longGaps`); other kinds are not looked for.
  public func findings(_ codes: Set<BarFinding.Code>, in range: Range<Int>) -> [BarFinding] {
    var found = BarChecks.findings(of: self, in: range, among: codes)
    if codes.contains(.gaps), let gap = longGapFinding(in: range) { found.append(gap) }
    return found
  }

  /// The bars among some before which nothing is known for long: more than two weeks, of weeks ten bars.
  ///
  /// Markets close over holidays for up to eleven days. Of months and longer each that is missing counts: twelve bars
  /// before are then not a year.
  public func longGaps(in range: Range<Int>) -> [Int] {
    let fortnight = 14 * 86_400_000
    let length = timeframe.nominalMilliseconds
    let least =
      timeframe.unit > .week ? length + length / 2 : max(Int64(fortnight), timeframe.unit > .day ? 10 * length : 0)
    // Most ranges are shorter than a long gap, such as those of trades within days.
    guard range.count > 1, times[range.upperBound - 1].milliseconds - times[range.lowerBound].milliseconds > least
    else {
      return []
    }
    return times.withUnsafeBufferPointer { times in
      (range.lowerBound + 1..<range.upperBound).filter {
        times[$0].milliseconds - times[$0 - 1].milliseconds > least
      }
    }
  }

  /// The bars among some before which sessions are missing: gaps of a day and longer, as the checks of a load count them.
  public func missingSessions(in range: Range<Int>) -> [Int] {
    guard range.count > 1 else { return [] }
    let rule = GapRule(self)
    let least = max(rule.usual, 43_200_000)
    return times.withUnsafeBufferPointer { times in
      (range.lowerBound + 1..<range.upperBound).filter {
        guard times[$0].milliseconds - times[$0 - 1].milliseconds > least else { return false }
        return rule.gap(from: times[$0 - 1], to: times[$0]).map { $0 >= 86_400_000 } ?? false
      }
    }
  }

  private func longGapFinding(in range: Range<Int>) -> BarFinding? {
    let gaps = longGaps(in: range)
    func distance(_ index: Int) -> Int64 { times[index].milliseconds - times[index - 1].milliseconds }
    guard let largest = gaps.max(by: { distance($0) < distance($1) }) else { return nil }
    let rule = GapRule(self)
    let length = rule.gap(from: times[largest - 1], to: times[largest]) ?? distance(largest)
    let size = timeframe.unit > .week ? "one bar" : timeframe.unit > .day ? "ten bars" : "two weeks"
    return BarFinding(
      .gaps,
      message: NumberText.counted(gaps.count, "gap") + " of more than \(size), "
        + Wording.plural(gaps.count, "", "the largest ")
        + rule.words(length, after: times[largest - 1], label: label(at: largest - 1))
        + ": the bars on both sides count as neighbours",
      count: gaps.count, firstTime: times[(gaps.first ?? largest) - 1])
  }
}
