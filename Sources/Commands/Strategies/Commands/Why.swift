import Backtesting
import Calendar
import Columns
import Evaluation
import Language
import OrderedCollections
import Reports
import Sessions
import Strategies
import Text

extension Command {
  /// The forms of `why`.
  private enum WhyForm: String {
    case bar = ""
    case trade
    case not
  }

  package static let why = Command(
    CommandSyntax(
      "why",
      forms: [
        CommandSyntax.Form(
          WhyForm.trade, [.keyword("trade"), .required(.tradeNumber)], clauses: [.clause("of", .run)]),
        CommandSyntax.Form(
          WhyForm.not, [.keyword("not"), .required(.decidingDay)],
          clauses: [.clause("on", .whySymbol), .clause("of", .run)]),
        CommandSyntax.Form(
          WhyForm.bar, [.required(.decidingDay)], clauses: [.clause("on", .whySymbol), .clause("of", .run)]),
      ]), category: .strategies, summary: "Explains why a strategy traded, or did not.",
    discussion: """
      The condition of each rule is taken apart: each leg with its value, its threshold, and the distance, which is the \
      change of the value that reaches the threshold. A crossing has two legs, one of them a bar earlier. Then come the \
      order, its fill or the reason why it was not filled. `why trade 7` explains the seventh trade that `trades` lists, \
      `why DATE` the close of that bar, and `why not DATE` shows what each entry rule lacked there. The values \
      are those of the run. In one account of many symbols `on SYMBOL` says which. Of a portfolio it shows how \
      the symbols were ranked and weighed at the last close of a period, and with `on SYMBOL` that symbol's condition. Without `of` it is the last backtest; the name of a strategy without a backtest means what \
      `signals` lists.
      """,
    examples: ["backtest cross; why trade 3", "why 2020-03-12", "why not 2020-04-01 of cross"]
  ) { execution, call throws(Diagnostic) in
    let report = try execution.reasoned(call[.run], at: call.commandSpan)
    do {
      switch try call.form(of: WhyForm.self) {
      case .trade:
        let expression = try call[.tradeNumber]
        let trades = report.result.trades + report.result.openTrades
        let number = try execution.count(expression)
        guard number <= trades.count else { throw report.noTrade(number, of: trades.count, at: expression.span) }
        return try report.why(tradeAt: number - 1)
      case .bar where !report.run.windows.isEmpty, .not where !report.run.windows.isEmpty:
        let index = try execution.bar(try call[.decidingDay], of: report)
        let isNot = try call.form(of: WhyForm.self) == .not
        let window = report.window(at: index)
        if window.run.portfolio != nil {
          return try window.whyPortfolio(
            step: index, on: execution.portfolioSymbol(of: report, call[.whySymbol]), isNot: isNot)
        }
        let part = try execution.part(of: window, call[.whySymbol], at: call.commandSpan)
        return try part.why(bar: execution.bar(try call[.decidingDay], of: part), isNot: isNot)
      case .bar where report.run.portfolio != nil, .not where report.run.portfolio != nil:
        let symbol = try execution.portfolioSymbol(of: report, call[.whySymbol])
        return try report.whyPortfolio(
          step: execution.bar(try call[.decidingDay], of: report), on: symbol,
          isNot: try call.form(of: WhyForm.self) == .not)
      case .bar, .not:
        let part = try execution.part(of: report, call[.whySymbol], at: call.commandSpan)
        let isNot = try call.form(of: WhyForm.self) == .not
        return try part.why(bar: execution.bar(try call[.decidingDay], of: part), isNot: isNot)
      }
    } catch let error as EvaluationError {
      throw execution.diagnostic(error, at: call.commandSpan)
    } catch let error as Diagnostic {
      throw error
    } catch {
      return nil
    }
  }
}

extension BacktestReport {
  /// The report of the window of many symbols that a step belongs to, the last one before it if it lies between two.
  fileprivate func window(at step: Int) -> BacktestReport {
    let windows = run.windows
    guard let own = windows.last(where: { $0.result.range.lowerBound <= step }) ?? windows.first else { return self }
    return report(of: own)
  }

  fileprivate func noTrade(_ number: Int, of count: Int, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .outOfRange, "`\(name)` has no trade \(NumberText.grouped(number))", at: span,
      hints: [
        count == 0
          ? "it has no trades; `why not DATE` shows what its rules lacked on a bar"
          : "it has \(NumberText.counted(count, "trade")), which `trades` lists in this order"
      ])
  }
}

extension Execution {
  /// The backtest of a name, or the signals of a strategy that has none.
  fileprivate mutating func reasoned(_ word: Word?, at span: SourceSpan) throws(Diagnostic) -> BacktestReport {
    try reasonedRun(word, at: span)
  }

  /// The symbol of a portfolio that is asked about; nil for all.
  fileprivate mutating func portfolioSymbol(
    of report: BacktestReport, _ word: Word?
  ) throws(Diagnostic) -> String? {
    guard let word else { return nil }
    let name = try text(word)
    let known = report.result.symbols
    guard !known.contains(name) else { return name }
    throw Diagnostic(
      .unknownSeries, "`\(report.name)` did not run on `\(name)`", at: word.span,
      hints: [Spelling.hint(for: name, in: known) ?? "it ran on \(Wording.list(Array(known.prefix(5))))"])
  }

  /// The part of a symbol in one account; the report itself if it is of one series.
  fileprivate mutating func part(
    of report: BacktestReport, _ word: Word?, at span: SourceSpan
  ) throws(Diagnostic) -> BacktestReport {
    let symbols = report.run.parts.map(\.series.name)
    guard let word else {
      if symbols.isEmpty { return report }
      throw Diagnostic(
        .missingArgument, "`\(report.name)` is one account of many symbols, but this is about one", at: span,
        hints: ["`why DATE on \(symbols[0])`"])
    }
    let name = try text(word)
    if let part = report.run.parts.first(where: { $0.series.name == name }) { return report.report(of: part) }
    if symbols.isEmpty, name == report.seriesName { return report }
    let known = symbols.isEmpty ? [report.seriesName] : symbols
    throw Diagnostic(
      .unknownSeries, "`\(report.name)` did not run on `\(name)`", at: word.span,
      hints: [Spelling.hint(for: name, in: known) ?? "it ran on \(Wording.list(Array(known.prefix(5))))"])
  }

  private mutating func reasonedRun(_ word: Word?, at span: SourceSpan) throws(Diagnostic) -> BacktestReport {
    guard let word else { return try backtest(nil, at: span) }
    let name = try text(word)
    if let report = session.results[name]?.signals { return report }
    guard session.results[name] == nil, session.strategies[name] != nil else { return try backtest(word, at: span) }
    return try signalRun(of: Subject(name: word, span: word.span), on: try activeSeries(at: span), at: span)
  }

  /// The bar of a date or time, which the run must have traded.
  fileprivate mutating func bar(_ expression: Expression, of report: BacktestReport) throws(Diagnostic) -> Int {
    let bars = report.bars
    let dates = try dates(expression, zone: bars.zone)
    let typed = sources.text(of: expression.span)
    var found = WindowRange.bars(from: dates, to: dates, in: bars)
    if found.isEmpty, found.lowerBound > 0, !bars.timeframe.isIntraday || dates.isMoment {
      // A week or an hour is named by any day or minute of it.
      let before = found.lowerBound - 1
      if dates.start < bars.closings()[before], bars.timeframe != .day { found = before..<before + 1 }
    }
    guard !found.isEmpty else { throw noBar(typed, dates, in: bars, of: report, at: expression.span) }
    let traded = found.clamped(to: report.result.range)
    guard !traded.isEmpty else { throw outside(typed, of: report, at: expression.span) }
    guard traded.count > 1 else { return traded.lowerBound }
    let busy = traded.filter { index in report.result.orders.contains { $0.decidedIndex == index } }
    if bars.timeframe.isIntraday, busy.count == 1 { return busy[0] }
    let shown = (busy.isEmpty ? Array(traded) : busy).prefix(3).map { "`\(bars.label(at: $0))`" }
    throw Diagnostic(
      .noBar, "\(typed) has \(NumberText.counted(traded.count, "bar")), but `why` takes one", at: expression.span,
      hints: [
        (busy.isEmpty ? "no order was decided on them; they begin with " : "orders were decided on ")
          + Wording.list(shown) + (busy.count > 3 ? " and later ones" : "")
      ])
  }

  private func noBar(
    _ typed: String, _ dates: DateRange, in bars: Bars, of report: BacktestReport, at span: SourceSpan
  ) -> Diagnostic {
    let next = bars.firstIndex(notBefore: dates.start)
    if next == 0 || next == bars.count { return outside(typed, of: report, at: span) }
    let date = bars.zone.civilTime(at: dates.start).date
    let day = CalendarNames.weekdays[date.weekday - 1]
    let isDay = dates.end.milliseconds - dates.start.milliseconds <= 90_000_000
    return Diagnostic(
      .noBar, "\(report.seriesName) has no bar on \(typed)\(isDay ? ", a \(day)" : "")", at: span,
      hints: ["the nearest bars are `\(bars.label(at: next - 1))` and `\(bars.label(at: next))`"])
  }

  private func outside(_ typed: String, of report: BacktestReport, at span: SourceSpan) -> Diagnostic {
    let range = report.result.range
    return Diagnostic(
      .noBar, "\(typed) is outside the run", at: span,
      hints: ["`\(report.name)` ran from \(report.label(range.lowerBound)) to \(report.label(range.upperBound - 1))"])
  }
}

extension DateRange {
  /// True for less than a day.
  fileprivate var isMoment: Bool { end.milliseconds - start.milliseconds < 82_800_000 }
}
