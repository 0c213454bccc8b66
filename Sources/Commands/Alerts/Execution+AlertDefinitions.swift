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

/// What an alert watches.
enum AlertKind {
  case condition(Expression)
  /// A condition on the newest trade.
  case price(Expression)
  case signal(Subject)
  /// A position that reaches its stop, or its target.
  case level(isStop: Bool)
  case drift(strategy: String, above: Double)
  case earnings(days: Int)
  case stall

  /// True for a kind that is about named series; the others may be about all, or about what accounts hold.
  var needsSeries: Bool {
    switch self {
    case .condition, .price, .signal, .drift: true
    case .level, .earnings, .stall: false
    }
  }
}

extension Execution {
  /// Reads the alerts of the book, unless they were read.
  mutating func readAlerts() {
    guard state.alerts == nil else { return }
    state.alerts = ((try? state.book.alerts(environment)) ?? []).map { kept in
      var parser = Parser(
        source: sources.add(name: "alert \(kept.name)", text: kept.text), text: kept.text,
        commands: [Command.alert.syntax])
      guard case .command(let call)? = try? parser.next()?.kind else {
        return LiveAlert(kept: kept, call: nil, failure: "its statement cannot be read")
      }
      return LiveAlert(kept: kept, call: call)
    }
  }

  mutating func alert(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let word = try call[.alertName]
    let name = try text(word)
    readAlerts()
    let index = state.alerts?.firstIndex { $0.kept.name == name }
    let switches = call.has(.switchedOff) || (call.has(.on) && call[.alertedSymbols] == nil)
    if switches || call.arguments.count == 1 {
      guard let index, var alert = state.alerts?[index] else { throw noAlert(name, at: word.span) }
      if switches {
        alert.kept.isOn = !call.has(.switchedOff)
        // Bars from now on count.
        if alert.kept.isOn { alert.kept.triggers = try triggers(call: alert.call) }
        try keep(alert, at: word.span)
      }
      return AlertReport(ListedAlert(alert))
    }
    guard name.utf8.allSatisfy({ $0 > 32 }), name.utf8.count <= 64, name != "drop" else {
      throw Diagnostic(.invalidWord, "a name of an alert has no blanks", at: word.span)
    }
    let kind = try kind(of: call)
    guard call[.alertedSymbols] != nil || !kind.needsSeries else {
      throw Diagnostic(
        .missingArgument, "an alert needs the series that it watches", at: call.commandSpan,
        hints: ["`alert \(name) when … on SYMBOL`"])
    }
    try check(kind, call)
    let text = try canonical(call, name)
    if let index, let known = state.alerts?[index], known.kept.text == text, known.kept.isOn {
      // A script that is run again finds its alerts as they are.
      return AlertReport(ListedAlert(known))
    }
    let alert = LiveAlert(kept: KeptAlert(name: name, text: text, triggers: try triggers(call: call)), call: call)
    try keep(alert, at: word.span)
    let streamed = state.live.statuses().map(\.series)
    var isLive = try alertedSeries(call)?.contains(where: streamed.contains) ?? true
    if case .earnings = kind { isLive = true }
    return AlertReport(
      ListedAlert(alert), notes: isLive ? [] : ["it watches once a series of it is live: `stream SYMBOL from PROVIDER`"]
    )
  }

  /// Keeps an alert here and in the book.
  private mutating func keep(_ alert: LiveAlert, at span: SourceSpan) throws(Diagnostic) {
    do throws(BookError) { try state.book.keep([alert.kept], environment) } catch { throw diagnostic(error, at: span) }
    var alerts = (state.alerts ?? []).filter { $0.kept.name != alert.kept.name } + [alert]
    alerts.sort { $0.kept.name < $1.kept.name }
    state.alerts = alerts
  }

  /// Resets the alerts on series that are about to be replayed.
  mutating func resetAlerts(on names: [String]) {
    state.replayed = environment.clock.now()
    readAlerts()
    for index in (state.alerts ?? []).indices {
      for name in names { state.alerts?[index].kept.triggers[name] = nil }
      state.alerts?[index].prices = [:]
      if let alert = state.alerts?[index], alert.call?.has(.once) == true, alert.kept.triggers.isEmpty {
        state.alerts?[index].kept.isOn = true
      }
    }
  }

  package mutating func dropAlert(_ word: Word) throws(Diagnostic) -> any StatementResult {
    let name = try text(word)
    let isDropped: Bool
    do throws(BookError) { isDropped = try state.book.dropAlert(name, environment) } catch {
      throw diagnostic(error, at: word.span)
    }
    guard isDropped else { throw noAlert(name, at: word.span) }
    state.alerts?.removeAll { $0.kept.name == name }
    return Done(action: "alert", message: StyledText("dropped the alert \(name)"), details: [("name", .string(name))])
  }

  func noAlert(_ name: String, at span: SourceSpan) -> Diagnostic {
    let names = (state.alerts ?? []).map(\.kept.name)
    return Diagnostic(
      .unknownName, "there is no alert `\(name)`", at: span,
      hints: [
        Spelling.hint(for: name, in: names)
          ?? (names.isEmpty
            ? "`alert \(name) when COND on SYMBOL` makes it" : "alerts: \(names.joined(separator: ", "))")
      ])
  }

  // MARK: What a statement says

  /// What the statement of an alert watches.
  mutating func kind(of call: CommandCall) throws(Diagnostic) -> AlertKind {
    if let condition = call[.alertCondition] {
      return condition.uses("price") && session.names["price"] == nil
        ? .price(condition) : .condition(condition)
    }
    if let subject = call[.alertSignal] { return .signal(subject) }
    if let word = call[.alertLevel] {
      let level = try text(word)
      guard ["stop", "target"].contains(level) else {
        throw Diagnostic(.wrongKind, "a position hits its `stop` or its `target`, not `\(level)`", at: word.span)
      }
      return .level(isStop: level == "stop")
    }
    if let expression = call[.alertDrift] {
      guard case .binary(let sign, .name(let name, _), let limit, _) = expression, sign == .greater,
        let (above, _) = try? number(limit, "the drift"), above >= 0, session.strategies[name] != nil
      else {
        throw Diagnostic(
          .wrongKind, "a drift is that of a strategy above a part", at: expression.span,
          hints: ["`when drift swing > 15%`"])
      }
      return .drift(strategy: name, above: above)
    }
    if let word = call[.alertEarnings] {
      guard let time = Timeframe(try text(word)), time.unit == .day || time.unit == .week else {
        throw Diagnostic(.wrongKind, "earnings come within days", at: word.span, hints: ["`when earnings within 3d`"])
      }
      return .earnings(days: Int(time.nominalMilliseconds / 86_400_000))
    }
    if call.has(.streamStalls) { return .stall }
    throw Diagnostic(
      .missingArgument, "an alert needs what it watches", at: call.commandSpan,
      hints: ["`alert NAME when close < sma(20) on SYMBOL`"])
  }

  /// How often the alert of a statement fires.
  mutating func repetition(of call: CommandCall) throws(Diagnostic) -> AlertRepetition {
    if call.has(.once) { return .once }
    if call.has(.everyBar) { return .everyBar }
    guard let word = call[.alertPause] else { return .untilFalse }
    guard let time = Timeframe(try text(word)), time.unit <= .week else {
      throw Diagnostic(.wrongKind, "`\(try text(word))` is not a pause", at: word.span, hints: ["`again after 4h`"])
    }
    return .again(after: time.nominalMilliseconds)
  }

  /// The moment at which the alert of a statement ends; nil for none.
  mutating func end(of call: CommandCall) throws(Diagnostic) -> Timestamp? {
    guard let expression = call[.alertEnd] else { return nil }
    return try dates(expression, zone: .utc).end
  }

  /// The series that a statement names, loaded or not; nil for all.
  mutating func alertedSeries(_ call: CommandCall) throws(Diagnostic) -> [String]? {
    guard let words = call[.alertedSymbols] else { return nil }
    var names: [String] = []
    for word in words {
      let name = try text(word)
      if session.series[name] == nil, let universe = session.universes[name] {
        names += universe.symbols.map { Array($0) } ?? session.loadedSymbols
      } else {
        names.append(name)
      }
    }
    return names
  }

  /// Refuses a condition that is none, or that looks ahead.
  private mutating func check(_ kind: AlertKind, _ call: CommandCall) throws(Diagnostic) {
    _ = try (repetition(of: call), end(of: call))
    if let word = call[.alertTimeframe] { _ = try timeframe(word) }
    switch kind {
    case .condition(let condition):
      var planner = makePlanner()
      let planned = try plan(condition, &planner)
      guard planned.kind == .truth else {
        throw Diagnostic(
          .wrongKind, "an alert watches a condition, but this is \(planned.kind.described)", at: condition.span)
      }
      try planner.refuse(lookAhead: planned, at: condition.span)
    case .price(let condition): _ = try PriceCondition(condition)
    case .signal(let subject):
      let name = try text(subject.name)
      guard session.strategies[name] != nil else {
        throw Diagnostic(
          .unknownName, "there is no strategy `\(name)`", at: subject.span,
          hints: Spelling.hint(for: name, in: Array(session.strategies.keys)).map { [$0] } ?? [])
      }
    case .level, .drift, .earnings, .stall: break
    }
  }

  /// The statement with the values of its words, as the book keeps it.
  private mutating func canonical(_ call: CommandCall, _ name: String) throws(Diagnostic) -> String {
    func string(_ text: String) -> String {
      "\"" + text.map { "\\\"$".contains($0) ? "\\\($0)" : "\($0)" }.joined() + "\""
    }
    func quoted(_ text: String) -> String {
      let isPlain = !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_.".contains($0)) }
      return isPlain ? text : string(text)
    }
    var text = "alert \(quoted(name)) when "
    if let expression = call[.alertCondition] { text += sources.text(of: expression.span) }
    if let subject = call[.alertSignal] { text += "signal \(sources.text(of: subject.span)) changes" }
    if let word = call[.alertLevel] { text += "position hits \(try self.text(word))" }
    if let expression = call[.alertDrift] { text += "drift \(sources.text(of: expression.span))" }
    if let word = call[.alertEarnings] { text += "earnings within \(try self.text(word))" }
    if call.has(.streamStalls) { text += "stream stalls" }
    if let words = call[.alertedSymbols] {
      text +=
        " on " + (try words.map { word throws(Diagnostic) in quoted(try self.text(word)) }).joined(separator: ", ")
    }
    if let word = call[.alertTimeframe] { text += " @ \(try self.text(word))" }
    if call.has(.once) { text += " once" }
    if call.has(.everyBar) { text += " every bar" }
    if let word = call[.alertPause] { text += " again after \(try self.text(word))" }
    if let expression = call[.alertEnd] { text += " until \(sources.text(of: expression.span))" }
    if let word = call[.alertText] { text += " say \(string(try self.text(word)))" }
    return text
  }

  /// The states with which an alert begins on the series that are loaded: their last bars fire nothing.
  private mutating func triggers(call: CommandCall?) throws(Diagnostic) -> [String: AlertTrigger] {
    guard let call else { return [:] }
    let kind = try kind(of: call)
    var triggers: [String: AlertTrigger] = [:]
    for name in try alertedSeries(call) ?? [] {
      guard let loaded = session.series[name], !loaded.bars.isEmpty else { continue }
      switch kind {
      case .condition(let condition):
        let (series, count) = try closedBars(of: loaded, call)
        guard count > 0 else { continue }
        let holds = try self.condition(condition, on: series).values[count - 1] == 1
        triggers[name] = AlertTrigger(after: series.bars.times[count - 1].milliseconds, isTrue: holds)
      case .signal(let subject):
        let (series, count) = try closedBars(of: loaded, call)
        guard count > 0 else { continue }
        var trigger = AlertTrigger(after: series.bars.times[count - 1].milliseconds, isTrue: false)
        trigger.value = try decision(of: subject, on: series)
        triggers[name] = trigger
      case .price, .level, .drift, .earnings, .stall: break
      }
    }
    return triggers
  }

  /// The bars that an alert is computed on, and how many of them have closed.
  mutating func closedBars(
    of loaded: LoadedSeries, _ call: CommandCall
  ) throws(Diagnostic) -> (series: Evaluation.Series, count: Int) {
    let timeframe = try call[.alertTimeframe].map { word throws(Diagnostic) in try self.timeframe(word) }
    let series: Evaluation.Series
    do throws(ResamplingError) {
      series = try loaded.series(timeframe: timeframe ?? loaded.bars.timeframe, session: loaded.session)
    } catch {
      throw Diagnostic(.cannotResample, "\(error)", at: call[.alertTimeframe]?.span)
    }
    return (series, series.bars.count - (series.endsUnfinished ? 1 : 0))
  }

  /// What a strategy does at the last bar: BUY, SELL or HOLD.
  mutating func decision(of subject: Subject, on series: Evaluation.Series) throws(Diagnostic) -> String {
    let run = try predictingRun(of: subject, on: series, at: subject.span)
    do throws(EvaluationError) {
      return try SignalReport(run, horizon: 1, dataHash: "", notes: []).decision.word
    } catch { throw diagnostic(error, at: subject.span) }
  }
}
