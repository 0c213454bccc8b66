import Calendar
import Columns

/// The bars of a provider's answers, unchanged and in the order of arrival, and the answers' metadata.
public struct BarBatch: Sendable, Hashable {
  /// The prices that a provider gives.
  public enum Basis: String, Sendable, Hashable {
    /// As traded.
    case asTraded = "as traded"
    /// Adjusted for splits.
    case splits = "adjusted for splits"
    /// Adjusted for splits and dividends.
    case splitsAndDividends = "adjusted for splits and dividends"
    /// As the file has them that they came from.
    case asInFile = "as in the file"
    /// Values other than prices.
    case values

    /// The actions that the prices are adjusted for; nil if that is not known.
    public var adjustment: AdjustmentBasis? {
      switch self {
      case .asTraded: .nothing
      case .splits: .splits
      case .splitsAndDividends: .splitsAndDividends
      case .asInFile, .values: nil
      }
    }
  }

  /// The opening of each bar, in milliseconds since 1970.
  public var times: [Int64] = []
  /// The first price of each bar.
  public var open: [Double] = []
  /// The highest price of each bar.
  public var high: [Double] = []
  /// The lowest price of each bar.
  public var low: [Double] = []
  /// The last price of each bar.
  public var close: [Double] = []
  /// The volume of each bar.
  public var volume: [Double] = []
  /// The time from which each value is known, if the provider states it.
  public var known: [Int64]?
  /// The splits and dividends still in the prices.
  public var actions: [CorporateAction] = []
  /// The name of the zone of the exchange.
  public var zone: String
  /// The prices.
  public var basis: Basis
  /// The currency of the prices; nil if the provider does not say.
  public var currency: String?
  /// Other remarks in the answers that matter to a reader of the numbers.
  public var notes: [String] = []
  /// The time of day, on the clock of the zone, at which the bar of a day is complete; nil for midnight.
  public var dayEnd: CivilTime?
  /// True if `actions` are all that the provider knows of the symbol, not those of the days of a question alone.
  public var hasAllActions = false
  /// True if `times` are the days and times of the zone's clock, written as if they were of UTC.
  public var isOnZoneClock = false

  /// Makes an empty batch.
  public init(zone: String, basis: Basis) {
    self.zone = zone
    self.basis = basis
  }

  /// The number of bars.
  public var count: Int { times.count }

  /// Makes room for bars.
  public mutating func reserve(_ bars: Int) {
    times.reserveCapacity(bars)
    open.reserveCapacity(bars)
    high.reserveCapacity(bars)
    low.reserveCapacity(bars)
    close.reserveCapacity(bars)
    volume.reserveCapacity(bars)
    known?.reserveCapacity(bars)
  }

  /// Adds a bar.
  public mutating func add(
    _ time: Int64, _ open: Double, _ high: Double, _ low: Double, _ close: Double, _ volume: Double
  ) {
    times.append(time)
    self.open.append(open)
    self.high.append(high)
    self.low.append(low)
    self.close.append(close)
    self.volume.append(volume)
  }

  /// Adds a value that is not a bar.
  public mutating func add(_ time: Int64, value: Double) { add(time, value, value, value, value, .nan) }

  /// The splits and dividends after another question, whose days begin with one: those of before stay, unless the
  /// answer has all.
  public func actions(before day: CivilDate, and newer: BarBatch) -> [CorporateAction] {
    newer.hasAllActions ? newer.actions : actions.filter { $0.date < day } + newer.actions
  }

  /// Adds the bars of another batch, and takes over its metadata as the newer.
  public mutating func append(_ other: BarBatch) {
    times += other.times
    open += other.open
    high += other.high
    low += other.low
    close += other.close
    volume += other.volume
    known = known.flatMap { known in other.known.map { known + $0 } }
    (actions, notes, currency, dayEnd) = (other.actions, other.notes, other.currency, other.dayEnd)
  }

  /// True if a bar from an index on has a price or a volume without end, which no exchange has.
  public func hasInfiniteValues(from index: Int) -> Bool {
    [open, high, low, close, volume].contains { $0[index...].contains { $0.isInfinite } }
  }

  /// The bars from an index on, with all that is said of the series.
  public func suffix(from index: Int) -> BarBatch {
    var batch = self
    batch.times = Array(times[index...])
    batch.open = Array(open[index...])
    batch.high = Array(high[index...])
    batch.low = Array(low[index...])
    batch.close = Array(close[index...])
    batch.volume = Array(volume[index...])
    batch.known = known.map { Array($0[index...]) }
    return batch
  }

  /// The batch without the splits and dividends that its prices are adjusted for already.
  ///
  /// If splits are taken out of the prices, a dividend from before a split becomes one of a share of today, as the
  /// prices are.
  public var withoutActionsInPrices: BarBatch {
    var batch = self
    switch basis {
    case .asTraded, .asInFile, .values: break
    case .splitsAndDividends: batch.actions = []
    case .splits:
      let splits = actions.compactMap { action in action.splitRatio.map { (day: action.date, ratio: $0) } }
      guard !splits.isEmpty else { break }
      batch.actions = actions.compactMap { action in
        guard case .dividend(let amount) = action.kind else { return nil }
        let ratio = splits.reduce(1.0) { $1.day > action.date ? $0 * $1.ratio : $0 }
        return CorporateAction(.dividend(amount / ratio), on: action.date)
      }
    }
    return batch
  }

  /// Adds a note once.
  public mutating func note(_ text: String) {
    if !notes.contains(text) { notes.append(text) }
  }
}

extension BarBatch {
  /// The bars that open before a time, without the rest.
  public func cut(before time: Int64) -> BarBatch { filtered { $0 < time } }

  /// The bars whose opening is wanted.
  public func filtered(_ isWanted: (Int64) -> Bool) -> BarBatch {
    if times.allSatisfy(isWanted) { return self }
    return bars(at: times.indices.filter { isWanted(times[$0]) })
  }

  /// The batch without those bars from an index on whose opening is not wanted.
  public func dropping(from index: Int, _ isUnwanted: (Int64) -> Bool) -> BarBatch {
    bars(at: times.indices.filter { $0 < index || !isUnwanted(times[$0]) })
  }

  private func bars(at kept: [Int]) -> BarBatch {
    if kept.count == times.count { return self }
    var batch = self
    batch.times = kept.map { times[$0] }
    batch.open = kept.map { open[$0] }
    batch.high = kept.map { high[$0] }
    batch.low = kept.map { low[$0] }
    batch.close = kept.map { close[$0] }
    batch.volume = kept.map { volume[$0] }
    batch.known = known.map { known in kept.map { known[$0] } }
    return batch
  }
}
