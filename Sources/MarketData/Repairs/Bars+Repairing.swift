import Calendar
import Columns
import Text

extension Bars {
  /// Applies repairs in their order; reports for each that changed something the number of bars and the first one.
  func repaired(by repairs: [BarRepair]) -> (bars: Bars, findings: [BarFinding]) {
    var bars = self
    var findings: [BarFinding] = []
    for repair in repairs {
      let changed = bars.apply(repair)
      guard let first = changed.first else { continue }
      let counted = NumberText.counted(changed.count, "bar")
      let place = bars.timeframe.isIntraday ? zone.iso8601(first) : "\(zone.civilTime(at: first).date)"
      findings.append(
        BarFinding(
          .repaired,
          message: "repaired \(repair.rawValue): \(repair.meaning); \(counted)"
            + Wording.plural(changed.count, ", ", ", first ") + place,
          count: changed.count, firstTime: first,
          places: changed.prefix(12).map { BarFinding.Place(time: $0, text: repair.rawValue) }))
    }
    return (bars, findings)
  }

  /// Applies one mend; gives the times of the bars that it concerned.
  private mutating func apply(_ repair: BarRepair) -> [Timestamp] {
    switch repair {
    case .outsideSessions: return leaveOut(SessionChecks.outside(self))
    case .stuck: return leaveOut(PriceRuns.stuck(self))
    case .nonPositive:
      return leaveOut(indices { open[$0] <= 0 || high[$0] <= 0 || low[$0] <= 0 || close[$0] <= 0 })
    case .highLow: return mendHighLow()
    case .currency:
      let runs = PriceRuns.inOtherUnit(self)
      for run in runs { scale(run.range, by: run.factor) }
      return runs.flatMap { $0.range.map { times[$0] } }
    case .splits: return takeOutSplits()
    case .volume:
      // Of a day a volume of zero is a fault of the data; a minute may have no trades, if the series has any.
      let isQuiet = timeframe.isIntraday && times.indices.contains { volume[$0] > 0 }
      let bad = indices { volume[$0] < 0 || !isQuiet && volume[$0] == 0 }
      for index in bad { volume[index] = .missing }
      return bad.map { times[$0] }
    case .missing: return mendMissing()
    }
  }

  private func indices(where isBad: (Int) -> Bool) -> [Int] { times.indices.filter(isBad) }

  private mutating func leaveOut(_ bad: [Int]) -> [Timestamp] {
    guard !bad.isEmpty else { return [] }
    let moments = bad.map { times[$0] }
    let out = Set(bad)
    self = keeping { !out.contains($0) }
    return moments
  }

  /// Takes the high and the low to the other prices.
  ///
  /// If the two are exchanged and enclose the others, they change places; a price that is right stays.
  private mutating func mendHighLow() -> [Timestamp] {
    let bad = indices {
      high[$0] < low[$0] || open[$0] > high[$0] || open[$0] < low[$0] || close[$0] > high[$0] || close[$0] < low[$0]
    }
    for index in bad {
      let traded = [open[index], close[index]].filter { !$0.isNaN }
      if high[index] < low[index], traded.allSatisfy({ $0 >= high[index] && $0 <= low[index] }) {
        (high[index], low[index]) = (low[index], high[index])
      } else {
        for price in traded {
          high[index] = max(high[index], price)
          low[index] = min(low[index], price)
        }
      }
    }
    return bad.map { times[$0] }
  }

  private mutating func mendMissing() -> [Timestamp] {
    let bad = indices { open[$0].isNaN || high[$0].isNaN || low[$0].isNaN || close[$0].isNaN }
    let moments = bad.map { times[$0] }
    for index in bad where !close[index].isNaN {
      if open[index].isNaN { open[index] = close[index] }
      if high[index].isNaN {
        high[index] = max(open[index], close[index], low[index].isNaN ? close[index] : low[index])
      }
      if low[index].isNaN { low[index] = min(open[index], close[index], high[index]) }
    }
    self = keeping { !close[$0].isNaN }
    return moments
  }

  private mutating func takeOutSplits() -> [Timestamp] {
    let splits = indices { $0 > 0 && SplitSearch.isCandidate(open: open[$0], before: close[$0 - 1]) }
      .compactMap { SplitSearch.split(at: $0, in: self) }
    for split in splits.reversed() {
      scale(0..<split.index, by: 1 / split.ratio)
      for index in 0..<split.index { volume[index] *= split.ratio }
    }
    return splits.map { times[$0.index] }
  }

  private mutating func scale(_ range: Range<Int>, by factor: Double) {
    for index in range {
      open[index] *= factor
      high[index] *= factor
      low[index] *= factor
      close[index] *= factor
    }
  }
}
