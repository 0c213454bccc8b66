import Columns

/// A rule that fired at a close, whether or not an order came of it.
public struct Signal: Sendable, Hashable {
  /// The request of a rule.
  public enum Kind: String, Sendable, Hashable {
    case entry, exit
  }

  /// The bar at whose close the rule fired.
  public var index: Int
  /// The rule, by its index among the entry or exit rules.
  public var rule: Int
  /// Entry or exit.
  public var kind: Kind
  /// The side that is entered or left; nil if an exit rule is for either.
  public var side: Side?
  /// The close.
  public var price: Double
  /// True if the order of that close came of this rule.
  public var isOrdered: Bool
}

/// A long and a short entry at one close: neither is taken.
public struct Conflict: Sendable, Hashable {
  /// The bar of the close.
  public var index: Int
  /// The first long rule that fired.
  public var longRule: Int
  /// The first short rule that fired.
  public var shortRule: Int

  package init(index: Int, longRule: Int, shortRule: Int) {
    self.index = index
    self.longRule = longRule
    self.shortRule = shortRule
  }
}

/// An entry that was decided and could not be filled.
public struct Rejection: Sendable, Hashable {
  /// The reason why an entry was not filled.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// Nothing is left to pay with.
    case noCash = "no-cash"
    /// The commission alone is as much as the cash, or as the money of the size.
    case commissionTooHigh = "commission-too-high"
    /// The size is missing on the deciding bar.
    case sizeMissing = "size-missing"
    /// The size is zero or negative.
    case sizeNotPositive = "size-not-positive"
    /// The size is money, and less than 1 % of the cash; a run with such an order is refused.
    case moneyTooSmall = "money-too-small"
    /// Whole units are required, and the size is less than one.
    case lessThanOneUnit = "less-than-one-unit"
    /// The stop, target or trail is missing on the deciding bar.
    case levelMissing = "level-missing"
    /// The distance to the stop, target or trail is zero or negative.
    case levelNotPositive = "level-not-positive"
    /// The fill price is already beyond the stop, so the position would be closed at once.
    case beyondStop = "beyond-stop"
    /// The fill price is already beyond the target, so the position would be closed at once.
    case beyondTarget = "beyond-target"
    /// The price to fill at is zero or negative.
    case priceNotPositive = "price-not-positive"
    /// The day has had its entry.
    case onceADay = "once-a-day"
    /// The bar has too little volume for any of it.
    case noVolume = "no-volume"
    /// It would fill at the close at which its session ends, and be held over night.
    case sessionOver = "session-over"
    /// The account holds its maximum of symbols.
    case positionsFull = "positions-full"
    /// Its group holds its maximum of symbols.
    case groupFull = "group-full"
    /// The symbol, or its group, has as large a share of the equity as it may have.
    case limitReached = "limit-reached"
    /// The symbol does not belong to its universe on the day of the fill.
    case notMember = "not-member"
  }

  /// The bar at which the order would have filled.
  public var index: Int
  /// The bar at whose close it was decided.
  public var decidedIndex: Int
  /// The entry rule, by its index in the strategy.
  public var rule: Int
  /// The side of the entry.
  public var side: Side
  /// The reason.
  public var reason: Reason
  /// The symbol, by its index in the result; nil in a run on one series.
  public var symbol: Int?

  package init(index: Int, decidedIndex: Int, rule: Int, side: Side, reason: Reason, symbol: Int? = nil) {
    self.index = index
    self.decidedIndex = decidedIndex
    self.rule = rule
    self.side = side
    self.reason = reason
    self.symbol = symbol
  }
}

/// An order decided at a close that no bar of the window filled.
public struct PendingOrder: Sendable, Hashable {
  /// The kind of the order.
  public enum Kind: Sendable, Hashable {
    /// To open a position, by the entry rule at this index.
    case entry(rule: Int)
    /// To close the position, or a part of it.
    case exit(ExitReason)
    /// To bring the position back to its size.
    case resize
  }

  /// The bar at whose close it was decided.
  public var decidedIndex: Int
  /// The side that is entered or left.
  public var side: Side
  /// The kind of the order.
  public var kind: Kind
  /// Its type.
  public var type = OrderType.market
  /// The price of a limit or stop order; nil for others.
  public var price: Double?
  /// The share of the units held that it closes; nil if it closes all, and of an entry.
  public var share: Double?
  /// True if it is the rest of an exit whose bars had too little volume for all of it.
  public var isRest = false
  /// The symbol, by its index in the result; nil in a run on one series.
  public var symbol: Int?

  package init(
    decidedIndex: Int, side: Side, kind: Kind, type: OrderType = .market, price: Double? = nil, share: Double? = nil,
    isRest: Bool = false, symbol: Int? = nil
  ) {
    self.decidedIndex = decidedIndex
    self.side = side
    self.kind = kind
    self.type = type
    self.price = price
    self.share = share
    self.isRest = isRest
    self.symbol = symbol
  }
}

/// All that a run gave.
///
/// Bars are counted as in the series, not in the window; the columns have one value for each bar of the window.
public struct BacktestResult: Sendable, Hashable {
  /// The strategy's name.
  public var strategyName: String
  /// The names of the entry rules, in written order.
  public var entryNames: [String]
  /// The types of the orders of the entry rules, in written order.
  public var entryOrders: [OrderType]
  /// The names of the exit rules, in written order.
  public var exitNames: [String]
  /// The settings of the run.
  public var settings: BacktestSettings
  /// The bars that were traded.
  public var range: Range<Int>
  /// The counting of returns and their annualisation.
  public var basis: ReturnBasis
  /// The closed trades in the order of their exits; each part of an entry that was closed for itself is one.
  public var trades: [Trade]
  /// The position that is open after the last bar, marked at the last close, exit costs not counted.
  public var openTrades: [Trade]
  /// The order that was decided and waits for a bar: after the last close of the window.
  public var pendingOrders: [PendingOrder]
  /// Closes at which a long and a short entry fired together.
  public var conflicts: [Conflict]
  /// Entries that could not be filled.
  public var rejections: [Rejection]
  /// The rules that fired, if the run lists them: exits before entries, in written order.
  ///
  /// A close at which nothing can be decided, as an order still waits or all is lost, lists none.
  public var signals: [Signal]
  /// The orders that were decided at closes, and the end of each, if the run lists them.
  public var orders: [OrderRecord]
  /// The position as rules saw it at the closes at which one was held, if the run lists signals and a rule or a time
  /// limit reads it; at all closes if an entry rule reads it.
  public var positions: [PositionRecord]
  /// The closes at which an entry rule held but was suppressed by the pause after an exit, if the run lists signals.
  public var pausedIndexes: [Int]
  /// The equity and the cash at each close.
  var curve: AccountCurve
  /// The number of closes of the window at which a position was held.
  public var exposedBars: Int
  /// The commission of all fills.
  public var commissionPaid: Double
  /// The cost of slippage on all fills.
  public var slippagePaid: Double
  /// The value of all fills.
  public var turnover: Double
  /// The bar at whose close equity was at or below zero and everything was closed; nil if that did not happen.
  public var ruinedIndex: Int?
  /// True if the path of the price inside a bar can change the result: a target with a stop or a trail, or one of them
  /// on an entry that waits for its price.
  public var dependsOnInside: Bool
  /// The splits and dividends of the window that the prices are not adjusted for.
  public var actions: [BarAction]
  /// The dividends that long positions got less those that short ones paid.
  public var dividends: Double
  /// The interest on idle cash and on borrowed money.
  public var interest: Interest
  /// The names of the symbols of a portfolio, which its trades mean by their indices; empty for a run on one series.
  public var symbols: [String] = []
  /// The names of the legs of a spread; empty for other runs.
  public var legs: [String] = []
  /// The units that a portfolio holds after the last step, in the order in which they were bought.
  public var holdings: [Holding] = []
  /// The first close of the window, for comparison with holding.
  public var firstClose: Double
  /// The last close of the window.
  public var lastClose: Double
  /// The worth at the last close of a unit bought at the first one: with the units of splits, and dividends in cash.
  public var holdingWorth: Double
  /// True if it began with the position of a window before.
  var isContinued = false
  /// The meaning of the number of the size clause.
  var sizingRule: EntrySizing.Rule
  /// The sums over closed trades that performance needs.
  package var tally: TradeTally

  /// Cash and holdings at each close.
  public var equity: Column {
    get { curve.equity }
    set { curve.equity = newValue }
  }

  /// Cash at each close; proceeds of a short sale are part of it.
  public var cash: Column {
    get { curve.cash }
    set { curve.cash = newValue }
  }

  /// The equity at the last close; nil if there is none.
  public var lastEquity: Double? { curve.lastEquity }

  /// The lowest equity at a close; infinite if there is none.
  public var lowestEquity: Double { curve.lowestEquity }

  /// The columns of the equity and the cash, as far as anyone has asked for them.
  public var columnsAtHand: [Column] { curve.columnsAtHand }

  /// True if the account lost everything.
  public var isRuined: Bool { ruinedIndex != nil }

  /// The name of the rule that opened a trade.
  public func entryRuleName(of trade: Trade) -> String { entryNames[trade.entryRule] }

  /// The rule or automatic exit that closed a trade; nil while the trade is open.
  public func exitRuleName(of trade: Trade) -> String? { trade.exit.map(name(of:)) }

  /// The name of a rule or of an automatic exit.
  public func name(of reason: ExitReason) -> String {
    switch reason {
    case .rule(let index): exitNames[index]
    case .reversal(let index): entryNames[index]
    default: reason.automaticName ?? ""
    }
  }

  /// Gives each trade to `body`, the open ones last.
  public func forEachTrade(_ body: (borrowing Trade) -> Void) {
    // By place: a list that is gone through copies each trade.
    for list in [trades, openTrades] {
      list.withUnsafeBufferPointer { list in
        for place in list.indices { body(list[place]) }
      }
    }
  }

  /// Whether a position was brought back to its size.
  var isResized: Bool {
    // By address: each trade that is taken out of its list is copied.
    [trades, openTrades].contains { list in
      list.withUnsafeBufferPointer { list in
        guard let first = list.baseAddress else { return false }
        return list.indices.contains { (first + $0).pointee.isResized }
      }
    }
  }

  /// The name of the entry rule whose order was rejected.
  public func entryRuleName(of rejection: Rejection) -> String { entryNames[rejection.rule] }

  /// The name of the rule of a signal.
  public func ruleName(of signal: Signal) -> String {
    signal.kind == .entry ? entryNames[signal.rule] : exitNames[signal.rule]
  }

  /// The figures of the run.
  ///
  /// - Parameter searchesCost: true for the break-even cost, a search through all fills, if the detail is full.
  public func performance(_ detail: Performance.Detail = .full, searchesCost: Bool = true) -> Performance {
    var scratch = PerformanceScratch()
    let totals = RunTotals(
      cash: settings.cash,
      exposedBars: exposedBars,
      commissionPaid: commissionPaid,
      slippagePaid: slippagePaid,
      turnover: turnover,
      firstClose: firstClose,
      holdingWorth: holdingWorth,
      openTrades: openTrades.count,
      tally: tally
    )
    var performance = curve.performance(totals, basis, detail, &scratch)
    if detail == .full, searchesCost { performance.breakEvenCost = BreakEvenCost.value(of: self) }
    return performance
  }

  /// The returns of the equity, as ratios count them.
  public func returns() -> [Double] { curve.returns(startingFrom: settings.cash, marks: basis.marks) }

  /// The drawdowns of the equity, in the order of their starts, by bars of the series.
  public func drawdowns() -> [Drawdown] {
    curve.drawdowns(startingFrom: settings.cash).map { $0.shifted(by: range.lowerBound) }
  }
}

extension BacktestResult {
  /// The returns of the equity above the risk-free rate, those that the Sharpe ratio is of.
  public func excessReturns() -> [Double] {
    let returns = returns()
    switch basis.riskFree {
    case .constant(let rate): return rate == 0 ? returns : returns.map { $0 - rate }
    case .periods(let rates): return zip(returns, rates).map { $0 - $1 }
    }
  }
}
