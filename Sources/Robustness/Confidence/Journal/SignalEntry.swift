import Calendar

/// A signal as given, recorded before its outcome was known.
public struct SignalEntry: Sendable, Hashable {
  /// The decisions.
  public enum Decision: String, Sendable, Hashable, CaseIterable {
    case buy, sell, hold

    /// The word as written: `BUY`.
    public var word: String { rawValue.uppercased() }

    /// Reads the word in either case; nil for any other text.
    public init?(word: String) { self.init(rawValue: word.lowercased()) }
  }

  /// The name of the strategy.
  public let strategy: String
  /// The symbol.
  public let symbol: String
  /// The timeframe of the bars.
  public let timeframe: Timeframe
  /// The time of the bar that the signal was given on.
  public let time: Timestamp
  /// The decision.
  public let decision: Decision
  /// The direction that prices are expected to go.
  public let direction: Direction
  /// The close of the bar, above 0.
  public let price: Double
  /// The bars after which the signal is settled, from 1 up.
  public let horizon: Int
  /// A fingerprint of the bars up to this one, this one included; empty if there is none.
  public let dataHash: String
  /// The time at which the entry was written.
  public let writtenAt: Timestamp
  /// A fingerprint of the rules that gave the signal; nil of entries that were written before journals had it.
  public let rules: String?

  /// Makes an entry; throws if a price or a horizon cannot be settled, a name is empty, or a time cannot be kept.
  public init(
    strategy: String, symbol: String, timeframe: Timeframe, time: Timestamp, decision: Decision,
    direction: Direction, price: Double, horizon: Int, dataHash: String, writtenAt: Timestamp, rules: String? = nil
  ) throws(JournalError) {
    guard !strategy.isEmpty else { throw .emptyName("strategy") }
    guard !symbol.isEmpty else { throw .emptyName("symbol") }
    guard price > 0, price.isFinite else { throw .price(price) }
    guard horizon >= 1 else { throw .horizon(horizon) }
    guard Timestamp.ofBars.contains(time.milliseconds) else { throw .time(time) }
    guard Timestamp.recorded.contains(writtenAt.milliseconds) else { throw .time(writtenAt) }
    (self.strategy, self.symbol, self.timeframe, self.time) = (strategy, symbol, timeframe, time)
    (self.decision, self.direction, self.price, self.horizon) = (decision, direction, price, horizon)
    (self.dataHash, self.writtenAt, self.rules) = (dataHash, writtenAt, rules)
  }

  /// The series that an entry is of: a symbol in a timeframe.
  public struct Series: Sendable, Hashable {
    /// The symbol.
    public let symbol: String
    /// The timeframe.
    public let timeframe: Timeframe

    /// Makes a series.
    public init(symbol: String, timeframe: Timeframe) { (self.symbol, self.timeframe) = (symbol, timeframe) }
  }

  /// The series that the entry is of.
  public var series: Series { Series(symbol: symbol, timeframe: timeframe) }

  /// The bar, strategy and horizon of an entry: only the first entry at a place that may be of the same rules is scored.
  struct Place: Hashable {
    let strategy: String
    let series: Series
    let time: Timestamp
    let horizon: Int
  }

  var place: Place { Place(strategy: strategy, series: series, time: time, horizon: horizon) }

  /// True if an entry of some rules and this one may be of the same: equal ones do, and unknown ones may.
  public func mayBe(of rules: String?) -> Bool { self.rules == nil || rules == nil || self.rules == rules }
}
