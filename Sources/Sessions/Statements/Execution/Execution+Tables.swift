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
import Strategies
import Text
import Work

extension Execution {
  /// True for a name that expressions know without a definition.
  package func isStandardName(_ name: String) -> Bool {
    Planner.barsFieldNames.contains(name) || StandardName.all.contains { $0.name == name }
  }

  /// Warns if an indicator needs more bars than there are: all its values are missing.
  package mutating func warnShort(_ warmUp: Int, _ series: Evaluation.Series, at span: SourceSpan) {
    guard warmUp >= series.bars.count, warmUp > 0 else { return }
    warn(
      Diagnostic(
        .periodLongerThanData,
        "this needs \(NumberText.counted(warmUp + 1, "bar")), but \(series.name) has \(NumberText.grouped(series.bars.count)): all values are missing",
        at: span, severity: .warning))
  }

  /// The columns of a list of expressions; a record gives one for each output.
  package mutating func columns(
    _ expressions: [NamedExpression], on series: Evaluation.Series
  ) throws(Diagnostic) -> [ShownColumn] {
    var shown: [ShownColumn] = []
    for item in expressions {
      let before = shown.count
      defer { for place in before..<shown.count { shown[place].isFraction = isFraction(item.expression) } }
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
            .wrongKind, "a column is a series or a number, but this is \(value.kind.described)",
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
  package mutating func table(
    _ expressions: [NamedExpression], on series: Evaluation.Series, title: String? = nil, _ listing: Listing
  ) throws(Diagnostic) -> any StatementResult {
    var shown = try columns(expressions, on: series)
    // Under a title the outputs of one expression need their own names only.
    if let title {
      for index in shown.indices where shown[index].title.hasPrefix(title + ".") {
        shown[index].title.removeFirst(title.count + 1)
      }
    }
    let things = RowSubject.bars(series, listing.indexes, try meanings(of: expressions, shown.map(\.title)))
    let bars = series.bars
    var rows: [[Cell]] = []
    rows.reserveCapacity(listing.indexes.count)
    for (place, index) in listing.indexes.enumerated() {
      if place % 256 == 255, environment.monitor.isStopped {
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
    // The outputs of one indicator report their beginning, as a single series does.
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

  /// Maps each heading to its expression; a record contributes one per output.
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
