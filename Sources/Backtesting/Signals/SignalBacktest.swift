import Columns

/// A backtest for sweeps: figures only, for strategies whose rules are columns.
///
/// It visits the bars at which a rule fires or a level is reached; between them the account stays as it is. Time exits,
/// parts, pyramiding, rules and levels of the position and bars without prices are `Backtest`'s; for all else the
/// figures of both are equal to the last bit.
public final class SignalBacktest: Sendable {
  /// The padding after the last bar, which lets four bars at a time be read up to the end.
  private static let padding = 4

  private let open: [Double]
  private let high: [Double]
  private let low: [Double]
  private let close: [Double]
  /// The number of bars of the window.
  private let count: Int
  private let hasOnlyPositiveCloses: Bool
  private let opensLieInside: Bool
  private let settings: BacktestSettings
  private let sizing: EntrySizing
  private let amount: Amount
  /// The number of the size, if it is the same for all entries.
  private let fixedAmount: Double?
  private let range: Range<Int>
  /// The splits and dividends of the window.
  private let actions: [BarAction]
  private let holdingWorth: Double
  /// The counting of returns, the same for all combinations.
  public let basis: ReturnBasis

  /// True if the figures of a strategy can be had this way, leaving the bars aside.
  public static func supports(_ strategy: Strategy) -> Bool {
    let amountIsFixed = if case .program = strategy.size.amount { false } else { true }
    let isRisk = if case .risk = strategy.size { true } else { false }
    let levels = [strategy.stop, strategy.target, strategy.trail].compactMap(\.self)
    return levels.allSatisfy(\.isFixed) && strategy.trail?.rule != .price && !strategy.stopsAtCloses
      && strategy.targetShare == nil && strategy.exitAfterBars == nil && strategy.exitAfterTime == nil
      && strategy.maximumEntries == 1 && amountIsFixed
      && !isRisk && strategy.cooldown == nil && !strategy.entersOnceADay && strategy.sessionEnds == nil
      && strategy.resizes == nil
      && strategy.entries.allSatisfy { $0.condition.isColumn && $0.order == .market }
      && strategy.exits.allSatisfy { $0.condition.isColumn && $0.share == nil }
  }

  /// Prepares bars for many runs; nil if a bar of the window has no open or no close, the size is by risk or by
  /// position, or a sum of money that `Backtest` may refuse, or the settings have margin, leverage or interest.
  public init?(
    bars: Bars,
    settings: BacktestSettings = BacktestSettings(),
    size: Size = .equityShare(.constant(1)),
    range: Range<Int>? = nil,
    actions: [BarAction] = []
  ) throws(BacktestError) {
    let range = range ?? 0..<bars.count
    let probe = Strategy(name: "", entries: [], size: size)
    guard Self.supports(probe), settings.isPlain else { return nil }
    try Backtest.check(probe, settings: settings, range: range, count: bars.count)
    let count = range.count
    func padded(_ column: Column) -> [Double] {
      var values: [Double] = []
      values.reserveCapacity(count + Self.padding)
      values += column.values[range]
      values += repeatElement(column.values[range.upperBound - 1], count: Self.padding)
      return values
    }
    let (open, high, low, close) = (padded(bars.open), padded(bars.high), padded(bars.low), padded(bars.close))
    (self.open, self.high, self.low, self.close) = (open, high, low, close)
    guard !open.contains(where: \.isNaN), !close.contains(where: \.isNaN) else { return nil }
    self.count = count
    hasOnlyPositiveCloses = close.allSatisfy { $0 > 0 }
    opensLieInside = open.indices.allSatisfy { low[$0] <= open[$0] && open[$0] <= high[$0] }
    self.settings = settings
    self.range = range
    sizing = EntrySizing(size, settings: settings)
    // `Backtest` says which size is too small.
    guard sizing.neverTooSmall(size.amount, in: range) else { return nil }
    amount = size.amount
    fixedAmount = if case .constant(let value) = size.amount { value } else { nil }
    self.actions = try BarLoop.actions(actions, in: range)
    // The parts of units that splits leave are paid out there.
    if sizing.wholeUnits, self.actions.contains(where: { $0.ratio != 1 }) { return nil }
    holdingWorth = bars.holdingWorth(in: range, with: self.actions)
    basis = ReturnBasis(bars: bars, range: range, settings)
  }

  /// Memory that one worker uses again for each combination.
  public struct Scratch: Sendable {
    var path = AccountPath(count: 0)
    var performance = PerformanceScratch()

    /// Makes empty memory; it grows with the first use.
    public init() {}
  }

  /// The figures of one combination.
  ///
  /// - Parameters:
  ///   - signals: the signals, which have the bars of the window.
  ///   - first: the place of the window's first bar among the bars of the signals.
  ///   - levels: the levels that each entry takes, of a strategy that ``supports(_:)`` takes. They need settings
  ///     under which the way inside a bar does not count.
  public func performance(
    of signals: BarSignals,
    from first: Int = 0,
    levels: EntryLevels = EntryLevels(),
    detail: Performance.Detail = .essential,
    scratch: inout Scratch
  ) -> Performance {
    precondition(first >= 0 && first + count <= signals.count, "Signals have a value for each bar of the window.")
    scratch.path.clear(count: count)
    var run = Run(account: Account(settings), levels: levels, path: scratch.path)
    scratch.path = AccountPath(count: 0)
    withPrices { prices in
      signals.withReader(from: first, count: count) { walk(&run, prices, $0) }
    }
    let totals = RunTotals(
      cash: settings.cash,
      exposedBars: run.exposedBars,
      commissionPaid: run.account.commissionPaid,
      slippagePaid: run.account.slippagePaid,
      turnover: run.account.turnover,
      firstClose: close[0],
      holdingWorth: holdingWorth,
      openTrades: run.holding == nil ? 0 : 1,
      tally: run.tally
    )
    let performance = close.withUnsafeBufferPointer { close in
      run.path.withCurve(close) {
        Performance(of: $0, run: totals, basis: basis, detail: detail, scratch: &scratch.performance)
      }
    }
    scratch.path = run.path
    return performance
  }

  /// The lowest equity at a close of the combination whose figures were computed last in this memory.
  func lowestEquity(_ scratch: Scratch) -> Double {
    close.withUnsafeBufferPointer { close in scratch.path.withCurve(close) { $0.lowest } }
  }

  private func withPrices(_ body: (Prices) -> Void) {
    open.withUnsafeBufferPointer { open in
      high.withUnsafeBufferPointer { high in
        low.withUnsafeBufferPointer { low in
          close.withUnsafeBufferPointer { close in
            body(Prices(open: open, high: high, low: low, close: close, opensLieInside: opensLieInside))
          }
        }
      }
    }
  }

  /// The position of a run: of a lot what the figures need, in memory that is copied as it is.
  private struct Held {
    var side: Side
    var units: Double
    var entryPrice: Double
    /// The worth of the units at the fill.
    var entryValue: Double
    var commission: Double
    var dividends = 0.0
    /// The number of closes that the run had seen at the fill.
    var closesAtFill: Int
    var search: LevelSearch

    /// Notes the dividend, and counts the units in new ones; see ``Lot/take(_:)``.
    mutating func take(_ action: BarAction) {
      if action.dividend != 0 { dividends += side.sign * units * action.dividend }
      guard action.ratio != 1 else { return }
      units *= action.ratio
      entryPrice /= action.ratio
      search.count(ratio: action.ratio)
    }
  }

  /// The account and the one position of a run.
  private struct Run {
    var account: Account
    let levels: EntryLevels
    let hasLevels: Bool
    /// The numbers of the levels, if they are the same for all entries.
    let numbers: LevelNumbers?
    var path: AccountPath
    /// The position, or the last one if nothing is held.
    var lot: Held
    var holding: Side?
    var exposedBars = 0
    var tally = TradeTally()
    /// The first action that has not come yet.
    var nextAction = 0
    /// The units at the fill for each one at the decision.
    var splitRatio = 1.0

    init(account: Account, levels: EntryLevels, path: AccountPath) {
      self.account = account
      self.path = path
      self.levels = levels
      hasLevels = !levels.isEmpty
      numbers = hasLevels ? LevelNumbers(constantOf: levels) : nil
      lot = Held(
        side: .long, units: 0, entryPrice: 0, entryValue: 0, commission: 0, closesAtFill: 0,
        search: LevelSearch(nil, side: .long, price: 0, .stopFirst))
    }

    @inline(__always)
    mutating func closeLot(at quoted: Double, slips: Bool = true, closes: Int) {
      guard holding != nil else { return }
      let sign = lot.side.sign
      let price = slips ? account.marketPrice(quoted, buying: lot.side == .short) : quoted
      let fee = account.fill(units: -sign * lot.units, price: price, quoted: quoted)
      account.units = 0
      // In the order of `Lot.pnl`, to the last bit.
      let pnl = sign * lot.units * (price - lot.entryPrice) + lot.dividends - lot.commission - fee
      tally.add(pnl: pnl, returnRate: pnl / lot.entryValue, bars: closes - lot.closesAtFill)
      holding = nil
    }
  }

  private func walk(_ run: inout Run, _ prices: Prices, _ signals: SignalReader) {
    let (open, close) = (prices.open, prices.close)
    let hasLevels = run.hasLevels
    let fillsAtClose = settings.fill == .close
    var marked = 0
    var search = 0
    while marked < count {
      let holding = run.holding
      let event = Self.next(in: signals, from: search, awaitedBy: holding)
      var end = min(event + 1, count)
      var reached: ReachedLevel?
      if hasLevels, holding != nil {
        // Levels are in the units of their day: a split is met before the bars from it on are looked at.
        let split = actions.isEmpty ? .max : nextSplit(run)
        reached = run.lot.search.first(in: search..<max(search, min(end, split)), prices)
        end = reached?.index ?? min(end, split)
      }
      let through = end <= event && end < count ? end : nil
      if let ruin = mark(marked..<end, through: through, run: &run, close: close) {
        run.exposedBars += holding == nil ? 0 : ruin - marked
        run.closeLot(at: close[ruin], closes: ruin + 1)
        run.path.go(to: ruin, cash: run.account.cash, units: 0)
        return
      }
      if holding != nil { run.exposedBars += end - marked }
      marked = end
      search = end
      if through != nil {
        if let reached { run.closeLot(at: reached.price, slips: reached.slips, closes: end) }
        continue
      }
      if event == count { break }
      let decision = Decision(signals.rules(at: event), holding: holding, canAdd: holding == nil)
      if !decision.exits, decision.entry == nil { continue }
      let equity = run.path.lastEquity(at: close[event])
      if fillsAtClose {
        fill(decision, at: close[event], decided: event, equity: equity, closes: event + 1, run: &run)
        run.path.go(to: event, cash: run.account.cash, units: run.account.units)
        run.exposedBars += (run.holding == nil ? 0 : 1) - (holding == nil ? 0 : 1)
      } else if event + 1 < count {
        fill(decision, at: open[event + 1], decided: event, equity: equity, closes: event + 1, run: &run)
      }
    }
    if settings.finalize, run.holding != nil {
      run.closeLot(at: close[count - 1], closes: count)
      run.path.go(to: count - 1, cash: run.account.cash, units: run.account.units)
      run.exposedBars -= 1
    }
  }

  /// The next bar on which a rule fires that would change the position.
  @inline(__always)
  private static func next(in signals: SignalReader, from start: Int, awaitedBy holding: Side?) -> Int {
    switch holding {
    case nil: signals.next(from: start, before: signals.count, among: [.enterLong, .enterShort])
    case .long: signals.next(from: start, before: signals.count, among: [.exitLong, .enterShort])
    case .short: signals.next(from: start, before: signals.count, among: [.exitShort, .enterLong])
    }
  }

  /// The first bar of the window from which the units of a split count that has not come yet; beyond it if there is
  /// none.
  private func nextSplit(_ run: Run) -> Int {
    guard run.nextAction < actions.count else { return .max }
    let split = actions[run.nextAction...].first { $0.ratio != 1 }
    return split.map { $0.index - range.lowerBound } ?? .max
  }

  /// Passes bars on which nothing fills, and takes the splits and dividends up to the next fill; the index of the first bar
  /// that is ruined, if any.
  ///
  /// - Parameter through: the bar whose actions are included, because the position meets them before anything else on
  ///   it.
  private func mark(
    _ indexes: Range<Int>, through: Int?, run: inout Run, close: UnsafeBufferPointer<Double>
  ) -> Int? {
    if actions.isEmpty { return mark(indexes, &run, close) }
    run.splitRatio = 1
    var start = indexes.lowerBound
    while run.nextAction < actions.count {
      let action = actions[run.nextAction]
      let offset = action.index - range.lowerBound
      // Actions before the next bar's open precede its fill, but follow a fill at this close.
      let comesNext = offset == indexes.upperBound && !action.isInside && settings.fill == .open
      guard offset < indexes.upperBound || comesNext || offset == through else { break }
      if offset > start {
        if let ruin = mark(start..<offset, &run, close) { return ruin }
        start = offset
      }
      run.account.take(action)
      if run.holding != nil { run.lot.take(action) }
      if comesNext { run.splitRatio *= action.ratio }
      run.nextAction += 1
    }
    return mark(start..<indexes.upperBound, &run, close)
  }

  @inline(__always)
  private func mark(_ indexes: Range<Int>, _ run: inout Run, _ close: UnsafeBufferPointer<Double>) -> Int? {
    if indexes.isEmpty { return nil }
    let (cash, units) = (run.account.cash, run.account.units)
    run.path.go(to: indexes.lowerBound, cash: cash, units: units)
    if units == 0 { return cash <= 0 ? indexes.first : nil }
    // Units bought with cash cannot be worth nothing while its price is above zero.
    if units > 0, hasOnlyPositiveCloses { return nil }
    return indexes.first { cash + units * close[$0] <= 0 }
  }

  @inline(__always)
  private func fill(
    _ decision: Decision,
    at quoted: Double,
    decided: Int,
    equity: Double,
    closes: Int,
    run: inout Run
  ) {
    run.closeLot(at: quoted, closes: closes)
    guard let side = decision.entry else { return }
    let price = run.account.marketPrice(quoted, buying: side == .long)
    var levels: LotLevels?
    if run.hasLevels {
      if let numbers = run.numbers {
        levels = LotLevels(numbers, side: side, price: price, splitRatio: run.splitRatio)
      } else {
        levels = try? LotLevels(
          run.levels, side: side, price: price, splitRatio: run.splitRatio, decidedIndex: range.lowerBound + decided,
          state: PositionState(equity: equity))
      }
      // An order whose level is missing or already passed is rejected.
      guard let levels, levels.refusal(quoted, filledAt: price, side: side) == nil else {
        return
      }
    }
    let asked = fixedAmount ?? amount.value(at: range.lowerBound + decided, state: PositionState(equity: equity))
    let outcome = sizing.units(
      amount: sizing.rule == .shares ? asked * run.splitRatio : asked,
      price: price,
      quoted: quoted,
      stop: levels?.stop ?? .nan,
      decidedEquity: equity,
      account: run.account
    )
    guard case .filled(let units, _) = outcome else { return }
    let fee = run.account.fill(units: side.sign * units, price: price, quoted: quoted)
    run.lot = Held(
      side: side, units: units, entryPrice: price, entryValue: units * price, commission: fee, closesAtFill: closes,
      search: LevelSearch(levels, side: side, price: price, settings.inside))
    run.holding = side
  }
}
