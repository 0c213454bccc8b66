/// The assumptions of a run about the account and fills.
public struct BacktestSettings: Sendable, Hashable {
  /// The counting of units.
  public enum Units: String, Sendable, Hashable, CaseIterable {
    /// Any fraction of a unit.
    case fractional
    /// Whole units, rounded down.
    case whole
  }

  /// The price that fills an order decided at a close.
  public enum Fill: String, Sendable, Hashable, CaseIterable {
    /// The open of the next bar.
    case open
    /// The close that decided: optimistic, as that close is known only when it is over.
    case close
  }

  /// The way of the price inside a bar, after its open.
  public enum Inside: String, Sendable, Hashable, CaseIterable {
    /// The worse for the trade: of a stop and a target that a bar reaches the stop counts, and so does the own stop of
    /// an entry that filled inside the bar, and its target only if it is beyond the price of a stop order.
    case stopFirst = "stop-first"
    /// The better: the target counts, and the own stop of an entry that filled inside only if it must have been reached
    /// after the fill: beyond a limit, or beyond the close.
    case targetFirst = "target-first"
    /// From the open to the nearer of high and low, then to the farther, then to the close; to the low first if both
    /// are equally near. Levels on the way are reached in that order.
    case path
  }

  /// The equity that a share of equity is of.
  public enum Sizing: String, Sendable, Hashable, CaseIterable {
    /// The equity at the close that decided.
    case decidingClose
    /// The equity at the fill, after the lots that the same fill closes.
    case fill
  }

  /// The money at the start, above zero.
  public var cash: Double
  /// The commission of each fill.
  public var commission: Commission
  /// The distance of market and stop fills beyond the price, against the trade.
  public var slippage: PriceDistance
  /// The distance between the prices at which one buys and sells; half of it goes against each market and stop fill.
  public var spread = PriceDistance()
  /// The contract terms of the instrument.
  public var contract = Contract()
  /// The value of the positions for each 1 of equity, at most; 1 for no borrowed money.
  public var leverage = 1.0
  /// The share of the positions' value below which equity closes them by force; 0 for none but the loss of all.
  public var maintenance = 0.0
  /// The rates of idle cash and of borrowing.
  public var financing = Financing()
  /// The risk-free rate of ratios.
  public var riskFree = YearlyRate.constant(0)
  /// Fractional or whole units.
  public var units: Units
  /// True to close open lots at the last bar's close, and to count them.
  public var finalize: Bool
  /// The price at which orders fill.
  public var fill: Fill
  /// The equity that sizes an entry.
  public var sizing: Sizing
  /// True to buy and sell at once if the price is already beyond the stop or the target, as backtesting.py does,
  /// instead of rejecting the entry.
  public var fillsBeyondLevels = false
  /// True to size an entry by any sum of money, however small, instead of ending the run.
  public var takesSmallMoney = false
  /// The most of a bar's volume that all fills on it take together, above 0; nil for no limit.
  ///
  /// An entry is cut to the rest. An exit fills that much, and the rest of it continues at the market at the following
  /// opens, until when a new entry waits. A bar without a known volume cuts nothing, one of zero fills nothing. Exits
  /// by force are not cut: a ruin, a liquidation, the end of the bars or of a symbol.
  public var maximumVolumeShare: Double?
  /// The way of the price inside a bar, which its four prices leave open.
  public var inside = Inside.stopFirst
  /// Periods a year for annualised figures; nil to take them from the series.
  public var periodsPerYear: Double?

  /// Makes settings; each has the default of the language.
  public init(
    cash: Double = 10_000,
    commission: Commission = 0,
    slippage: PriceDistance = 0,
    units: Units = .fractional,
    finalize: Bool = false,
    fill: Fill = .open,
    sizing: Sizing = .decidingClose,
    periodsPerYear: Double? = nil
  ) {
    self.cash = cash
    self.commission = commission
    self.slippage = slippage
    self.units = units
    self.finalize = finalize
    self.fill = fill
    self.sizing = sizing
    self.periodsPerYear = periodsPerYear
  }

  /// True if money comes and goes by fills and their costs alone: no margin, no leverage, no interest.
  var movesMoneyByFillsAlone: Bool {
    contract.multiplier == 1 && contract.margin == nil && leverage == 1 && maintenance == 0 && financing.isZero
  }

  /// True if the cost of a fill follows from its units and its price, and no entry fills beyond its levels.
  var isPlain: Bool {
    maximumVolumeShare == nil && !fillsBeyondLevels && movesMoneyByFillsAlone && slippage.rangeShare == 0
      && spread.rangeShare == 0
  }

  /// True if nothing is paid for a fill.
  public var isFree: Bool { commission.isFree && slippage.isZero && spread.isZero }
}
