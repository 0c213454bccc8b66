import Backtesting
import Evaluation
import Presentation
import Strategies
import Text

extension BacktestReport {
  /// The report of one window of a walk over many symbols.
  package func report(of window: StrategyBacktest) -> BacktestReport {
    var report = self
    report.run = window
    return report
  }

  /// The report of the window of many symbols that a trade belongs to, and the place of the trade in it; the report
  /// itself if it has no such windows.
  private func window(ofTrade index: Int) -> (BacktestReport, place: Int) {
    var place = index
    for own in run.windows {
      let count =
        own.result.trades.count + (own.result.range == run.windows.last?.result.range ? own.result.openTrades.count : 0)
      if place < count { return (report(of: own), place) }
      place -= count
    }
    return (self, index)
  }

  /// The report of one symbol of an account.
  package func report(of part: StrategyPart) -> BacktestReport {
    var report = self
    report.run.series = part.series
    report.run.result = part.result
    report.run.job.kind = .single
    report.run.parts = []
    return report
  }

  /// The report of the symbol of a trade, and the trade as that symbol's run has it; the open trades follow the closed
  /// ones.
  package func part(ofTrade index: Int) -> (report: BacktestReport, trade: Trade) {
    let trades = result.trades + result.openTrades
    var open = index - result.trades.count
    for part in run.parts {
      if let number = part.trades.firstIndex(of: index) { return (report(of: part), part.result.trades[number]) }
      if part.result.openTrades.indices.contains(open) { return (report(of: part), part.result.openTrades[open]) }
      open -= part.result.openTrades.count
    }
    return (self, trades[index])
  }

  /// The reasons of a trade by its place among the closed ones, then the open ones.
  package func why(tradeAt index: Int) throws(EvaluationError) -> WhyReport {
    let (own, place) = window(ofTrade: index)
    if own.run.portfolio != nil {
      return try own.whyPortfolio((own.result.trades + own.result.openTrades)[place], number: index + 1)
    }
    let (part, trade) = own.part(ofTrade: place)
    var why = try part.why(trade, number: index + 1)
    if trade.exit == .ended, let last = why.moments.indices.last {
      // Its own bars say the last of them; the account has waited for more.
      let all = own.result.trades + own.result.openTrades
      why.moments[last].facts.append(("sold", "on \(own.label(all[place].exitIndex))"))
    }
    return why
  }

  /// The rules and levels that opened and closed some trades, with the values that they saw: two rows a trade.
  func reasonTable(ofTradesAt places: [Int]) -> Table {
    var table = Table(columns: [
      .integer("trade"), .text("event"), .date("decided"), .text("rule"),
      Table.Column.text("the values that it saw", key: "values").wrapping,
    ])
    for place in places {
      guard let why = try? why(tradeAt: place) else { continue }
      if !table.rows.isEmpty { table.rules.insert(table.rows.count) }
      let trade = why.trade
      for moment in why.moments {
        let name =
          moment.part == "entry"
          ? trade.map(why.report.result.entryRuleName) : trade.flatMap(why.report.result.exitRuleName)
        table.append([
          .integer(place + 1), .text(moment.part), .text(moment.date), .text(name ?? ""), .text(moment.values),
        ])
      }
    }
    return table
  }
}

extension WhyReport.Moment {
  /// The facts of an order and its fill, from the list of trades.
  private static let facts: Set<String> = ["position", "order", "fill", "equity", "held before", "marked"]

  /// The values that decided here: those of the legs that held, else the level that was reached or the place in a
  /// ranking.
  fileprivate var values: String {
    let seen = rules.flatMap(\.seen)
    let told = facts.filter { !Self.facts.contains($0.0) }.map(\.1)
    return (told + seen).joined(separator: "; ")
  }
}

extension RuleReading {
  /// The comparisons that held on the bar with their numbers, such as `ema(12) > ema(26) (139.12 and 138.90)`.
  fileprivate var seen: [String] {
    legs.compactMap { leg in
      guard leg.joint == .none, leg.holds == true, !leg.isPast, let value = leg.value?.shownShort else { return nil }
      guard let threshold = leg.threshold?.shownShort, !leg.text.hasSuffix(" \(threshold)") else {
        return "\(leg.text) (\(value))"
      }
      return "\(leg.text) (\(value) and \(threshold))"
    }
  }
}

extension Value {
  /// The value as tables show it.
  fileprivate var shownShort: String {
    switch self {
    case .number(let number): NumberFormat.general.text(number)
    case .rate(let rate): NumberFormat.percent(2).text(rate)
    default: text
    }
  }
}
