import Calendar
import Columns
import Commands
import Evaluation
import Indicators
import JSON
import Language
import OrderedCollections
import Platform
import Presentation
import Reports
import Research
import Sessions
import Strategies
import Text
import Work

extension Execution {
  /// A bare expression: one value, or the last bars of a series.
  mutating func show(
    _ expression: Expression, window: (window: Window, span: SourceSpan)?
  ) throws(Diagnostic) -> any StatementResult {
    if window == nil, let result = try shownResult(expression) { return result }
    if window == nil, let result = namedResult(expression) { return ShownResult(result) }
    if window == nil, let word = scenarioWord(expression) { return try page(of: try scenario(word), at: word.span) }
    if window == nil, case .name(let name, _) = expression, session.names[name] == nil, !isStandardName(name),
      let strategy = session.strategies[name]
    {
      return StrategyText(name: name, text: strategy.text)
    }
    if window == nil, case .name(let name, let span) = expression, session.names[name] == nil, !isStandardName(name),
      session.series[name] == nil, let account = (try? accountReport(name, at: span)) ?? nil
    {
      return account
    }
    var planner = makePlanner()
    let planned = try plan(expression, &planner)
    let text = sources.text(of: expression.span)
    switch planned.content {
    case .value(let value): return ValueResult(expression: text, value: value, looksAhead: false)
    case .record:
      let series = try activeSeries(at: expression.span)
      let frame = BarFrame(bars: series)
      return try table(
        [NamedExpression(expression: expression)], on: series, title: text,
        try listing(of: frame, ListClauses(window: window), rows: .last(10)))
    case .node(let node):
      if planner.plan.isScalar(node) {
        let value = try value(of: planned, planner.plan, expression.span)
        return ValueResult(expression: text, value: value, looksAhead: planned.lookAhead != nil)
      }
      let series = try activeSeries(at: expression.span)
      var evaluator = makeEvaluator(planner.plan, on: series)
      let column: Column
      do { column = try evaluator.column(node) } catch { throw diagnostic(error, at: expression.span) }
      let selection = try selection(window, in: series.bars, rows: usualRows(.last(10)))
      if window != nil, selection.bars.isEmpty { throw emptyWindow(series, at: window?.span) }
      let warmUp = planner.plan.warmUp(of: node)
      warnShort(warmUp, series, at: expression.span)
      // A value that looks ahead, such as the equity of a run, does not look back by its warm-up.
      remarkPrices(
        of: series, in: selection.bars, reach: planned.lookAhead == nil ? warmUp : 0, basis: false)
      var result = SeriesResult(
        expression: text, valueKind: planned.kind, bars: series.bars, column: column, texts: planner.plan.texts,
        beginning: planner.plan.beginning(of: node), looksAhead: planned.lookAhead != nil,
        like: session.settings.like?.name,
        listed: selection.listedBars)
      result.isFraction = isFraction(expression)
      return result
    }
  }

  /// The last result (`_`, `last`), or an earlier one of this session (`$3`); nil for another expression.
  func shownResult(_ expression: Expression) throws(Diagnostic) -> (any StatementResult)? {
    guard case .name(let name, let span) = expression, session.names[name] == nil else { return nil }
    if name == "last" || name == "_" {
      if let last = session.last { return last }
      if let kept = session.lastResult.flatMap({ session.results[$0] }) { return ShownResult(kept) }
      throw Diagnostic(
        .noResult, "there is no result yet", at: span,
        hints: ["`\(name)` is the last result: `rsi(14)`, then `\(name)`"])
    }
    guard name.hasPrefix("$"), let number = Int(name.dropFirst()) else { return nil }
    guard !state.entries.isEmpty else {
      throw Diagnostic(
        .noResult, "there is no result `\(name)`", at: span,
        hints: ["`$` counts the entries of a prompt; a script gives names: `let x = …`, `rsi(14) as r`"])
    }
    guard let result = state.shown[number] else {
      let entry = state.entries.lastIndex { $0.result == number }.map { "`history run \($0 + 1)` computes it again" }
      let (count, depth) = (state.shown.count, ShownResults.depth)
      throw Diagnostic(
        .noResult, "there is no result `\(name)`", at: span,
        hints: [
          number <= state.shown.lastLetGo
            ? "it was dropped: earlier results may take \(FileLimit.text(state.shown.budget)); \(entry ?? "")"
            : number <= count - depth
              ? "the last \(depth) are kept; \(entry ?? "")"
              : "`$` counts the results of this session, \(count) so far; `history` has their numbers"
        ])
    }
    return result
  }

  /// The result that a bare name means; nil if the name is a value, a field of the bars, or of no result.
  private func namedResult(_ expression: Expression) -> NamedResult? {
    guard case .name(let name, _) = expression, session.names[name] == nil, !isStandardName(name) else { return nil }
    return session.results[name]
  }

  /// The word for a scenario that a bare name means, as in `bull` or `bull @ AAPL`; nil if it means something else.
  func scenarioWord(_ expression: Expression) -> Word? {
    guard let full = expression.nameOfCompany, let name = full.split(separator: "@").first.map(String.init),
      session.names[name] == nil, !isStandardName(name)
    else { return nil }
    let isThere = session.research.scenarios.named(name).contains { $0.name == full || "\(name)@\($0.ticker)" == full }
    return isThere ? Word(parts: [.text(full)], span: expression.span) : nil
  }

}

extension Expression {
  /// A bare name, with the company after it as words have it: `base`, `base@MSFT`; nil for anything else.
  fileprivate var nameOfCompany: String? {
    switch self {
    case .name(let name, _): name
    case .context(.name(let name, _), let contexts, _):
      if contexts.count == 1, case .symbol(let company, _) = contexts[0] { "\(name)@\(company)" } else { nil }
    default: nil
    }
  }
}
