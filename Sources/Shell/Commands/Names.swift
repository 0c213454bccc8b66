import Columns
import Evaluation
import JSON
import Language
import OrderedCollections
import Presentation
import Reports
import Research
import Text
import Workspace

extension Command {
  static let names = Command(
    CommandSyntax("names"), category: .names, summary: "Lists the definitions, with their kinds and users.",
    examples: ["let threshold = 30; names"]
  ) { execution, _ throws(Diagnostic) in
    let session = execution.session
    var rows: [[Cell]] = []
    for (name, definition) in session.names {
      let shown: String
      if case .value(let value, _, _) = definition.meaning {
        shown = value.text
      } else {
        shown = definition.text
      }
      rows.append([
        .text(name), .text(definition.kind.rawValue), .text(shown),
        .text(session.users(of: name).joined(separator: ", ")),
      ])
    }
    for (name, universe) in session.universes {
      rows.append([
        .text(name), .text("universe"), .text(universe.text), .text(session.users(of: name).joined(separator: ", ")),
      ])
    }
    for (name, strategy) in session.strategies {
      rows.append([
        .text(name), .text("strategy"), .text(NumberText.counted(strategy.definition.rules, "rule")), .text(""),
      ])
    }
    for (name, result) in session.results {
      rows.append([.text(name), .text("result"), .text(result.kind), .text("")])
    }
    for scenario in session.research.scenarios {
      rows.append([.text(scenario.name), .text("scenario"), .text(scenario.ticker), .text("")])
    }
    for forecast in session.research.forecasts {
      rows.append([.text(forecast.name), .text("forecast"), .text("\(forecast.ticker), \(forecast.day)"), .text("")])
    }
    return TableResult(
      table: Table(
        columns: [.text("name"), .text("kind"), .text("value").wrapping, .text("used by", key: "used_by").wrapping],
        rows: rows),
      notes: rows.isEmpty ? ["nothing is defined yet"] : [])
  }

  static let drop = Command(
    CommandSyntax("drop", forms: [CommandSyntax.Form("", [.required(.names)])], hasResult: false),
    category: .names, summary: "Removes names, universes, strategies, results or loaded series.",
    discussion: "A name that others use is not removed; the error says who uses it.",
    examples: ["let threshold = 30; drop threshold"], changesSession: true
  ) { execution, call throws(Diagnostic) in
    var dropped: [String] = []
    for word in try call[.names] {
      let name = try execution.text(word)
      try execution.drop(name, at: word.span)
      dropped.append(name)
    }
    return Done(
      action: "drop", message: "dropped \(dropped.joined(separator: ", "))", details: [("names", .strings(dropped))])
  }

  static let print = Command(
    CommandSyntax("print", forms: [CommandSyntax.Form("", [.required(.printed)])]), category: .names,
    summary: "Prints strings and values.",
    discussion: "A series prints its last value.", examples: ["print \"last close\", close, rsi(14)"]
  ) { execution, call throws(Diagnostic) in
    var values: [Value] = []
    for item in try call[.printed] { values.append(try execution.printed(item.expression)) }
    return Printed(values: values)
  }

  static let assert = Command(
    CommandSyntax(
      "assert", forms: [CommandSyntax.Form("", [.required(.asserted)])], hasResult: false), category: .names,
    summary: "Fails where a condition does not hold, so that a script tests itself.",
    discussion: "A series must hold on its last bar. A comparison that fails shows the values of both sides.",
    examples: ["assert close > 0, \"prices are positive\""]
  ) { execution, call throws(Diagnostic) in
    try execution.assert(call)
  }
}

extension Execution {
  fileprivate mutating func drop(_ name: String, at span: SourceSpan) throws(Diagnostic) {
    if session.names[name] != nil {
      let users = session.users(of: name)
      var without = self
      without.session.names[name] = nil
      try without.checkUsers(users, of: name, at: span)
      session.names[name] = nil
    } else if session.universes[name] != nil {
      var without = self
      without.session.universes[name] = nil
      try without.checkUsers(session.users(of: name), of: name, at: span)
      session.universes[name] = nil
    } else if session.strategies[name] != nil {
      session.strategies[name] = nil
    } else if session.results[name] != nil {
      session.results[name] = nil
      if session.lastResult == name { session.lastResult = session.results.keys.last }
    } else if session.series[name] != nil {
      try dropSeries(name, at: span)
    } else if session.absentSeries[name] != nil {
      session.absentSeries[name] = nil
    } else {
      let known =
        Array(session.names.keys) + Array(session.universes.keys) + Array(session.strategies.keys)
        + Array(session.results.keys)
        + Array(session.series.keys)
      let hint = Spelling.hint(for: name, in: known).map { [$0] } ?? []
      throw Diagnostic(.unknownName, "there is no `\(name)` to drop", at: span, hints: hint)
    }
  }

  /// The value that `print` shows: of a series its last one.
  fileprivate mutating func printed(_ expression: Expression) throws(Diagnostic) -> Value {
    var planner = makePlanner()
    let planned = try plan(expression, &planner)
    guard let node = planned.node, !planner.plan.isScalar(node) else {
      return try value(of: planned, planner.plan, expression.span)
    }
    let series = try activeSeries(at: expression.span)
    var evaluator = makeEvaluator(planner.plan, on: series)
    do {
      return planner.plan.value(try evaluator.column(node).values.last ?? .nan, kind: planned.kind)
    } catch {
      throw diagnostic(error, at: expression.span)
    }
  }

  fileprivate mutating func assert(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let parts = try call[.asserted]
    guard let condition = parts.first?.expression, parts.count <= 2 else {
      throw Diagnostic(.tooManyArguments, "`assert` takes a condition and a message", at: parts.last?.expression.span)
    }
    let outcome = try printed(condition)
    guard case .truth(let holds) = outcome else {
      throw Diagnostic(
        .wrongKind, "`assert` needs a condition, and this is \(outcome.kind.described)", at: condition.span)
    }
    if holds == true { return Assertion() }
    var message = "assertion failed"
    if parts.count == 2, case .text(let text) = try printed(parts[1].expression) {
      message = "assertion failed: \(text)"
    }
    var diagnostic = Diagnostic(.assertionFailed, message, at: condition.span)
    for (side, expression) in condition.sides {
      let value = try printed(expression)
      diagnostic = diagnostic.pointing(at: expression.span, "\(side) is \(value.text)")
    }
    throw diagnostic
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
