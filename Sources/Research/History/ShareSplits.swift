import Calendar
import Columns
import Text

/// The splits of a company's shares, found by changes of unit in its filings and prices.
///
/// A count of shares as of a filing is in the shares of that day, and so is a price of an unadjusted series; prices
/// that are adjusted are all in the shares of the last day. A value for one share must be in the unit of the price next
/// to it.
///
/// In the filings a split is seen in averages of shares restated by an integer factor. In the prices it is a bar that
/// opens at about the close before divided by the factor, within 12 %: one of three or more by itself, one of two only
/// if the filings agree, because shares do halve overnight. A split of the filings that the prices do not show, though
/// they cover the time between its filing and the one before, means that they are adjusted for it.
///
/// A split is not news on its day: it was announced before. Later filings are read for splits only, which is not
/// look-ahead: they determine the unit of prices, not the value of a company.
public struct ShareSplits {
  /// A split: each old share became some number of new ones.
  public struct Split: Sendable, Hashable {
    /// New shares for an old one; below 1 if shares were put together.
    public var factor: Double
    /// The first filing that counts in new shares; nil if only the prices show it.
    public var filed: CivilDate?
    /// The first bar with prices of new shares; nil if the prices do not show it.
    public var bar: Int?
    /// True if all prices are of new shares.
    public var isAdjusted = false
  }

  /// The splits: those of the filings, then those of the prices alone.
  public private(set) var all: [Split] = []
  private let bars: Bars

  /// Finds the splits of filings, if any, and those of prices.
  init(_ figures: FiledFigures?, on bars: Bars) {
    self.bars = bars
    let jumps = Self.jumps(of: bars)
    var shown: Set<Int> = []
    for split in figures?.splits ?? [] {
      // The split is between this filing and the one before.
      let before = figures?.days.last { $0 < split.filed } ?? split.filed.adding(days: -100)
      let start = bars.firstIndex(notBefore: bars.zone.timestamp(of: CivilTime(date: before)))
      let end = bars.firstBar(after: split.filed) ?? bars.count
      let jump = jumps.first { $0.bar >= start && $0.bar < end && abs($0.ratio / split.factor - 1) < 0.12 }
      if let jump { shown.insert(jump.bar) }
      // Bars that begin after the split are of new shares, bars that end before it of old ones.
      let isAdjusted = jump == nil && end < bars.count
      all.append(Split(factor: split.factor, filed: split.filed, bar: jump?.bar, isAdjusted: isAdjusted))
    }
    for jump in jumps where !shown.contains(jump.bar) {
      let factor = jump.ratio >= 1 ? jump.ratio.rounded() : 1 / (1 / jump.ratio).rounded()
      guard max(factor, 1 / factor) > 2.5, abs(jump.ratio / factor - 1) < 0.12 else { continue }
      all.append(Split(factor: factor, bar: jump.bar))
    }
  }

  /// The shares at a bar that one share of a filing's day is, or of a day that was typed; of today's without a day.
  public func sharesPerFiled(filed day: CivilDate?, isTyped: Bool = false, at bar: Int) -> Double {
    var shares = 1.0
    for split in all {
      var isFiledNew = true
      // Prices show the day of the split, filings only that it was before.
      let shown = split.bar.map { bars.civilTime(at: $0).date }
      if let day, let first = isTyped ? shown ?? split.filed : split.filed ?? shown { isFiledNew = day >= first }
      let isPriceNew = split.bar.map { bar >= $0 } ?? (split.isAdjusted || isFiledNew)
      if isFiledNew == isPriceNew { continue }
      shares = isPriceNew ? shares * split.factor : shares / split.factor
    }
    return shares
  }

  /// The splits of the prices on bars between two others, each at the first bar of its new shares.
  public func onBars(after first: Int, before end: Int) -> [(bar: Int, factor: Double)] {
    all.compactMap { split in split.bar.flatMap { $0 > first && $0 < end ? (bar: $0, factor: split.factor) : nil } }
      .sorted { $0.bar < $1.bar }
  }

  /// The bars that open far from the close before, with the close divided by the opening.
  private static func jumps(of bars: Bars) -> [(bar: Int, ratio: Double)] {
    guard bars.count > 1 else { return [] }
    let (open, close) = (bars.open.values, bars.close.values)
    var jumps: [(bar: Int, ratio: Double)] = []
    for index in 1..<bars.count {
      let ratio = close[index - 1] / open[index]
      if ratio > 1.3 || ratio < 1 / 1.3 { jumps.append((index, ratio)) }
    }
    return jumps
  }
}

extension ShareSplits.Split {
  /// The split as people write it: `10:1`, `1:8`, `3:2`.
  public var text: String {
    if factor == 1.5 { return "3:2" }
    return factor >= 1 ? "\(NumberFormat.exact.text(factor)):1" : "1:\(NumberFormat.exact.text((1 / factor).rounded()))"
  }
}
