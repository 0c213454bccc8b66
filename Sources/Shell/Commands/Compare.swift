import Backtesting
import Columns
import Evaluation
import Language
import OrderedCollections
import Presentation
import Valuation

extension Command {
  static let compare = Command(
    CommandSyntax("compare", forms: [CommandSyntax.Form("", [.weighted("names", .any)])]), category: .valuation,
    summary: "Puts scenarios, backtests or strategies side by side.",
    usage: ["compare A, B, …", "compare A 25%, B 50%, C 25%"],
    discussion: """
      The names are scenarios where all of them are, else results, else strategies, which are run on the series \
      in use. Scenarios may have weights that add up to 100%; their weighted value is shown. Below stands what \
      moves the value from the first scenario to each other one: the mean of what each assumption adds over all \
      orders of changing them.
      """,
    examples: ["compare bear, base, bull", "compare bear 25%, base 50%, bull 25%", "compare cross, swing"]
  ) { execution, call throws(Diagnostic) in
    try execution.compare(call)
  }
}

/// Things side by side: one row an item, one column a thing.
struct ComparisonReport: StatementResult {
  var columns: [String]
  var rows: [(item: String, values: [JSONValue], cells: [Cell])]
  var weightedValue: Double?
  var notes: [StyledText] = []
  /// What moves the value from the first column to each other one; empty for what is no valuation.
  var attribution: [(from: String, to: String, split: Attribution)] = []

  var kind: String { "comparison" }
  var data: JSONValue {
    var members: [(String, JSONValue)] = [
      ("columns", .strings(columns)),
      ("rows", .array(rows.map { ["item": .string($0.item), "values": .array($0.values)] })),
    ]
    members.append(("attribution", .array(attribution.map(Self.json))))
    if let weightedValue { members.append(("weighted_value", .number(weightedValue))) }
    return .object(members)
  }
  var document: Document {
    Document {
      Table(
        columns: [.text("item", .name)] + columns.map { .number($0) },
        rows: rows.map { [.text($0.item)] + $0.cells })
      for note in notes { Block.paragraph(note) }
      for item in attribution {
        Block.paragraph("from \(item.from) to \(item.to): \(item.split.gap, NumberFormat.fixed(2).signed) a share, by")
        Table(
          columns: [
            .text("assumption", .name), .number("a share", NumberFormat.fixed(2).signed),
            .percent("of the gap", decimals: 1),
          ],
          rows: item.split.parts.map {
            [.text($0.assumptions.joined(separator: ", ")), .number($0.amount), .number($0.amount / item.split.gap)]
          })
      }
    }
  }

  private static func json(_ item: (from: String, to: String, split: Attribution)) -> JSONValue {
    [
      "from": .string(item.from), "to": .string(item.to), "gap": .number(item.split.gap),
      "parts": .array(
        item.split.parts.map { ["assumptions": .strings($0.assumptions), "amount": .number($0.amount)] }),
    ]
  }
}

extension Execution {
  fileprivate mutating func compare(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let words = call.weighted("names")
    var names: [String] = []
    for word in words { names.append(try text(word.word)) }
    if names.allSatisfy({ name in session.scenarios.contains { $0.name == name } }) {
      return try compareScenarios(words, call)
    }
    if let weighted = words.first(where: { $0.weight != nil }) {
      throw Diagnostic("weights-incomplete", "only scenarios have weights", at: weighted.word.span)
    }
    if names.allSatisfy({ session.results[$0]?.backtest != nil }) {
      return Self.comparison(of: names.compactMap { session.results[$0]?.backtest }, names)
    }
    if names.allSatisfy({ session.strategies[$0] != nil }) {
      let series = try activeSeries(at: call.commandSpan)
      var reports: [BacktestReport] = []
      for word in words {
        reports.append(
          try run(
            Subject(name: word.word, span: word.word.span), on: series, named: series.name,
            settings: session.settings, range: 0..<series.bars.count, at: call.commandSpan))
      }
      return Self.comparison(of: reports, names)
    }
    let unknown = words.indices.first { index in
      let name = names[index]
      return session.results[name] == nil && session.strategies[name] == nil
        && !session.scenarios.contains { $0.name == name }
    }
    let known = session.scenarios.map(\.name) + Array(session.results.keys) + Array(session.strategies.keys)
    guard let unknown else {
      throw Diagnostic(
        .unknownResult, "these are not of one sort: scenarios, backtests or strategies", at: call.commandSpan)
    }
    let hint = Spelling.nearest(to: names[unknown], in: known).map { ["did you mean `\($0)`?"] } ?? []
    throw Diagnostic(
      .unknownResult, "`\(names[unknown])` is no scenario, result or strategy", at: words[unknown].word.span,
      hints: hint)
  }

  private static func comparison(of reports: [BacktestReport], _ names: [String]) -> ComparisonReport {
    var rows: [(String, [JSONValue], [Cell])] = [
      ("symbol", reports.map { .string($0.seriesName) }, reports.map { .text($0.seriesName) })
    ]
    for metric in Metric.all {
      rows.append(
        (
          metric.name, reports.map { .number(metric.value($0.performance)) },
          reports.map { metric.cell($0.performance) }
        ))
    }
    return ComparisonReport(columns: names, rows: rows)
  }

  private mutating func compareScenarios(
    _ words: [WeightedWord], _ call: CommandCall
  ) throws(Diagnostic) -> any StatementResult {
    var columns: [ScenarioComparison.Column] = []
    var compared: [Scenario] = []
    for word in words {
      let scenario = try scenario(word.word)
      compared.append(scenario)
      let weight = try word.weight.map { expression throws(Diagnostic) in try number(expression, "a weight").0 }
      columns.append(.init(scenario.name, try valued(scenario.assumptions, at: word.word.span), weight: weight))
    }
    let comparison: ScenarioComparison
    do {
      comparison = try ScenarioComparison(columns)
    } catch {
      let first = words.first?.word.span ?? call.commandSpan
      throw diagnostic(error, [], words.last.map { first.joined(with: $0.weight?.span ?? $0.word.span) })
    }
    var report = ComparisonReport(
      columns: columns.map(\.name),
      rows: comparison.rows.map { row in
        (row.item, row.values.map { $0.json }, row.values.map { $0.cell(row) })
      }, weightedValue: comparison.weightedValue)
    if let value = comparison.weightedValue {
      let upside = comparison.weightedUpside.map { ", upside \(NumberFormat.percent(2).signed.text($0))" } ?? ""
      report.notes = [
        "weighted value \(NumberFormat.fixed(2).text(value))\(upside), spread \(NumberFormat.fixed(2).text(comparison.spread))"
      ]
    }
    for remark in compared.compactMap(\.driverRemark) { report.notes.append(StyledText(remark, .dim)) }
    for other in compared.dropFirst() where other.ticker == compared[0].ticker {
      if let split = try? Attribution(from: compared[0].assumptions, to: other.assumptions), !split.parts.isEmpty {
        report.attribution.append((compared[0].name, other.name, split))
      }
    }
    return report
  }
}

extension ScenarioComparison.Cell {
  fileprivate var json: JSONValue {
    switch self {
    case .number(let number): .number(number)
    case .path(let values, _): .numbers(values)
    case .text(let text): .string(text)
    case .missing: .null
    }
  }

  fileprivate func cell(_ row: ScenarioComparison.Row) -> Presentation.Cell {
    switch self {
    case .number(let number):
      switch row.unit {
      case .rate, .terminal: .number(number, .percent(2))
      case .money, .count: .number(number, .compact(2))
      case .perShare: .number(number, .fixed(2))
      default: .number(number)
      }
    case .path(_, let written): .text(written)
    case .text(let text): .text(text)
    case .missing: .missing
    }
  }
}
