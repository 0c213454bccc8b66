/// One combination of a sweep: which one it is, and the figures that a list of combinations shows.
public struct SweepRow: Sendable, Hashable {
  /// The index of the combination in the grid.
  public var index: Int
  /// The figure that the sweep is ranked by.
  public var key: Double
  /// Gain over the starting cash.
  public var totalReturn: Double
  /// Gain a year.
  public var cagr: Double
  /// Deviation of returns a year.
  public var volatility: Double
  /// Mean return over its deviation, a year.
  public var sharpeRatio: Double
  /// Mean return over its downside deviation, a year.
  public var sortinoRatio: Double
  /// Gain a year over the deepest drawdown.
  public var calmarRatio: Double
  /// The deepest drawdown, zero or negative.
  public var maxDrawdown: Double
  /// Closed trades.
  public var trades: Int
  /// Closed trades that gained money, as a share.
  public var winRate: Double
  /// The gains of winners over the losses of losers.
  public var profitFactor: Double
  /// The share of bars with a position.
  public var exposure: Double

  /// Makes a row of its figures.
  public init(
    index: Int, key: Double, totalReturn: Double, cagr: Double, volatility: Double, sharpeRatio: Double,
    sortinoRatio: Double, calmarRatio: Double, maxDrawdown: Double, trades: Int, winRate: Double, profitFactor: Double,
    exposure: Double
  ) {
    (self.index, self.key, self.totalReturn, self.cagr, self.volatility) = (index, key, totalReturn, cagr, volatility)
    (self.sharpeRatio, self.sortinoRatio, self.calmarRatio) = (sharpeRatio, sortinoRatio, calmarRatio)
    (self.maxDrawdown, self.trades, self.winRate) = (maxDrawdown, trades, winRate)
    (self.profitFactor, self.exposure) = (profitFactor, exposure)
  }

  /// Takes the figures of a combination, ranked by a metric.
  public init(index: Int, performance: Performance, rankedBy metric: Metric) {
    self.index = index
    key = metric.value(performance)
    totalReturn = performance.totalReturn
    cagr = performance.cagr
    volatility = performance.volatility
    sharpeRatio = performance.sharpeRatio
    sortinoRatio = performance.sortinoRatio
    calmarRatio = performance.calmarRatio
    maxDrawdown = performance.maxDrawdown
    trades = Int(performance.trades)
    winRate = performance.winRate
    profitFactor = performance.profitFactor
    exposure = performance.exposure
  }
}

extension Sweep {
  /// The best of some rows, which is the first of those that ``ranked(_:by:top:)`` gives; nil if none has a figure.
  public static func best(of rows: [SweepRow], by metric: Metric) -> SweepRow? {
    let higherIsBetter = metric.preference != .lower
    var best: Int?
    for place in rows.indices where !rows[place].key.isNaN {
      guard let known = best else {
        best = place
        continue
      }
      let (key, leader) = (rows[place].key, rows[known].key)
      if key == leader ? rows[place].index < rows[known].index : (key > leader) == higherIsBetter { best = place }
    }
    return best.map { rows[$0] }
  }

  /// Rows from best to worst; missing figures last, equal ones in the order of the grid.
  public static func ranked(_ rows: [SweepRow], by metric: Metric, top: Int? = nil) -> [SweepRow] {
    let higherIsBetter = metric.preference != .lower
    typealias Place = (key: Double, index: Int, offset: Int)
    func isBefore(_ left: Place, _ right: Place) -> Bool {
      if left.key.isNaN || right.key.isNaN {
        return left.key.isNaN == right.key.isNaN ? left.index < right.index : right.key.isNaN
      }
      if left.key == right.key { return left.index < right.index }
      return (left.key > right.key) == higherIsBetter
    }
    // Rows are long: their offsets are sorted instead.
    let places = rows.enumerated().lazy.map { (key: $0.element.key, index: $0.element.index, offset: $0.offset) }
    let top = max(0, top ?? rows.count)
    guard top <= 100, top < rows.count / 4 else {
      return places.sorted(by: isBefore).prefix(top).map { rows[$0.offset] }
    }
    // Few of many: each goes to its place among the best so far, if it is one of them.
    var best: [Place] = []
    for place in places where best.count < top || best.last.map({ isBefore(place, $0) }) ?? false {
      if best.count == top { best.removeLast() }
      best.insert(place, at: best.firstIndex { isBefore(place, $0) } ?? best.endIndex)
    }
    return best.map { rows[$0.offset] }
  }
}
