import Calendar
import Columns
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
      warnShort(planner.plan.warmUp(of: node), series, at: expression.span)
      return SeriesResult(
        expression: text, valueKind: planned.kind, bars: series.bars, column: column, texts: planner.plan.texts,
        beginning: planner.plan.beginning(of: node), looksAhead: planned.lookAhead != nil,
        like: session.settings.like?.name,
        listed: selection.listedBars)
    }
  }

  /// The last result (`_`, `last`), or that of an entry of the prompt (`$3`); nil for another expression.
  func shownResult(_ expression: Expression) throws(Diagnostic) -> (any StatementResult)? {
    guard case .name(let name, let span) = expression, session.names[name] == nil else { return nil }
    if name == "last" || name == "_" {
      if let last = session.last { return last }
      if let kept = session.lastResult.flatMap({ session.results[$0] }) { return ShownResult(kept) }
      throw Diagnostic(
        .noResult, "there is no result yet", at: span,
        hints: ["`\(name)` stands for the last result: `rsi(14)`, then `\(name)`"])
    }
    guard name.hasPrefix("$"), let number = Int(name.dropFirst()) else { return nil }
    guard let result = state.shown[number] else {
      throw Diagnostic(
        .noResult, "no result of entry \(number) is kept", at: span,
        hints: [
          number <= state.shown.lastLetGo
            ? "it was let go: results of earlier entries may hold \(FileLimit.text(state.shown.budget)); "
              + "`history run \(number)` makes it again"
            : "`history` lists the entries; the results of the last \(ShownResults.depth) are kept"
        ])
    }
    return result
  }

  /// The result that a bare name means; nil where the name is a value, a field of the bars, or of no result.
  private func namedResult(_ expression: Expression) -> NamedResult? {
    guard case .name(let name, _) = expression, session.names[name] == nil, !isStandardName(name) else { return nil }
    return session.results[name]
  }

  /// The word for a scenario that a bare name means, as in `bull` or `bull @ AAPL`; nil where it means something else.
  private func scenarioWord(_ expression: Expression) -> Word? {
    guard let full = expression.nameOfCompany, let name = full.split(separator: "@").first.map(String.init),
      session.names[name] == nil, !isStandardName(name)
    else { return nil }
    let isThere = session.research.scenarios.named(name).contains { $0.name == full || "\(name)@\($0.ticker)" == full }
    return isThere ? Word(parts: [.text(full)], span: expression.span) : nil
  }

  /// True for a name that expressions know without a definition.
  func isStandardName(_ name: String) -> Bool {
    Planner.barsFieldNames.contains(name) || StandardName.all.contains { $0.name == name }
  }

  /// Warns where an indicator needs more bars than there are: all its values are missing.
  mutating func warnShort(_ warmUp: Int, _ series: Evaluation.Series, at span: SourceSpan) {
    guard warmUp >= series.bars.count, warmUp > 0 else { return }
    warn(
      Diagnostic(
        .periodLongerThanData,
        "this needs \(NumberText.counted(warmUp + 1, "bar")), and \(series.name) has \(NumberText.grouped(series.bars.count)): all values are missing",
        at: span, severity: .warning))
  }

  /// The columns of a list of expressions; a record gives one for each output.
  mutating func columns(
    _ expressions: [NamedExpression], on series: Evaluation.Series
  ) throws(Diagnostic) -> [ShownColumn] {
    var shown: [ShownColumn] = []
    for item in expressions {
      var planner = makePlanner()
      let planned = try plan(item.expression, &planner)
      let title =
        try item.name.map { word throws(Diagnostic) in try text(word) } ?? sources.text(of: item.expression.span)
      var evaluator = makeEvaluator(planner.plan, on: series)
      do {
        switch planned.content {
        case .node(let node):
          warnShort(planner.plan.warmUp(of: node), series, at: item.expression.span)
          shown.append(
            ShownColumn(
              title: title, kind: planned.kind, column: try evaluator.column(node),
              beginning: planner.plan.beginning(of: node), texts: planner.plan.texts))
        case .record(let outputs):
          warnShort(outputs.map { planner.plan.warmUp(of: $0.node) }.max() ?? 0, series, at: item.expression.span)
          for output in outputs {
            let column = try evaluator.column(output.node)
            shown.append(
              ShownColumn(
                title: "\(title).\(output.name)", kind: output.kind, column: column,
                beginning: planner.plan.beginning(of: output.node)))
          }
        case .value(let value):
          throw Diagnostic(
            .wrongKind, "a column is a series or a number, and this is \(value.kind.described)",
            at: item.expression.span)
        }
      } catch let error as EvaluationError {
        throw diagnostic(error, at: item.expression.span)
      } catch let error as Diagnostic {
        throw error
      } catch {
        throw Diagnostic(.wrongKind, "\(error)", at: item.expression.span)
      }
    }
    return shown
  }

  /// A table of columns on the bars that a listing leaves.
  mutating func table(
    _ expressions: [NamedExpression], on series: Evaluation.Series, title: String? = nil, _ listing: Listing
  ) throws(Diagnostic) -> any StatementResult {
    var shown = try columns(expressions, on: series)
    // Under a title the outputs of one expression need their own names only.
    if let title {
      for index in shown.indices where shown[index].title.hasPrefix(title + ".") {
        shown[index].title.removeFirst(title.count + 1)
      }
    }
    let things = RowSubject.Things.bars(series, listing.indexes, try meanings(of: expressions, shown.map(\.title)))
    let bars = series.bars
    var rows: [[Cell]] = []
    rows.reserveCapacity(listing.indexes.count)
    for (place, index) in listing.indexes.enumerated() {
      if place % 4096 == 4095, environment.monitor.isStopped {
        Leftovers.release(&rows)
        try checkInterruption()
      }
      rows.append([.text(bars.label(at: index))] + shown.map { $0.cell(index, on: bars) })
    }
    let table = Table(
      columns: [.date(bars.timeframe.isIntraday ? "time" : "date")]
        + shown.map { ColumnText.tableColumn($0.title, $0.kind) },
      rows: rows)
    var notes = listing.notes
    // The outputs of one indicator tell where they begin, as a single series does.
    guard title != nil else { return TableResult(table: table, notes: notes, details: listing.details, of: things) }
    let texts = shown.map { BeginningText(beginning: $0.beginning, first: $0.column.firstValid, bars: bars) }
    let first = shown.compactMap(\.column.firstValid).max()
    if let first, first > 0, let latest = texts.map(\.beginning).reduce(nil, { $0?.later($1) ?? $1 }) {
      let text = BeginningText(beginning: latest, first: first, bars: bars)
      notes.append((["first values \(bars.label(at: first))"] + [text.note].compactMap { $0 }).joined(separator: ", "))
    }
    return TableResult(
      title: title, table: table, notes: notes,
      details: listing.details + [
        ("first_valid", .object(shown.map { ($0.title, .string($0.column.firstValid.map { bars.label(at: $0) })) })),
        ("settled", .object(zip(shown, texts).map { ($0.title, .string($1.settledLabel)) })),
      ], of: things)
  }

  /// The expression under each of some headings; a record has one for each output.
  private mutating func meanings(
    of expressions: [NamedExpression], _ titles: [String]
  ) throws(Diagnostic) -> [String: String] {
    var meanings: [String: String] = [:]
    for item in expressions {
      let meaning = sources.text(of: item.expression.span)
      let title = try item.name.map { word throws(Diagnostic) in try text(word) } ?? meaning
      for heading in titles {
        if heading == title {
          meanings[heading] = meaning
        } else if heading.hasPrefix(title + ".") {
          meanings[heading] = "\(meaning)\(heading.dropFirst(title.count))"
        } else if expressions.count == 1 {
          // Under a title the outputs have their own names only.
          meanings[heading] = "\(meaning).\(heading)"
        }
      }
    }
    return meanings
  }
}

extension Expression {
  /// A bare name, with the company behind it as words have it: `base`, `base@MSFT`; nil for anything else.
  fileprivate var nameOfCompany: String? {
    switch self {
    case .name(let name, _): name
    case .context(.name(let name, _), let contexts, _):
      if contexts.count == 1, case .symbol(let company, _) = contexts[0] { "\(name)@\(company)" } else { nil }
    default: nil
    }
  }
}
