import Backtesting
import Calendar
import Columns
import Evaluation
import Presentation
import Strategies
import Text

extension BacktestReport {
  /// The reasons of a trade: the rule that entered, and the rule or the level that left.
  package func why(_ trade: Trade, number: Int) throws(EvaluationError) -> WhyReport {
    var moments: [WhyReport.Moment] = []
    let entry = order(of: .entry(rule: trade.entryRule), side: trade.side, filledOn: trade.entryIndex)
    let decided = entry?.decidedIndex ?? trade.entryIndex
    var facts = [("position", position(at: decided))]
    if let entry { facts.append(("order", words(of: entry))) }
    facts.append(("fill", fill(of: trade, entry, decided: decided)))
    moments.append(
      WhyReport.Moment(
        part: "entry", title: "entry, decided at the close of \(label(decided))", date: label(decided), facts: facts,
        rules: try readings(at: decided).filter {
          $0.rule.kind == .entry && $0.rule.name == result.entryNames[trade.entryRule]
        },
        orders: [entry].compactMap { $0 }))
    moments.append(try exit(of: trade))
    return WhyReport(report: self, question: "trade \(number)", trade: trade, moments: moments)
  }

  private func exit(of trade: Trade) throws(EvaluationError) -> WhyReport.Moment {
    guard let reason = trade.exit else {
      var facts = [("marked", "at the close of \(number(trade.exitPrice)), \(outcome(of: trade))")]
      if let stop = trade.stop { facts.append(("stop", number(stop))) }
      if let target = trade.target { facts.append(("target", number(target))) }
      let last = trade.exitIndex
      return WhyReport.Moment(
        part: "open", title: "open at the close of \(label(last)): no exit held", date: label(last), facts: facts,
        rules: try readings(at: last).filter { $0.rule.kind == .exit && ($0.rule.side ?? trade.side) == trade.side })
    }
    let kind: PendingOrder.Kind
    switch reason {
    case .reversal(let rule): kind = .entry(rule: rule)
    default: kind = .exit(reason)
    }
    let last =
      result.orders.last {
        ($0.kind == kind || $0.kind == .exit(reason)) && $0.fate == .filled && $0.index == trade.exitIndex
      } ?? reversingOrder(of: trade)
    let orders = last.map { parts(of: $0) } ?? []
    let order = isReached(trade, last) ? nil : last
    let on = order?.decidedIndex ?? trade.firstExitIndex
    var facts: [(String, String)] = []
    if let level = levelText(of: trade, reason, order) { facts.append((result.name(of: reason), level)) }
    facts += orders.map { ("order", words(of: $0)) }
    if let fills = exitFillsText(of: trade), let limit = result.settings.maximumVolumeShare {
      let share = "as fills take at most \(NumberText.percentExact(limit)) of the volume of a bar"
      facts.append(("fills", "\(fills), \(share)"))
      facts.append(("on average", "\(number(trade.exitPrice)), \(outcome(of: trade))"))
    } else {
      facts.append(("fill", "\(label(trade.exitIndex)) at \(exitPrice(of: trade, order)), \(outcome(of: trade))"))
    }
    var rules: [RuleReading] = []
    switch reason {
    case .rule(let rule):
      rules = try readings(at: on).filter { $0.rule.kind == .exit && $0.rule.name == result.exitNames[rule] }
    case .reversal(let rule):
      rules = try readings(at: on).filter { $0.rule.kind == .entry && $0.rule.name == result.entryNames[rule] }
    default: break
    }
    let title =
      order == nil ? "exit by \(result.name(of: reason)) on \(label(on))" : "exit, decided at the close of \(label(on))"
    return WhyReport.Moment(
      part: "exit", title: title, date: label(on), facts: facts, rules: rules, orders: orders)
  }

  /// The rules on a bar and their consequences; for `why not` the entry rules and the condition that each failed.
  package func why(bar index: Int, isNot: Bool) throws(EvaluationError) -> WhyReport {
    let readings = try readings(at: index)
    let entries = readings.filter { $0.rule.kind == .entry }
    var facts = [("bar", bar(at: index)), ("position", position(at: index))]
    facts += events(on: index).map { ("filled", $0) }
    let decided = result.orders.filter { $0.decidedIndex == index }
    facts += decided.map { ("order", words(of: $0)) }
    if let silence = silence(at: index) {
      facts.append(("decided", silence))
    } else {
      if decided.isEmpty { facts.append(("order", "none")) }
      for entry in isNot ? entries : entries.filter(\.holds) {
        guard let reason = reasonAgainst(entry, at: index) else { continue }
        facts.append((entry.rule.name, reason))
      }
      for exit in readings where exit.rule.kind == .exit && exit.holds && !isNot {
        guard let reason = reasonAgainst(exit: exit, at: index) else { continue }
        facts.append((exit.rule.name, reason))
      }
    }
    let date = label(index)
    return WhyReport(
      report: self, question: isNot ? "not \(date)" : date,
      moments: [
        WhyReport.Moment(
          part: "bar", title: "at the close of \(date)", date: date, facts: facts, rules: isNot ? entries : readings,
          orders: decided)
      ])
  }

  /// The rules at a close, with the position as they saw it.
  private func readings(at index: Int) throws(EvaluationError) -> [RuleReading] {
    let records = result.positions
    // The records are in the order of their bars.
    var (low, high) = (0, records.count)
    while low < high {
      let middle = (low + high) / 2
      if records[middle].index < index { low = middle + 1 } else { high = middle }
    }
    let state =
      low < records.count && records[low].index == index
      ? records[low].state : PositionState(equity: result.equity[index - result.range.lowerBound])
    return try run.evidence.readings(on: series, at: index, state: state)
  }
}

extension BacktestReport {
  /// The reason why a rule that enters gave no order at a close; nil if it gave one.
  private func reasonAgainst(_ entry: RuleReading, at index: Int) -> String? {
    if let shortfall = entry.shortfall { return "needs \(shortfall)" }
    let gave = result.orders.first { order in
      if order.decidedIndex == index, case .entry(let rule) = order.kind {
        result.entryNames[rule] == entry.rule.name
      } else {
        false
      }
    }
    if gave != nil { return nil }
    if result.conflicts.contains(where: { $0.index == index }) {
      return "held, and so did an entry of the other side: neither is taken"
    }
    if result.pausedIndexes.contains(index) { return "held, but the strategy waits after its last exit" }
    let side = entry.rule.side
    if held(at: index).contains(where: { $0.side == side }) {
      let leaves = result.orders.contains { order in
        if order.decidedIndex == index, case .exit = order.kind { true } else { false }
      }
      return leaves
        ? "held, but an exit of its side wins at the same close"
        : "held, but the position is \(side.map { "\($0)" } ?? "") already"
    }
    let other = result.orders.first { order in
      if order.decidedIndex == index, case .entry = order.kind { true } else { false }
    }
    if other != nil { return "held, but another rule that enters is written before it" }
    if let membership = run.membership[seriesName].map(Membership.init) {
      let fill = settings.backtest.fill == .open ? min(index + 1, bars.count - 1) : index
      let day = bars.civilTime(at: fill).date
      if !membership.contains(day.daysSince1970) {
        return "held, but on \(day) the symbol does not belong to the universe"
      }
    }
    return "held, but gave no order"
  }

  /// The reason why a rule that leaves gave no order at a close; nil if it gave one.
  private func reasonAgainst(exit: RuleReading, at index: Int) -> String? {
    let held = held(at: index)
    if held.isEmpty { return "held, but there is no position to leave" }
    if let side = exit.rule.side, !held.contains(where: { $0.side == side }) {
      return "held, but the position is \(held[0].side)"
    }
    let own = result.orders.filter { order in
      if case .exit(.rule(let rule)) = order.kind { result.exitNames[rule] == exit.rule.name } else { false }
    }
    if own.contains(where: { $0.decidedIndex == index }) { return nil }
    let order = result.orders.first { order in
      if order.decidedIndex == index, case .exit = order.kind { true } else { false }
    }
    if order == nil, held.allSatisfy({ $0.laterFills.contains(where: \.isExit) && $0.firstExitIndex <= index }) {
      return "held, but the exit of \(label(held[0].firstExitIndex)) continues already"
    }
    if order == nil, own.contains(where: { $0.share != nil && $0.decidedIndex < index }) {
      return "held, but has closed its part of this position"
    }
    guard let order, case .exit(let reason) = order.kind else { return nil }
    if case .rule(let rule) = reason, result.exitNames[rule] == exit.rule.name { return nil }
    return "held as well; the order is that of \(result.name(of: reason))"
  }

  /// The reason why nothing could be decided at a close; nil if it could.
  private func silence(at index: Int) -> String? {
    if bars.close.values[index].isNaN { return "nothing: the bar has no close" }
    if let ruined = result.ruinedIndex, ruined <= index { return "nothing: all was lost on \(label(ruined))" }
    let waiting = result.orders.first {
      $0.decidedIndex < index && $0.type == .market && ($0.index ?? .max) > index
        && bars.open.values[$0.decidedIndex + 1...index].allSatisfy(\.isNaN)
    }
    return waiting.map { "nothing: the order of \(label($0.decidedIndex)) still waited for an open" }
  }

  /// The trades that were open when the rules were read at a close.
  private func held(at index: Int) -> [Trade] {
    (result.trades + result.openTrades).filter { trade in
      guard trade.entryIndex <= index, trade.exitIndex >= index else { return false }
      if trade.entryIndex == index,
        order(of: .entry(rule: trade.entryRule), side: trade.side, filledOn: index)?.decidedIndex == index
      {
        return false
      }
      if trade.isOpen || trade.exitIndex > index { return true }
      switch trade.exit {
      case .end: return true
      case .rule, .time, .reversal:
        // It was left by an order of this very close.
        return result.orders.contains {
          $0.decidedIndex == index && $0.index == index && $0.fate == .filled
        }
      default: return false
      }
    }
  }

  private func position(at index: Int) -> String {
    let held = held(at: index)
    guard let first = held.first else { return "flat" }
    let units = held.reduce(0) { $0 + $1.held(after: index) }
    let count = Set(held.map(\.entryNumber)).count
    let entries = count == 1 ? "" : ", \(count) entries"
    let price = held.reduce(0) { $0 + $1.held(after: index) * $1.entryPrice } / units
    return "\(first.side) \(number(units)) at \(number(price)) since \(label(first.entryIndex))\(entries)"
  }

  /// The entries and exits that filled on a bar.
  private func events(on index: Int) -> [String] {
    let all = result.trades + result.openTrades
    return all.filter { $0.entryIndex == index }.map {
      "\($0.side) \(number($0.held(after: index))) at \(number($0.entryPrice)) by \(result.entryRuleName(of: $0))"
    }
      + all.flatMap(\.resizes).filter { $0.index == index }.map {
        $0.isPayout
          ? "\(number(-$0.units * $0.splitRatio)) of a unit, which a split left, paid out at \(number($0.price))"
          : "resized by \(number($0.units * $0.splitRatio)) at \(number($0.price))"
      }
      + all.flatMap(\.exitFills).filter { $0.index == index }.map {
        "\(number(-$0.units * $0.splitRatio)) sold at \(number($0.price)), and the rest is pending"
      }
      + all.filter { $0.exitIndex == index && !$0.isOpen }.map {
        "out at \(number($0.exitPrice)) by \(result.exitRuleName(of: $0) ?? ""), \(outcome(of: $0))"
      }
  }

  private func bar(at index: Int) -> String {
    [("open", bars.open), ("high", bars.high), ("low", bars.low), ("close", bars.close)].map {
      "\($0.0) \(number($0.1.values[index]))"
    }.joined(separator: ", ")
  }

  private func order(of kind: PendingOrder.Kind, side: Side, filledOn index: Int) -> OrderRecord? {
    result.orders.last { $0.kind == kind && $0.side == side && $0.fate == .filled && $0.index == index }
  }

  /// The fills of an order that was cut, each listed as an order, up to the last one; the order alone if it was not.
  private func parts(of last: OrderRecord) -> [OrderRecord] {
    result.orders.filter {
      $0.kind == last.kind && $0.side == last.side && $0.decidedIndex == last.decidedIndex && $0.fate == .filledInPart
        && ($0.index ?? .max) < (last.index ?? 0)
    } + [last]
  }

  /// The order of the other side that closed a trade and had to wait itself, as the exit left it too little volume.
  private func reversingOrder(of trade: Trade) -> OrderRecord? {
    guard case .reversal(let rule)? = trade.exit, result.settings.maximumVolumeShare != nil else { return nil }
    let last = result.settings.fill == .open ? trade.firstExitIndex - 1 : trade.firstExitIndex
    return result.orders.last {
      $0.kind == .entry(rule: rule) && $0.side != trade.side && $0.decidedIndex <= last
        && ($0.index ?? .max) >= trade.exitIndex
    }
  }

  /// True if an order is the rest of an exit that began inside a bar, as its level was reached.
  private func isReached(_ trade: Trade, _ order: OrderRecord?) -> Bool {
    guard let order, order.decidedIndex == trade.firstExitIndex, trade.laterFills.contains(where: \.isExit) else {
      return false
    }
    switch trade.exit {
    case .stop: return trade.firstExitQuote != bars.close.values[order.decidedIndex]
    case .target, .trail, .session: return true
    default: return false
    }
  }

  private func fill(of trade: Trade, _ order: OrderRecord?, decided: Int) -> String {
    var text = "\(label(trade.entryIndex)) at \(number(trade.entryPrice))"
    if let quoted = order?.fillPrice, quoted != trade.entryPrice { text += ", \(number(quoted)) before slippage" }
    let equity = result.equity[decided - result.range.lowerBound]
    // The entry as it filled, of which the trade may be a part.
    let whole = (result.trades + result.openTrades).filter { $0.entryNumber == trade.entryNumber }
    let units = whole.reduce(0) { $0 + $1.size }
    if trade.legs.isEmpty {
      let value = units * trade.entryPrice * result.settings.contract.multiplier
      text += "; \(number(units)) \(units == 1 ? "unit" : "units") for \(money(value)) of \(money(equity)) equity"
    } else {
      let parts = trade.legs.map { fill in
        "\(number(fill.units)) \(result.legs[fill.leg]) at \(number(fill.entryPrice))"
      }
      let value = trade.legs.reduce(0) { $0 + abs($1.units) * $1.entryPrice }
      text += "; \(Wording.list(parts)), together \(money(value)) of \(money(equity)) equity"
    }
    if whole.count > 1 { text += ", of which this trade is \(number(trade.size))" }
    return text + (trade.isCapped ? ", cut to the cash at hand" : "")
  }

  private func exitPrice(of trade: Trade, _ order: OrderRecord?) -> String {
    guard let order, order.index == trade.exitIndex, let quoted = order.fillPrice, quoted != trade.exitPrice else {
      return number(trade.exitPrice)
    }
    return "\(number(trade.exitPrice)), \(number(quoted)) before slippage"
  }

  private func outcome(of trade: Trade) -> String {
    "\(trade.pnl < 0 ? "a loss" : "a gain") of \(money(abs(trade.pnl))) (\(NumberFormat.percent(2).text(trade.returnRate)))"
  }

  /// The level that a bar reached, and how.
  private func levelText(of trade: Trade, _ reason: ExitReason, _ order: OrderRecord?) -> String? {
    let level: Double?
    switch reason {
    case .stop, .trail: level = trade.stop
    case .target: level = trade.target
    case .time: return "the time that the strategy stays in at most was over"
    case .resize: return "the position was brought back to its size"
    case .session:
      return trade.firstExitQuote == bars.close.values[trade.firstExitIndex]
        ? "the session ended" : "the session before had ended, and its last bar is missing"
    case .end: return "the run closes what is open at its last close"
    case .liquidation: return "\(number(trade.exitQuote)): the equity no longer backed the position there"
    case .ruin: return "the equity was at or below zero"
    case .window: return "its window ended, and the next one has parameters of its own"
    case .ended: return "its bars had ended, so it was sold at the last price"
    case .split: return "a split left less than one unit, which was paid out"
    case .rule, .reversal: return nil
    }
    guard let level else { return nil }
    if let order { return "\(number(level)): reached by the close of \(number(bars.close.values[order.decidedIndex]))" }
    let isAbove = (reason == .target) == (trade.side == .long)
    let index = trade.firstExitIndex
    let open = bars.open.values[index]
    let extreme = isAbove ? bars.high.values[index] : bars.low.values[index]
    if isAbove ? open >= level : open <= level {
      return "\(number(level)): the bar opened beyond it, at \(number(open))"
    }
    return "\(number(level)): inside the bar, whose \(isAbove ? "high" : "low") is \(number(extreme))"
  }

  /// An order and its end in words: `enter long by golden at the market: filled on 2012-05-04 at 139.12`.
  func words(of order: OrderRecord) -> String {
    let what: String
    switch order.kind {
    case .entry(let rule): what = "enter \(order.side) by \(result.entryNames[rule])"
    case .exit(let reason): what = "exit \(part(of: order.share))\(order.side) by \(result.name(of: reason))"
    case .resize: what = "resize \(order.side) by \(NumberText.percentShort(order.share ?? .nan))"
    }
    let price = order.price.map { " \(number($0))" } ?? ""
    let type = order.type == .market ? "" : " at \(order.type.rawValue)\(price)"
    let day = order.index.map { label($0) } ?? ""
    let fate: String
    switch order.fate {
    case .pending: fate = "pending after the last bar"
    case .filled:
      let split = order.splitRatio == 1 ? "" : ", \(number(order.splitRatio)) units for each one decided, by a split"
      fate = "filled on \(day) at \(number(order.fillPrice ?? .nan))\(split)"
    case .filledInPart:
      fate = "filled in part on \(day) at \(number(order.fillPrice ?? .nan)), the rest pending"
    case .rejected(let reason): fate = "rejected on \(day), \(reason.rawValue): \(reason.meaning)"
    case .expired: fate = "expired on \(day): no bar of its time reached the price"
    case .replaced: fate = "replaced on \(day) by a later decision"
    case .cancelled: fate = "cancelled on \(day)"
    }
    return "\(what)\(type): \(fate)"
  }

  private func number(_ value: Double) -> String { NumberFormat.general.text(value) }

  private func money(_ value: Double) -> String { NumberFormat.fixed(2).grouped.text(value) }
}

extension Rejection.Reason {
  /// The reason in words.
  package var meaning: String {
    switch self {
    case .noCash: "nothing is left to pay with"
    case .commissionTooHigh: "the commission alone is as much as the cash or the money of the size"
    case .sizeMissing: "the size is missing on the deciding bar"
    case .sizeNotPositive: "the size is not above zero"
    case .moneyTooSmall: "the size is less than 1% of the cash"
    case .lessThanOneUnit: "the size is less than one whole unit"
    case .levelMissing: "a stop, target, trail or price is missing on the deciding bar"
    case .levelNotPositive: "the distance to a stop, target or trail is not above zero"
    case .beyondStop: "the price to fill at was already beyond the stop"
    case .beyondTarget: "the price to fill at was already beyond the target"
    case .onceADay: "its day has had an entry"
    case .noVolume: "its bar has too little volume"
    case .sessionOver: "it would fill as its session ends, where everything is closed"
    case .positionsFull: "as many symbols were held as the account may hold"
    case .groupFull: "as many symbols of its group were held as a group may hold"
    case .limitReached: "its share of the equity, or that of its group, was as large as it may be"
    case .notMember: "its symbol did not belong to the universe on that day"
    case .priceNotPositive: "the price to fill at is not above zero"
    }
  }
}
