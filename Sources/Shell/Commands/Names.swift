import Columns
import Evaluation
import JSON
import Language
import OrderedCollections
import Presentation
import Reports
import Research
import Sessions
import Text
import Workspace

extension Command {
  static let names = Command(
    CommandSyntax("names", forms: [CommandSyntax.Form("", [], clauses: .list(NamedThing.columns.names()))]),
    category: .names, summary: "Lists the definitions, with their kinds and users.",
    discussion: "`where` and `sort by` know name, kind, value and used_by.",
    examples: ["let threshold = 30; names", "names where kind == \"strategy\" sort by name"]
  ) { execution, call throws(Diagnostic) in
    let frame = ItemFrame(one: "a name", many: "names", execution.session.namedThings, NamedThing.columns)
    let listing = try execution.listing(of: frame, ListClauses(call))
    return TableResult(
      table: frame.table(listing),
      notes: frame.count == 0 ? ["nothing is defined yet"] : listing.notes, details: listing.details)
  }

  static let print = Command(
    CommandSyntax("print", forms: [CommandSyntax.Form("", [.required(.printed)])]), category: .names,
    summary: "Prints strings and values.",
    discussion: "A series prints its last value.", examples: ["print \"last close\", close, rsi(14)"]
  ) { execution, call throws(Diagnostic) in
    var values: [Value] = []
    for item in try call[.printed] { values.append(try execution.lastValue(of: item.expression)) }
    return Printed(values: values)
  }

  static let assert = Command(
    CommandSyntax(
      "assert", forms: [CommandSyntax.Form("", [.required(.asserted)], clauses: [.window])], hasResult: false),
    category: .names, summary: "Fails if a condition does not hold, so that a script can test itself.",
    discussion: """
      A series must hold on every bar of the window, from the first on which it is known; `last 1` tests the last. A \
      comparison that fails shows the first bar on which it does, and the values of both sides there.
      """,
    examples: ["assert close > 0, \"prices are positive\"", "assert close > sma(200) last 1"]
  ) { execution, call throws(Diagnostic) in
    try execution.assert(call)
  }
}

extension Execution {
  fileprivate mutating func assert(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let parts = try call[.asserted]
    guard let condition = parts.first?.expression, parts.count <= 2 else {
      throw Diagnostic(.tooManyArguments, "`assert` takes a condition and a message", at: parts.last?.expression.span)
    }
    let failure = try failure(of: condition, in: call.window)
    guard case .bar(let bar, let place) = failure else { return Assertion() }
    var message = "assertion failed"
    if parts.count == 2, case .text(let text) = try lastValue(of: parts[1].expression) {
      message = "assertion failed: \(text)"
    }
    var diagnostic = Diagnostic(.assertionFailed, message + place, at: condition.span)
    for (side, expression) in condition.sides {
      let value = try lastValue(of: expression, on: bar)
      diagnostic = diagnostic.pointing(at: expression.span, "\(side) is \(value.text)")
    }
    throw diagnostic
  }

  /// The outcome of a condition: that it holds, or the first bar on which it does not and that bar in words.
  private enum AssertionOutcome {
    case holds
    case bar(Int?, String)
  }

  private mutating func failure(
    of condition: Expression, in window: (window: Window, span: SourceSpan)?
  ) throws(Diagnostic) -> AssertionOutcome {
    var planner = makePlanner()
    let planned = try plan(condition, &planner)
    guard planned.kind == .truth else {
      throw Diagnostic(
        .wrongKind, "`assert` needs a condition, and this is \(planned.kind.described)", at: condition.span)
    }
    guard let node = planned.node, !planner.plan.isScalar(node) else {
      guard case .truth(let holds) = try value(of: planned, planner.plan, condition.span) else { return .holds }
      return holds == true ? .holds : .bar(nil, "")
    }
    let series = try activeSeries(at: condition.span)
    var evaluator = makeEvaluator(planner.plan, on: series)
    let values: Values<Double>
    do { values = try evaluator.column(node).values } catch { throw diagnostic(error, at: condition.span) }
    let selection = try selection(window, in: series.bars, rows: nil)
    let listed = selection.rows?.limited(selection.bars) ?? selection.bars
    // Before its first value it is not known; if there is none at all, nothing was tested.
    guard let first = listed.first(where: { !values[$0].isNaN }) else { return .bar(listed.last, "") }
    guard let bar = (first..<listed.upperBound).first(where: { values[$0] != 1 }) else { return .holds }
    let count = (bar..<listed.upperBound).count { values[$0] != 1 }
    let others = count == 1 ? "" : ", the first of \(NumberText.counted(count, "bar"))"
    return .bar(bar, listed.count == 1 ? "" : " on \(series.bars.label(at: bar))\(others)")
  }
}

extension Expression {
  /// Both sides of a comparison, for showing why it does not hold.
  fileprivate var sides: [(String, Expression)] {
    switch self {
    case .binary(let binary, let left, let right, _) where binary != .and && binary != .or:
      [("the left side", left), ("the right side", right)]
    case .between(let subject, let low, let high, _):
      [("the value", subject), ("the lower end", low), ("the upper end", high)]
    default: []
    }
  }
}
