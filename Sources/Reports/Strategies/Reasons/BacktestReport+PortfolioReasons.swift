import Backtesting
import Columns
import Evaluation
import Presentation
import Strategies
import Text

// The reasons of a portfolio: at the last close of each period its symbols are ranked and weighed, and a trade is what
// came of that.
extension BacktestReport {
  /// The decision of a portfolio at the close of a step, with the rules of one symbol if requested.
  package func whyPortfolio(
    step index: Int, on symbol: String?, isNot: Bool
  ) throws(EvaluationError) -> WhyReport {
    let date = label(index)
    let moment =
      try decision(at: index, on: symbol, part: "bar", title: "at the close of \(date)")
      ?? quietMoment(at: index, on: symbol)
    let asked = symbol.map { "\(date) on \($0)" } ?? date
    return WhyReport(report: self, question: isNot ? "not \(asked)" : asked, moments: [moment])
  }

  /// The reasons of a portfolio's trade: the ranking that opened it, and the one that closed it.
  package func whyPortfolio(_ trade: Trade, number: Int) throws(EvaluationError) -> WhyReport {
    let symbol = symbol(of: trade)
    var moments: [WhyReport.Moment] = []
    let entry = order(of: trade, isEntry: true)
    let entryFill =
      "\(label(trade.entryIndex)) at \(price(trade.entryQuote)); \(price(trade.size)) units in all at \(price(trade.entryPrice))"
    if let entry,
      var moment = try decision(
        at: entry.decidedIndex, on: symbol, part: "entry",
        title: "entry, decided at the close of \(label(entry.decidedIndex))")
    {
      moment.facts.append(("fill", entryFill))
      moments.append(moment)
    }
    moments.append(try exit(of: trade, on: symbol))
    return WhyReport(report: self, question: "trade \(number)", trade: trade, moments: moments)
  }

  private func exit(of trade: Trade, on symbol: String?) throws(EvaluationError) -> WhyReport.Moment {
    let last = trade.exitIndex
    let gain = "\(trade.pnl < 0 ? "a loss" : "a gain") of \(money(abs(trade.pnl)))"
    let rate = NumberFormat.percent(2).text(trade.returnRate)
    let order = order(of: trade, isEntry: false)
    // What rebalancing sold before is in the mean, and none of it was filled at that.
    let isMean = order?.fillPrice.map { abs($0 - trade.exitQuote) > 1e-9 * abs($0) } ?? false
    let fill =
      "\(label(last)) at \(price(isMean ? order?.fillPrice ?? trade.exitQuote : trade.exitPrice))"
      + (isMean ? ", all sales at \(price(trade.exitPrice)) on average" : "") + ", \(gain) (\(rate))"
    if trade.isOpen {
      return WhyReport.Moment(
        part: "open", title: "open at the close of \(label(last))", date: label(last),
        facts: [("marked", "at \(price(trade.exitPrice)), \(gain)")])
    }
    if trade.exit == PortfolioBacktest.Exit.rebalance.reason, let order,
      var moment = try decision(
        at: order.decidedIndex, on: symbol, part: "exit",
        title: "exit, decided at the close of \(label(order.decidedIndex))")
    {
      moment.facts.append(("fill", fill))
      return moment
    }
    let reason =
      switch trade.exit {
      case PortfolioBacktest.Exit.ended.reason: "its bars had ended, so it was closed at the last price"
      case PortfolioBacktest.Exit.leftUniverse.reason: "it no longer belongs to the universe"
      case .ruin: "the equity was at or below zero"
      case .split: "a split left less than one unit, which was paid out"
      case .end: "the run closes what is open at its last close"
      default: result.exitRuleName(of: trade) ?? ""
      }
    return WhyReport.Moment(
      part: "exit", title: "exit on \(label(last))", date: label(last), facts: [("reason", reason), ("fill", fill)])
  }

  /// The order that opened a trade, or that closed it; nil if it is not listed.
  private func order(of trade: Trade, isEntry: Bool) -> OrderRecord? {
    let index = isEntry ? trade.entryIndex : trade.exitIndex
    return result.orders.first { order in
      guard order.symbol == trade.symbol, order.index == index, order.side == trade.side, order.fate == .filled else {
        return false
      }
      if case .entry = order.kind { return isEntry }
      return !isEntry && order.share == nil
    }
  }

  /// The ranking at a close, and what came of it; nil if that close decides nothing.
  private func decision(
    at index: Int, on symbol: String?, part: String, title: String
  ) throws(EvaluationError) -> WhyReport.Moment? {
    guard let portfolio = run.portfolio, decides(at: index) else { return nil }
    let choices = try run.choices(at: index)
    var moment = WhyReport.Moment(part: part, title: title, date: label(index), facts: [])
    moment.choices = choices.map { choice in
      WhyReport.Choice(
        symbol: portfolio.symbols[choice.symbol].name, choice: choice,
        rank: !run.evidence.isRanked || choice.rank.isNaN
          ? nil : run.evidence.ranksUpwards ? -choice.rank : choice.rank)
    }
    moment.facts.append(("equity", money(result.equity[index - result.range.lowerBound])))
    moment.facts.append(("held before", heldText(at: index)))
    moment.orders = result.orders.filter { order in
      order.decidedIndex == index
        && (symbol == nil || order.symbol.map { result.symbols[$0] } == symbol)
    }
    if let symbol, let place = portfolio.symbols.firstIndex(where: { $0.name == symbol }),
      let choice = choices.first(where: { $0.symbol == place })
    {
      moment.facts.append((symbol, choice.text(isRanked: run.evidence.isRanked)))
      if let bar = choice.bar {
        moment.rules = try run.evidence.readings(
          on: portfolio.symbols[place], at: bar,
          state: PositionState(equity: result.equity[index - result.range.lowerBound]))
      }
    }
    if moment.orders.isEmpty {
      moment.facts.append(("order", "none"))
    } else {
      moment.facts += moment.orders.map { order in
        ("order", (order.symbol.map { "\(result.symbols[$0]) " } ?? "") + words(of: order))
      }
    }
    return moment
  }

  /// A close at which nothing is ranked.
  private func quietMoment(at index: Int, on symbol: String?) -> WhyReport.Moment {
    let next = (index..<result.range.upperBound).first { decides(at: $0) }
    let decided =
      next.map { "nothing: symbols are ranked at the last close of a period, the next one on \(label($0))" }
      ?? "nothing: no period ends between this close and the end of the run"
    return WhyReport.Moment(
      part: "bar", title: "at the close of \(label(index))", date: label(index),
      facts: [("held", heldText(at: index)), ("decided", decided)])
  }

  /// True if a period ends with a step, so that the portfolio decides there.
  private func decides(at index: Int) -> Bool {
    guard let portfolio = run.portfolio, index + 1 < portfolio.clock.count,
      result.ruinedIndex.map({ index < $0 }) ?? true
    else { return false }
    return portfolio.clock.decides(at: index, portfolio.rules.period)
  }

  /// The symbols held when a close decides.
  private func heldText(at index: Int) -> String {
    let held = (result.trades + result.openTrades).filter { trade in
      trade.entryIndex <= index && (trade.isOpen || trade.exitIndex > index)
        && !(result.settings.fill == .close && trade.entryIndex == index)
    }
    guard !held.isEmpty else { return "nothing" }
    return Wording.list(held.map { ($0.side == .short ? "short " : "") + (symbol(of: $0) ?? "") })
  }

  private func price(_ value: Double) -> String { NumberFormat.general.text(value) }

  private func money(_ value: Double) -> String { NumberFormat.fixed(2).grouped.text(value) }
}

extension PortfolioChoice {
  /// The outcome for a symbol in words: `held long, place 2, 50% of the equity`.
  package func text(isRanked: Bool) -> String {
    let place = isRanked ? self.place.map { ", place \($0)" } ?? "" : ""
    switch outcome {
    case .held: return "held \(side)\(place), \(NumberText.percentShort(weight)) of the equity"
    case .reserve: return "takes the rest, \(NumberText.percentShort(weight)) of the equity"
    case .noPrice: return "not held: it has no price then"
    case .notMember: return "not held: it does not belong to the universe on the day of the fill"
    case .notCandidate: return "not held: its condition is false"
    case .conflict: return "not held: it may be held long and short, so neither is taken"
    case .rankMissing: return "not held: its rank is missing"
    case .weightMissing: return "not held: its weight is missing or not above zero"
    case .groupFull: return "not held\(place): its group is full"
    case .outranked: return "not held\(place): others rank higher"
    }
  }

  /// The outcome as a word, for programs.
  package var word: String {
    switch outcome {
    case .held: "held"
    case .reserve: "reserve"
    case .noPrice: "no-price"
    case .notMember: "not-member"
    case .notCandidate: "not-candidate"
    case .conflict: "conflict"
    case .rankMissing: "rank-missing"
    case .weightMissing: "weight-missing"
    case .groupFull: "group-full"
    case .outranked: "outranked"
    }
  }
}
