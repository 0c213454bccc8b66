import Backtesting
import Calendar
import Columns
import Evaluation
import Indicators
import JSON
import Language
import MarketData
import Presentation
import StandardIndicators
import Strategies
import Text

/// The report of a backtest: its numbers for programs and its page for readers.
package struct BacktestReport: ShapedResult {
  /// The name under which later statements find it.
  package var name: String
  /// The backtest.
  package var run: StrategyBacktest
  /// Remarks that a reader should see: the price basis, splits in the window.
  package var notes: [String]
  /// The warnings on the strategy's rules when it ran, which a comparison repeats.
  package var findings: [Diagnostic]
  /// The certificate of the run that a session's file kept; nil if the run has its own, or none.
  package var keptCertificate: KeptCertificate?

  /// A report of a backtest, under the name of its strategy unless another one is given.
  package init(
    _ run: StrategyBacktest, name: String? = nil, notes: [String] = [], findings: [Diagnostic] = []
  ) {
    self.findings = findings
    self.run = run
    self.name = name ?? run.strategy
    self.notes = notes
  }

  package var strategy: String { run.strategy }
  package var parameters: [(name: String, value: Double, kind: Kind)] { run.parameters }
  package var series: Evaluation.Series { run.series }
  package var seriesName: String { run.seriesName }
  package var text: String { run.text }
  package var result: BacktestResult { run.result }
  package var performance: Performance { run.performance }
  package var like: Preset? { run.like }
  package var seedRemark: String? { run.seedRemark }
  package var bars: Bars { series.bars }
  /// The settings of the run.
  package var settings: Settings { run.settings }

  /// True for a trade that was closed.
  package func isClosed(_ trade: Trade) -> Bool { !trade.isOpen }

  package var memory: [HeldMemory] { HeldMemory.run(self) }

  // The path to the bars, and not `bars`, which would copy them for each label.
  package func label(_ index: Int) -> String { run.series.bars.label(at: index) }

  /// All that the run takes for granted.
  package var assumptions: [(String, JSONValue)] {
    RunAssumptions(settings, result.settings, result.basis).members + (run.shared.map { [("account", $0.json)] } ?? [])
  }

  /// True if an order was decided on a last bar whose period is not over.
  func isUnfinished(_ order: PendingOrder) -> Bool {
    order.decidedIndex == bars.count - 1 && series.endsUnfinished
  }

  private func level(of order: PendingOrder) -> String {
    if order.type == .market { return "" }
    return " at \(order.type.rawValue)" + (order.price.map { " \(NumberFormat.general.text($0))" } ?? "")
  }

  /// The share of the position that an order closes, before its side: `50% `; nothing if it closes all.
  package func part(of share: Double?) -> String {
    guard let share else { return "" }
    let exact = NumberText.percentExact(share)
    // A share that was typed is short; one that was computed is rounded.
    return (exact.count <= 6 ? exact : NumberText.percentShort(share)) + " "
  }

  /// The order in words: `enter long by golden`, `enter long at limit 98.5 by dip`.
  package func describe(_ order: PendingOrder) -> String {
    switch order.kind {
    case .entry(let rule): "enter \(order.side)\(level(of: order)) by \(result.entryNames[rule])"
    case .exit(let reason):
      "exit \(order.isRest ? "the rest of the " : part(of: order.share))\(order.side) by \(result.name(of: reason))"
    case .resize: "resize \(order.side)"
    }
  }
}

extension BacktestReport {
  /// The call as it would be typed: `cross(fast=8, slow=21)`.
  package var title: String {
    if !run.choices.isEmpty { return "\(strategy), walk-forward in \(NumberText.counted(run.choices.count, "window"))" }
    let list = parameters.filter { !$0.value.isNaN }.map { parameter in
      "\(parameter.name)=\(parameter.kind == .rate ? NumberText.percent(parameter.value) : NumberText.plain(parameter.value))"
    }
    return strategy + (list.isEmpty ? "" : "(\(list.joined(separator: ", ")))")
  }

  /// The subject of the run: a series, or the number of a portfolio's symbols.
  var subjectText: String {
    if !result.legs.isEmpty { return "\(legsText) by the bars of \(seriesName)" }
    return result.symbols.isEmpty ? seriesName : NumberText.counted(result.symbols.count, "symbol")
  }

  package var document: Document {
    let heading: StyledText =
      "\(title) on \(subjectText) \("\(bars.timeframe)"), \(label(result.range.lowerBound)) to \(label(result.range.upperBound - 1))"
    return Document(heading, mainTable: tradeTable(result.trades)) {
      headline
      if !result.legs.isEmpty {
        Block.blank
        legsTable
      }
      if !result.symbols.isEmpty {
        Block.blank
        attributionTable
        if let rules = ruleTable {
          Block.blank
          rules
        }
      }
      for (index, text) in closing.enumerated() {
        if index == 0 { Block.blank }
        Block.note(StyledText(text))
      }
    }
  }

  /// The notes below the figures: what differs from the defaults, the remarks, the certificate and the verdict.
  private var closing: [String] {
    ([assumptionsText] + remarks + [certificateText ?? "", verdict?.text ?? ""]).filter { !$0.isEmpty }
  }

  static let headlines = [
    "total_return", "buy_and_hold_return", "cagr", "volatility", "sharpe_ratio", "sortino_ratio", "max_drawdown",
    "exposure", "trades", "win_rate", "profit_factor", "end_value",
  ]

  private var headline: [Property] {
    Self.headlines.compactMap { Metric.named($0) }.map { metric in
      Property(metric.title, cell: metric.cell(performance))
    }
  }

  /// What differs from the defaults, in one line; empty if nothing does.
  package var assumptionsText: String {
    (accountTexts + [runAssumptions.text]).filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// All assumptions in one line.
  package var allAssumptionsText: String { (accountTexts + [runAssumptions.fullText]).joined(separator: " · ") }

  /// The terms of an account that symbols share.
  private var accountTexts: [String] {
    run.shared.map { [$0.text] + (run.sharesEqually ? ["each an equal part of the equity"] : []) } ?? []
  }

  /// The assumptions of the run on its symbol.
  var runAssumptions: RunAssumptions {
    RunAssumptions(
      settings, result.settings, result.basis, hasWaitingOrders: result.entryOrders.contains { $0 != .market },
      dependsOnInside: result.dependsOnInside)
  }

  /// The effect of splits and dividends on the units and the cash; nil if there were none in the window.
  private var actionsRemark: String? {
    let splits = result.actions.contains { $0.ratio != 1 }
    let paid = result.dividends != 0
    guard splits || paid else { return nil }
    let money = NumberFormat.fixed(2).grouped.text(abs(result.dividends))
    return [
      splits ? "splits change the units held" : nil,
      paid ? "dividends are \(result.dividends < 0 ? "paid" : "received") in cash, \(money), and not reinvested" : nil,
    ].compactMap { $0 }.joined(separator: ", ")
  }

  /// The interest of the run; nil if no rate was given.
  private var interestRemark: String? {
    let interest = result.interest
    let money = NumberFormat.fixed(2).grouped
    let parts = [
      interest.earned.magnitude >= 0.005 ? "idle cash earned \(money.text(interest.earned))" : nil,
      interest.loan.magnitude >= 0.005 ? "loans cost \(money.text(interest.loan))" : nil,
      interest.borrow.magnitude >= 0.005 ? "borrowed shares cost \(money.text(interest.borrow))" : nil,
    ].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: ", ") + ", beside the trades"
  }

  /// The positions that were held over a long time without bars; nil if there was none.
  var gapRemark: String? {
    guard result.symbols.isEmpty else { return nil }
    // Most series have no such gap, and then no trade needs a look.
    let gaps = bars.longGaps(in: result.range)
    if gaps.isEmpty { return nil }
    let held = (result.trades + result.openTrades).filter { trade in
      gaps.contains { trade.entryIndex < $0 && $0 <= trade.exitIndex }
    }
    guard let first = held.first else { return nil }
    let others = held.count - 1
    return "held over a gap in the bars: \(first.side) from \(label(first.entryIndex)) to \(label(first.exitIndex))"
      + (others > 0 ? " and \(NumberText.counted(others, "other"))" : "")
  }

  /// The doubt about a Sharpe ratio that no rule keeps up on returns of a day or more; nil of a lower one.
  var sharpeRemark: String? {
    guard performance.sharpeRatio > 3, performance.periodsPerYear <= 366,
      result.returns().count >= Significance.fewestReturns
    else { return nil }
    return
      "a Sharpe ratio of \(NumberFormat.fixed(2).text(performance.sharpeRatio)) is rarely real: check for look-ahead, unrealistic fills, missing costs and a short window"
  }

  /// The seams of windows over which positions were carried; nil of a run that carries none.
  private var seamRemark: String? {
    guard let seams = run.seams else { return nil }
    return
      "a position that the next choice holds too stays open over the seam: \(seams.carried) of \(NumberText.counted(seams.held, "position")) at the end of a test"
  }

  /// The trades of an intraday run that were held over night; nil if none was, or the market never closes.
  private var overnightRemark: String? {
    guard result.symbols.isEmpty, bars.timeframe.isIntraday, !series.tradesEveryDay else { return nil }
    let held = result.overnightTrades(on: bars)
    guard held > 0 else { return nil }
    let all = result.trades.count + result.openTrades.count
    return "\(held) of \(NumberText.counted(all, "trade")) held over night: `exit at session close` leaves before"
  }

  /// The worth of one unit, if each order was for less than that, or the commission if it took the money of each; nil
  /// in other runs.
  private var unitRemark: String? {
    guard result.symbols.isEmpty, result.trades.isEmpty, result.openTrades.isEmpty, !result.rejections.isEmpty,
      case let reasons = Set(result.rejections.map(\.reason)), reasons.count == 1
    else { return nil }
    if reasons == [.commissionTooHigh] {
      return "the commission of each order takes its money alone: `set cash` for more, or a lower `set commission`"
    }
    guard reasons == [.lessThanOneUnit] else { return nil }
    let contract = result.settings.contract
    let worth = NumberFormat.fixed(2).grouped.text(result.lastClose * contract.multiplier)
    let unit = contract.margin == nil ? "share" : "contract"
    return "one \(unit) is worth \(worth) at the last close, and each size was for less: `size 1 shares` is one"
  }

  /// The closes at which both sides were to be entered; nil if there are none.
  private var conflictRemark: String? {
    guard !result.conflicts.isEmpty else { return nil }
    let orders = result.entryOrders
    // Two orders that wait on both sides of the price are meant to cancel each other.
    let waits =
      !orders.isEmpty && result.conflicts.contains { orders[$0.longRule] != .market && orders[$0.shortRule] != .market }
    let way = waits ? "; one order waits at a time: give each side a condition that excludes the other" : ""
    return
      "\(NumberText.counted(result.conflicts.count, "conflict")): long and short entries at one close, neither taken\(way)"
  }

  /// The positions that were closed as their account could not back them; nil if there are none.
  var liquidationRemark: String? {
    let forced = entries { $0.exit == .liquidation }
    guard forced > 0 else { return nil }
    let atOnce = entries { $0.exit == .liquidation && $0.exitIndex == $0.entryIndex }
    let same =
      atOnce == 0 ? "" : atOnce == forced ? ", on the bar of the entry" : ", \(atOnce) of them on the bar of the entry"
    return
      "\(forced) of \(NumberText.counted(entries { _ in true }, "position")) closed by force\(same): the equity no longer backed them"
  }

  /// The number of entries some of whose trades have a property.
  func entries(where has: (borrowing Trade) -> Bool) -> Int {
    var entries: Set<[Int]> = []
    result.forEachTrade { trade in
      if has(trade) { entries.insert([trade.symbol ?? 0, trade.entryNumber]) }
    }
    return entries.count
  }

  /// The orders that wait after the last bar, each in words with its day if that is known.
  var pendingRemarks: [String] {
    result.pendingOrders.map { order in
      let unfinished = isUnfinished(order) ? ", unfinished: the last bar of \(bars.timeframe) is not over" : ""
      let symbol = order.symbol.map { "\(result.symbols[$0]) " } ?? ""
      // The next session of bars of a day is known from their calendar; of shorter ones it may be the same.
      let day =
        bars.timeframe == .day && order.symbol == nil ? bars.nextSession(after: result.range.upperBound - 1) : nil
      let due = day.map { ", due on \($0)" } ?? ""
      return "pending for the next bar\(due): \(symbol)\(describe(order))\(unfinished)"
    }
  }

  var remarks: [String] {
    var remarks =
      notes
      + [
        liquidationRemark, gapRemark, endedRemark, leftRemark, actionsRemark, splitSizeRemark, interestRemark,
        seedRemark,
        seamRemark, sharpeRemark,
      ].compactMap { $0 } + run.silentRules.map(\.text)
    if result.settings.isFree, performance.breakEvenCost.isFinite,
      performance.breakEvenCost > 0
    {
      let points = NumberFormat.fixed(1).text(performance.breakEvenCost * 10_000)
      remarks.append("no costs assumed; break-even at \(points) bp per fill")
    }
    remarks += [benchmarkRemark, leverageRemark].compactMap { $0 }
    remarks += pendingRemarks
    remarks += [attributionRemark, holdingsRemark].compactMap { $0 }
    for trade in result.openTrades where trade.symbol == nil {
      let units = NumberFormat.general.text(trade.size * trade.splitRatio)
      let split = trade.splitRatio == 1 ? "" : ", split to \(units)"
      let gain = NumberFormat.fixed(2).grouped.text(trade.laterGain)
      let resizes = trade.resizes.count { !$0.isPayout }
      let resized = resizes == 0 ? "" : ", \(NumberText.counted(resizes, "resize")) gained \(gain)"
      remarks.append(
        "open since \(label(trade.entryIndex)): \(NumberFormat.general.text(trade.size)) \(trade.side) at \(NumberFormat.general.text(trade.entryPrice))\(split), marked at \(NumberFormat.general.text(trade.exitPrice))\(resized)\(unfinishedExit(of: trade))"
      )
    }
    let capped = entries { $0.isCapped }
    let hasLimit = run.shared?.limit != nil || run.shared?.grouping != nil
    let bound = hasLimit ? "the cash at hand or the limit" : "the cash at hand"
    if capped > 0 { remarks.append("\(NumberText.counted(capped, "trade")) cut to \(bound)") }
    remarks += volumeRemarks
    if let overnight = overnightRemark { remarks.append(overnight) }
    if let conflicts = conflictRemark { remarks.append(conflicts) }
    if !result.rejections.isEmpty {
      let reasons = Set(result.rejections.map(\.reason.rawValue)).sorted().joined(separator: ", ")
      remarks.append("\(NumberText.counted(result.rejections.count, "order")) rejected: \(reasons)")
    }
    let beyond = result.rejections.count { $0.reason == .beyondStop || $0.reason == .beyondTarget }
    if beyond > 0 {
      remarks.append(
        "\(NumberText.counted(beyond, "entry", "entries")) would have filled beyond the own stop or target: `set beyond_stop fill` takes them, as other testers do"
      )
    }
    let paidOut = (result.trades + result.openTrades).map(\.paidOut).filter { $0 != 0 }
    if !paidOut.isEmpty {
      remarks.append(
        "splits left parts of units, which are paid out at the open of their bar: \(NumberFormat.fixed(2).grouped.text(paidOut.reduce(0, +)))"
      )
    }
    if let smallest = unitRemark { remarks.append(smallest) }
    if let ruinRemark { remarks.append(ruinRemark) }
    return remarks
  }

  /// The end of a run that lost all; nil for others.
  var ruinRemark: String? {
    result.ruinedIndex.map { "ruined on \(label($0)): equity fell to zero and all was closed" }
  }

  package func named(_ name: String?) -> BacktestReport {
    var named = self
    named.name = name ?? strategy
    return named
  }

  package func kept(as name: String?) -> KeptResult? {
    let named = named(name)
    return KeptResult(named, [NamedResult(name: named.name, kind: kind, fields: fields, backtest: named)])
  }

  /// The strings and dates that `trial.symbol` and `trial.since` mean.
  package var texts: [String: String] {
    var texts = [
      "name": name, "strategy": strategy, "symbol": seriesName, "timeframe": "\(bars.timeframe)",
      "since": label(result.range.lowerBound), "until": label(result.range.upperBound - 1),
    ]
    texts["ruined_on"] = result.ruinedIndex.map { label($0) }
    return texts
  }

  /// The numbers that `trial.sharpe_ratio` means.
  package var fields: [String: Double] {
    var fields: [String: Double] = [:]
    for metric in Metric.all { fields[metric.name] = metric.value(performance) }
    fields["total_trades"] = Double(result.trades.count)
    for figure in luckValues { fields[figure.name] = figure.value.isFinite ? figure.value : .nan }
    for parameter in parameters where !parameter.value.isNaN { fields[parameter.name] = parameter.value }
    return fields
  }
}

extension Metric {
  /// The metric of a performance as a cell in its unit.
  package func cell(_ performance: Performance) -> Cell {
    let number = value(performance)
    switch unit {
    case .fraction: return .number(number, .percent(2))
    case .ratio: return .number(number, .fixed(3))
    case .money: return .number(number, NumberFormat.fixed(2).grouped)
    case .bars, .count: return .number(number, .general)
    }
  }
}
