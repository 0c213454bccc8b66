import Accounts
import Bookkeeping
import Calendar
import Columns
import Evaluation
import JSON
import Language
import MarketData
import OrderedCollections
import Platform
import Presentation
import Reports
import Robustness
import Sessions
import Sourcing
import Strategies
import Streams
import Text
import Workspace

/// The alerts at work: what closed bars, trades and streams make them do.
extension Execution {
  /// A bar on which an alert fires.
  private struct Firing {
    var bar: Int
    var isLate: Bool
    var text: String?
  }

  /// Takes the bars of a series that have closed into the alerts on it.
  ///
  /// - Parameters:
  ///   - count: the number of new bars.
  ///   - isLate: true for bars that were fetched after a gap.
  ///   - time: milliseconds since 1970.
  mutating func watchAlerts(on series: String, _ count: Int, isLate: Bool, at time: Int64) {
    readAlerts()
    guard let alerts = state.alerts, !alerts.isEmpty, let loaded = session.series[series] else { return }
    // The statement at work, if there is one, is another.
    let own = warnings
    defer { warnings = own }
    var changed: [KeptAlert] = []
    for (index, alert) in alerts.enumerated() where alert.kept.isOn {
      guard let call = alert.call else { continue }
      var alert = alert
      do throws(Diagnostic) {
        if let names = try alertedSeries(call), !names.contains(series) { continue }
        let before = alert.kept
        try take(loaded, count, isLate: isLate, at: time, into: &alert, call)
        alert.failure = nil
        if let end = try end(of: call), time >= end.milliseconds {
          alert.kept.isOn = false
          notify(
            Notice(
              .alert, key: "alert \(alert.kept.name) ends \(end.milliseconds)",
              "the alert \(alert.kept.name) has ended",
              "its time was until \(Zone.utc.iso8601(end))", at: time))
        }
        if alert.kept.isWorthKeeping(after: before) { changed.append(alert.kept) }
      } catch {
        alert.failure = error.message
      }
      state.alerts?[index] = alert
    }
    if !changed.isEmpty { try? state.book.keep(changed, environment) }
  }

  private mutating func take(
    _ loaded: LoadedSeries, _ count: Int, isLate: Bool, at time: Int64, into alert: inout LiveAlert, _ call: CommandCall
  ) throws(Diagnostic) {
    let name = loaded.name
    switch try kind(of: call) {
    case .condition(let condition):
      let (series, closed) = try closedBars(of: loaded, call)
      guard closed > 0 else { return }
      let holds = try self.condition(condition, on: series).values
      let times = series.bars.times
      var trigger = alert.kept.triggers[name] ?? Self.trigger(before: closed - count, times, holds)
      let first = series.bars.firstIndex(notBefore: Timestamp(milliseconds: trigger.bar &+ 1))
      let repetition = try repetition(of: call)
      var firings: [Firing] = []
      for index in first..<max(first, closed)
      where trigger.fires(holds[index] == 1, on: times[index].milliseconds, repetition) {
        firings.append(Firing(bar: index, isLate: isLate || index < closed - 1))
      }
      alert.kept.triggers[name] = trigger
      try fire(alert, firings, on: series, call, at: time)
      if repetition == .once, trigger.times > 0 { alert.kept.isOn = false }
    case .signal(let subject):
      let (series, closed) = try closedBars(of: loaded, call)
      guard closed > 0 else { return }
      let text = try decision(of: subject, on: series)
      let bar = series.bars.times[closed - 1].milliseconds
      var trigger = alert.kept.triggers[name] ?? AlertTrigger(after: .min, isTrue: false)
      let changes = trigger.value.map { $0 != text } ?? false
      trigger.isTrue = false
      let fires = trigger.fires(changes, on: bar, try repetition(of: call))
      trigger.value = text
      alert.kept.triggers[name] = trigger
      if fires { try fire(alert, [Firing(bar: closed - 1, isLate: isLate, text: text)], on: series, call, at: time) }
    case .price:
      // Between two looks at the trades the price may have gone there and back: the bar has its way.
      for index in max(0, loaded.bars.count - count)..<loaded.bars.count {
        for price in [loaded.bars.open, loaded.bars.low, loaded.bars.high, loaded.bars.close].map({ $0[index] }) {
          try take(price: price, of: loaded, into: &alert, call, at: time)
        }
      }
    case .level(let isStop): hitLevels(loaded, count, isStop: isStop, alert, at: time)
    case .drift(let strategy, let limit):
      guard let drift = try drift(of: strategy, on: loaded), let last = loaded.bars.times.last else { return }
      var trigger = alert.kept.triggers[name] ?? AlertTrigger(after: .min, isTrue: false)
      if trigger.fires(drift > limit, on: last.milliseconds, try repetition(of: call)) {
        notify(
          Notice(
            .drift, key: "drift \(alert.kept.name) \(name) \(last.milliseconds)", "\(name): \(strategy) drifts",
            "live and backtest differ by \(NumberFormat.percent(1).text(drift)), more than "
              + NumberFormat.percent(1).text(limit),
            at: time, payload: ["strategy": .string(strategy), "series": .string(name), "drift": .number(drift)]))
      }
      alert.kept.triggers[name] = trigger
    case .earnings, .stall: break
    }
  }

  /// The state of an alert on a series before the bars that have come.
  private static func trigger(
    before index: Int, _ times: some RandomAccessCollection<Timestamp>, _ holds: Values<Double>
  )
    -> AlertTrigger
  {
    guard index > 0, index <= holds.count else { return AlertTrigger(after: .min, isTrue: false) }
    let place = times.index(times.startIndex, offsetBy: index - 1)
    return AlertTrigger(after: times[place].milliseconds, isTrue: holds[index - 1] == 1)
  }

  /// Notes what an alert fires on.
  private mutating func fire(
    _ alert: LiveAlert, _ firings: [Firing], on series: Evaluation.Series, _ call: CommandCall, at time: Int64
  ) throws(Diagnostic) {
    for firing in firings {
      let label = series.bars.label(at: firing.bar)
      let close = series.bars.close[firing.bar]
      var body = try alertText(call, on: series, at: firing.bar, price: close)
      if let text = firing.text { body = call[.alertText] == nil ? text : "\(text), \(body)" }
      let opening = series.bars.times[firing.bar]
      notify(
        Notice(
          .alert, key: "alert \(alert.kept.name) \(series.name) \(opening.milliseconds)",
          "\(series.name) \(alert.kept.name)", body + (firing.isLate ? " (late: the bar of \(label))" : ""), at: time,
          payload: [
            "alert": .string(alert.kept.name), "series": .string(series.name),
            "bar": .string(Zone.utc.iso8601(opening)), "price": .number(close), "late": .bool(firing.isLate),
          ]))
    }
  }

  /// The text after `say` with its braces filled; without one the condition and the close.
  private mutating func alertText(
    _ call: CommandCall, on series: Evaluation.Series, at bar: Int, price: Double
  ) throws(Diagnostic) -> String {
    guard let word = call[.alertText] else {
      let condition = call[.alertCondition].map { sources.text(of: $0.span) } ?? ""
      return "\(condition)\(condition.isEmpty ? "" : ", ")at \(NumberFormat.general.text(price))"
    }
    var text = ""
    var rest = Substring(try self.text(word))
    while let open = rest.firstIndex(of: "{"), let end = rest[open...].firstIndex(of: "}") {
      let inner = String(rest[rest.index(after: open)..<end])
      text += rest[..<open]
      switch inner {
      case "symbol", "series": text += series.name
      case "price": text += NumberFormat.general.text(price)
      case "time", "bar": text += series.bars.label(at: bar)
      default: text += try valueText(inner, on: series, at: bar, word.span)
      }
      rest = rest[rest.index(after: end)...]
    }
    return text + rest
  }

  private mutating func valueText(
    _ text: String, on series: Evaluation.Series, at bar: Int, _ span: SourceSpan
  ) throws(Diagnostic) -> String {
    var parser = Parser(source: sources.add(name: "alert", text: text), text: text, commands: [])
    guard case .expression(let expression, _)? = try parser.next()?.kind,
      let shown = try columns([NamedExpression(expression: expression)], on: series).first
    else {
      throw Diagnostic(.wrongKind, "`{\(text)}` is not a value", at: span)
    }
    let cell = shown.cell(bar, on: series.bars)
    return cell.numericValue.map { shown.tableFormat.text($0) } ?? cell.exportText
  }

  // MARK: Prices

  /// Takes the newest trades into the alerts on them.
  mutating func watchPrices() {
    readAlerts()
    guard let alerts = state.alerts, alerts.contains(where: { $0.kept.isOn && $0.isOfPrice }) else { return }
    let own = warnings
    defer { warnings = own }
    let statuses = state.live.statuses()
    for (index, alert) in alerts.enumerated() where alert.kept.isOn && alert.isOfPrice {
      guard let call = alert.call else { continue }
      var alert = alert
      let before = alert.kept
      do throws(Diagnostic) {
        let names = try alertedSeries(call) ?? []
        for status in statuses where names.contains(status.series) {
          guard let newest = status.newest, let loaded = session.series[status.series] else { continue }
          try take(price: newest.price, of: loaded, into: &alert, call, at: newest.time)
        }
        alert.failure = nil
      } catch { alert.failure = error.message }
      state.alerts?[index] = alert
      if alert.kept.isWorthKeeping(after: before) { try? state.book.keep([alert.kept], environment) }
    }
  }

  private mutating func take(
    price: Double, of loaded: LoadedSeries, into alert: inout LiveAlert, _ call: CommandCall, at time: Int64
  ) throws(Diagnostic) {
    guard let expression = call[.alertCondition], price.isFinite, alert.kept.isOn else { return }
    let name = loaded.name
    let last = alert.prices.updateValue(price, forKey: name) ?? price
    var trigger = alert.kept.triggers[name] ?? AlertTrigger(after: .min, isTrue: false)
    // Trades within one millisecond come one after the other.
    let moment = max(time, trigger.bar &+ 1)
    let bars = loaded.series
    let holds = try PriceCondition(expression).holds(of: price, after: last) { part throws(Diagnostic) in
      guard !bars.bars.isEmpty else { return try number(part, "the level").0 }
      return try columns([NamedExpression(expression: part)], on: bars).first?.column.values.last ?? .nan
    }
    let fires = trigger.fires(holds, on: moment, try repetition(of: call))
    alert.kept.triggers[name] = trigger
    guard fires else { return }
    if try repetition(of: call) == .once { alert.kept.isOn = false }
    var body = "\(sources.text(of: expression.span)), at \(NumberFormat.general.text(price))"
    if call[.alertText] != nil, bars.bars.count > 0 {
      body = try alertText(call, on: bars, at: bars.bars.count - 1, price: price)
    }
    notify(
      Notice(
        .alert, key: "alert \(alert.kept.name) \(name) \(moment)", "\(name) \(alert.kept.name)", body, at: time,
        payload: ["alert": .string(alert.kept.name), "series": .string(name), "price": .number(price)]))
  }

  // MARK: Positions, streams

  /// Notices for positions whose stop or target the new bars of a series have reached.
  private mutating func hitLevels(
    _ loaded: LoadedSeries, _ count: Int, isStop: Bool, _ alert: LiveAlert, at time: Int64
  ) {
    guard let call = alert.call, let books = try? books(at: call.commandSpan) else { return }
    for account in books.accounts {
      guard let state = books.state(account.name),
        let held = try? heldPositions(state, at: call.commandSpan).first(where: { $0.position.symbol == loaded.name }),
        let level = isStop ? held.position.stop : held.position.goal
      else { continue }
      let isBelow = (held.position.size > .zero) == isStop
      let bars = loaded.bars
      for index in max(0, bars.count - count)..<bars.count
      where isBelow ? bars.low[index] <= level.double : bars.high[index] >= level.double {
        let what = isStop ? "stop" : "target"
        notify(
          Notice(
            .stop, key: "\(what) \(account.name) \(loaded.name) \(level) \(held.position.opened.milliseconds)",
            "\(loaded.name) has hit its \(what)",
            "\(account.name) holds \(held.position.size), \(what) \(level.text(decimals: 2)), the bar of "
              + "\(bars.label(at: index)) was \(NumberFormat.general.text(bars.low[index])) to "
              + NumberFormat.general.text(bars.high[index]),
            at: time,
            payload: [
              "alert": .string(alert.kept.name), "account": .string(account.name), "symbol": .string(loaded.name),
              "level": .number(level.double),
            ]))
        break
      }
    }
  }

  /// Notices for a stream that stalls.
  mutating func watchStall(of series: String, _ what: String, at time: Int64) {
    readAlerts()
    for alert in state.alerts ?? [] where alert.kept.isOn {
      guard let call = alert.call, case .stall? = try? kind(of: call) else { continue }
      if let names = try? alertedSeries(call), !names.contains(series) { continue }
      notify(
        Notice(
          .stall, key: "stall \(series) \(time)", "\(series) stalls", what, at: time,
          payload: ["alert": .string(alert.kept.name), "series": .string(series)]))
    }
  }

  // MARK: The past

  mutating func testAlert(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let word = try call[.alertName]
    let name = try text(word)
    readAlerts()
    guard let alert = state.alerts?.first(where: { $0.kept.name == name }), var alertCall = alert.call else {
      throw noAlert(name, at: word.span)
    }
    guard case .condition(let condition) = try kind(of: alertCall) else {
      throw Diagnostic(
        .wrongKind, "`\(name)` watches no condition on closed bars, so the past does not say when it fires",
        at: word.span)
    }
    if let other = call[.alertTimeframe] {
      alertCall.arguments.removeAll { $0.role == "timeframes" }
      alertCall.arguments.append(("timeframes", .word(other)))
    }
    var fired: [(time: Timestamp, row: [Cell])] = []
    var absent: [String] = []
    let names = try alertedSeries(alertCall) ?? []
    for series in names {
      try checkInterruption()
      guard let loaded = session.series[series] else {
        absent.append(series)
        continue
      }
      let (own, closed) = try closedBars(of: loaded, alertCall)
      let holds = try self.condition(condition, on: own).values
      let range = try call[.testedSpan].map { expression throws(Diagnostic) in
        try dates(expression, zone: own.bars.zone)
      }
      var trigger = AlertTrigger(after: .min, isTrue: false)
      let repetition = try repetition(of: alertCall)
      for index in 0..<closed
      where trigger.fires(holds[index] == 1, on: own.bars.times[index].milliseconds, repetition) {
        if let range, own.bars.times[index] < range.start || own.bars.times[index] >= range.end { continue }
        let time = own.bars.times[index]
        fired.append((time, [.text(own.bars.label(at: index)), .text(StyledText(series, .name)), .truth(false)]))
      }
    }
    let rows = fired.sorted { $0.time < $1.time }.map(\.row)
    return TableResult(
      table: Table(columns: [.date("time"), .text("series", .name), .text("late")], rows: rows),
      notes: (rows.isEmpty && absent.count < names.count ? ["it would not have fired"] : [])
        + (absent.isEmpty ? [] : ["not loaded: \(absent.joined(separator: ", "))"]), details: [("alert", .string(name))]
    )
  }
}

extension LiveAlert {
  /// True for an alert on the newest trade.
  fileprivate var isOfPrice: Bool { call?[.alertCondition]?.uses("price") ?? false }
}

extension KeptAlert {
  /// True if more than the last bar differs: what follows from the bars again is not written at each close.
  fileprivate func isWorthKeeping(after other: KeptAlert) -> Bool {
    func essential(_ alert: KeptAlert) -> KeptAlert {
      var alert = alert
      alert.triggers = alert.triggers.mapValues { trigger in
        var trigger = trigger
        trigger.bar = 0
        return trigger
      }
      return alert
    }
    return essential(self) != essential(other)
  }
}
