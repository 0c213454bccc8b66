import Evaluation
import JSON
import Language
import Presentation
import Text
import Valuation

extension Command {
  static let tornado = Command(
    CommandSyntax(
      "tornado",
      forms: [
        CommandSyntax.Form(
          "", [.optional(role: .scenario)],
          clauses: [.clause("swing", .swing)])
      ]),
    category: .valuation, summary: "Ranks assumptions by how much they move the value.",
    discussion: """
      Each assumption is moved down and up by its usual step, which `help NAME` tells, or by a share of itself with \
      `swing`. Each end is a full valuation.
      """,
    examples: ["tornado base", "tornado base swing 10%"]
  ) { execution, call throws(Diagnostic) in
    if let drivers = try execution.driverSubject(call) { return try execution.tornado(call, of: drivers) }
    let (title, assumptions) = try execution.valuationSubject(call)
    let expression = call[.swing]
    let swing = try expression.map { expression throws(Diagnostic) in try execution.number(expression, "the swing").0 }
    do throws(ValuationError) {
      return TornadoReport(title: title, tornado: try Tornado(of: assumptions, swing: swing))
    } catch {
      throw execution.diagnostic(error, [], error.code == .swing ? expression?.span : call.commandSpan)
    }
  }

  static let breakeven = Command(
    CommandSyntax(
      "breakeven",
      forms: [
        CommandSyntax.Form(
          "", [.optional(role: .scenario)],
          clauses: [.clause("value", .value)])
      ]),
    category: .valuation, summary: "Tells how wrong each assumption may be before the value is the price.",
    discussion: """
      Each assumption is moved by itself until the value of a share equals the price, or the amount that is asked for. \
      Below one swing, the usual step of the assumption, the case hangs on a small error.
      """,
    examples: ["breakeven base", "breakeven base value 120"]
  ) { execution, call throws(Diagnostic) in
    let (title, assumptions) = try execution.valuationSubject(call)
    let target = try call[.value].map { expression throws(Diagnostic) in
      try execution.number(expression, "the value a share").0
    }
    do throws(ValuationError) {
      return BreakevenReport(title: title, breakeven: try Breakeven(of: assumptions, target: target))
    } catch {
      throw execution.diagnostic(error, [], call.commandSpan)
    }
  }
}

/// The assumptions by their effect on the value.
struct TornadoReport: StatementResult {
  var title: String
  var tornado: Tornado

  var kind: String { "tornado" }

  var data: JSONValue {
    [
      "title": .string(title), "base_value": .number(tornado.base.valuePerShare),
      "price": .number(tornado.base.price), "swing": .number(tornado.swing),
      "rows": .array(
        tornado.rows.map {
          [
            "assumption": .string($0.parameter), "low": .number($0.low.number), "high": .number($0.high.number),
            "swing": .number($0.swing), "relative": .bool($0.isRelative), "value_low": .number($0.low.value),
            "value_high": .number($0.high.value), "width": .number($0.width),
          ]
        }),
      "without_influence": .strings(tornado.withoutInfluence),
    ]
  }

  var document: Document {
    let base = NumberFormat.fixed(2).text(tornado.base.valuePerShare)
    return Document(StyledText("\(title): \(base) a share, each assumption moved by itself"), mainTable: table) {
      table
      BarChart(
        tornado.rows.compactMap(bar), format: .fixed(2), reference: tornado.base.valuePerShare, referenceLabel: "value")
      for row in tornado.rows {
        for end in [row.low, row.high] {
          if let refusal = end.refusal {
            Block.note(StyledText("\(row.parameter) moved by \(text(end.change, row)): \(refusal.message)"))
          }
        }
      }
      if !tornado.withoutInfluence.isEmpty {
        Block.note(StyledText("without influence here: \(tornado.withoutInfluence.joined(separator: ", "))"))
      }
    }
  }

  private var table: Table {
    Table(
      columns: [
        .text("assumption", .name), .text("moved by"), .number("lower", .fixed(2), key: "value_low"),
        .number("higher", .fixed(2), key: "value_high"), .number("width", .fixed(2)),
      ],
      rows: tornado.rows.map { row in
        [
          .text(row.parameter), .text("± \(amount(row))"), .number(row.low.value), .number(row.high.value),
          .number(row.width),
        ]
      })
  }

  private func bar(_ row: Tornado.Row) -> BarChart.Bar? {
    let ends = [row.low.value, row.high.value, tornado.base.valuePerShare].compactMap { $0 }
    guard let low = ends.min(), let high = ends.max(), low < high else { return nil }
    return BarChart.Bar(row.parameter, from: low, to: high)
  }

  private func amount(_ row: Tornado.Row) -> String {
    row.isRelative
      ? NumberFormat.general.text(row.swing * 100) + "%" : AssumptionDefinition.step(row.swing, of: row.parameter)
  }

  private func text(_ change: Assumption.Shift, _ row: Tornado.Row) -> String {
    row.isRelative
      ? "\(change.operator.rawValue) \(NumberFormat.general.text(change.amount))"
      : "\(change.operator.rawValue) \(AssumptionDefinition.step(change.amount, of: row.parameter))"
  }
}

extension AssumptionDefinition {
  /// A step of an assumption as one would type it: `1pp`, `0.25`.
  static func step(_ amount: Double, of name: String) -> String {
    switch named(name)?.unit {
    case .rate, .terminal: NumberFormat.general.text(amount * 100) + "pp"
    default: NumberFormat.general.text(amount)
    }
  }
}

/// The error that each assumption may have.
struct BreakevenReport: StatementResult {
  var title: String
  var breakeven: Breakeven

  var kind: String { "breakeven" }

  var data: JSONValue {
    [
      "title": .string(title), "base_value": .number(breakeven.base.valuePerShare), "target": .number(breakeven.target),
      "rows": .array(
        breakeven.rows.map {
          [
            "assumption": .string($0.parameter), "base": .number($0.base), "value": .number($0.number),
            "distance": .number($0.distance), "factor": .bool($0.isFactor), "swings": .number($0.swings),
            "unique": .bool($0.isUnique), "text": .string($0.text),
          ]
        }),
    ]
  }

  var document: Document {
    let value = NumberFormat.fixed(2)
    return Document(
      StyledText(
        "\(title): \(value.text(breakeven.base.valuePerShare)) a share; what each assumption alone has to do for \(value.text(breakeven.target))"
      )
    ) {
      Table(
        columns: [
          .text("assumption", .name), .number("swings", .fixed(1)), .text("for the price").wrapping,
        ],
        rows: breakeven.rows.map { row in
          [.text(row.parameter), .number(row.swings.map(abs)), .text(words(row))]
        })
    }
  }

  /// The row without its name and its swings, which have columns of their own.
  private func words(_ row: Breakeven.Row) -> String {
    var text = Substring(row.text)
    if text.hasPrefix(row.parameter) { text = text.dropFirst(row.parameter.count + 1) }
    if text.hasSuffix(" swings)"), let bracket = text.lastIndex(of: "(") { text = text[..<bracket].dropLast() }
    return String(text)
  }
}
