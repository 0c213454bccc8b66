import Backtesting
import Columns
import Evaluation
import JSON
import Presentation
import Strategies
import Text

/// The answer of `why`: the rules of a run broken down on the bars that matter, and their consequences.
package struct WhyReport: StatementResult {
  /// The rules and the events of one bar.
  package struct Moment: Sendable {
    /// The decision or event there: `entry`, `exit`, `bar`.
    package var part: String
    /// The heading.
    package var title: String
    /// The date or time of the bar.
    package var date: String
    /// Facts with their labels, in reading order.
    package var facts: [(String, String)]
    /// The rules, taken apart.
    package var rules: [RuleReading] = []
    /// The orders that were decided there.
    package var orders: [OrderRecord] = []
    /// The decisions of a portfolio on each of its symbols.
    package var choices: [Choice] = []
  }

  /// A symbol of a portfolio at a close that ranks them.
  package struct Choice: Sendable {
    /// The name of the symbol.
    var symbol: String
    /// The decision on it.
    var choice: PortfolioChoice
    /// The value that it is ranked by, as it was typed; nil where symbols have no rank, or it is missing.
    var rank: Double?
  }

  /// The backtest that is asked about.
  package var report: BacktestReport
  /// The question in words: `trade 7`, `2012-05-03`, `not 2012-05-04`.
  package var question: String
  /// The trade that is asked for.
  package var trade: Trade?
  /// The bars, in the order of time.
  package var moments: [Moment]

  package var kind: String { "why" }

  package var data: JSONValue {
    .object(
      [
        ("result", .string(report.name)), ("strategy", .string(report.strategy)),
        ("symbol", .string(report.seriesName)), ("question", .string(question)),
      ] + (trade.map { [("trade", report.json($0))] } ?? []) + [("moments", .array(moments.map(json)))])
  }

  private func json(_ moment: Moment) -> JSONValue {
    .object(
      [
        ("part", .string(moment.part)), ("date", .string(moment.date)),
        ("facts", .object(moment.facts.map { ($0.0, .string($0.1)) })),
        ("rules", .array(moment.rules.map(json))), ("orders", .array(moment.orders.map(json))),
      ] + (moment.choices.isEmpty ? [] : [("ranking", .array(moment.choices.map(json)))]))
  }

  /// A symbol in a ranking, for a program.
  private func json(_ choice: Choice) -> JSONValue {
    [
      "symbol": .string(choice.symbol), "place": choice.choice.place.map { .integer($0) } ?? .null,
      "side": .string("\(choice.choice.side)"), "rank": .number(choice.rank ?? .nan),
      "weight": .number(choice.choice.weight), "outcome": .string(choice.choice.word),
    ]
  }

  /// A rule with its legs, for a program.
  func json(_ reading: RuleReading) -> JSONValue {
    [
      "rule": .string(reading.rule.name), "type": .string(reading.rule.kind.rawValue),
      "side": .string(reading.rule.side.map { "\($0)" } ?? "either"), "holds": Self.json(reading.legs.first?.holds),
      "legs": .array(
        reading.legs.map { leg in
          [
            "leg": .string(leg.text), "depth": .integer(leg.depth), "holds": Self.json(leg.holds),
            "value": .number(leg.value?.anyNumber ?? .nan), "threshold": .number(leg.threshold?.anyNumber ?? .nan),
            "distance": .number(leg.distance ?? .nan),
          ]
        }),
    ]
  }

  private static func json(_ truth: Bool?) -> JSONValue { truth.map { .bool($0) } ?? .null }

  private func json(_ order: OrderRecord) -> JSONValue {
    var fate = "\(order.fate)"
    if case .rejected(let reason) = order.fate { fate = "rejected: \(reason.rawValue)" }
    if order.fate == .filledInPart { fate = "filled in part" }
    return [
      "decided": .string(report.label(order.decidedIndex)), "order": .string(report.words(of: order)),
      "type": .string(order.type.rawValue), "price": .number(order.price ?? .nan), "fate": .string(fate),
      "date": .string(order.index.map { report.label($0) }), "fill_price": .number(order.fillPrice ?? .nan),
    ]
  }

  package var document: Document {
    Document(StyledText("why \(question) of \(report.name): \(report.title) on \(report.seriesName)")) {
      for (number, moment) in moments.enumerated() {
        if number > 0 { Block.blank }
        StyledText(moment.title)
        moment.facts.map { Property($0.0, StyledText($0.1)) }
        if !moment.choices.isEmpty {
          Block.blank
          ranking(moment.choices)
        }
        if !moment.rules.isEmpty {
          Block.blank
          table(moment.rules)
        }
      }
    }
  }

  /// The most symbols of a ranking that a page shows; the JSON has all.
  private static let shownChoices = 20

  /// The symbols of a portfolio as they were ranked.
  private func ranking(_ choices: [Choice]) -> Table {
    let isRanked = choices.contains { $0.rank != nil }
    var table = Table(columns: [
      .integer("place"), .text("symbol"), .number("rank"), .percent("weight"), Table.Column.text("outcome").wrapping,
    ])
    for choice in choices.prefix(Self.shownChoices) {
      table.append([
        choice.choice.place.map { .integer($0) } ?? .missing, .text(choice.symbol),
        choice.rank.map { .number($0) } ?? .missing, .number(choice.choice.weight),
        .text(choice.choice.text(isRanked: false)),
      ])
    }
    if !isRanked { table.columns.remove(at: 2); for row in table.rows.indices { table.rows[row].remove(at: 2) } }
    return table
  }

  /// Rules taken apart, leg by leg.
  func table(_ rules: [RuleReading]) -> Table {
    var table = Table(columns: [
      Table.Column.text("rule and its legs", key: "leg").wrapping, .number("value"), .number("threshold"),
      .number("distance"), .whole("holds"),
    ])
    for (number, reading) in rules.enumerated() {
      if number > 0 { table.rules.insert(table.rows.count) }
      for leg in reading.legs {
        let text =
          leg.depth == 0 ? "\(reading.rule.name): \(leg.text)" : String(repeating: "  ", count: leg.depth) + leg.text
        let isRate = leg.value?.kind == .rate
        table.append([
          .text(text), leg.value?.cell ?? .missing, leg.threshold?.cell ?? .missing,
          leg.distance.map { .number($0, isRate ? .percent(2) : .general) } ?? .missing,
          leg.holds.map { .truth($0, shown: $0 ? "yes" : "no") } ?? .missing(shown: "missing"),
        ])
      }
    }
    return table
  }
}

extension Value {
  /// The number behind a number, a rate, a boolean or a time of the day; missing for others.
  fileprivate var anyNumber: Double {
    switch self {
    case .truth(let truth): truth.map { $0 ? 1 : 0 } ?? .nan
    case .timeOfDay(let minutes): minutes
    default: number ?? .nan
    }
  }

  fileprivate var cell: Cell {
    switch self {
    case .number(let number): .number(number, .general)
    case .rate(let rate): .number(rate, .percent(2))
    default: .text(StyledText(text))
    }
  }
}
