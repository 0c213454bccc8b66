import Backtesting
import Columns
import Evaluation
import JSON
import Presentation
import Strategies
import Text

/// The answer of `why`: the rules of a run broken down on the bars that matter, and their consequences.
package struct WhyReport: ShapedResult {
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
    /// The value that it is ranked by, as typed; nil if symbols have no rank, or it is missing.
    var rank: Double?

    static let fields: [Field<Choice>] = [
      .text("symbol") { $0.symbol }, .integer("place", .possible) { $0.choice.place },
      .text("side") { "\($0.choice.side)" }, .number("rank", .possible) { $0.rank },
      .number("weight", .possible) { $0.choice.weight }, .text("outcome") { $0.choice.word },
    ]
  }

  /// The backtest that is asked about.
  package var report: BacktestReport
  /// The question in words: `trade 7`, `2012-05-03`, `not 2012-05-04`.
  package var question: String
  /// The trade that is asked for.
  package var trade: Trade?
  /// The bars, in the order of time.
  package var moments: [Moment]

  package static let shape = ResultShape<WhyReport>(
    "why", "The reasons of a trade or of a day.",
    [
      .text("result") { $0.report.name }, .text("strategy") { $0.report.strategy },
      .text("symbol") { $0.report.seriesName }, .text("question") { $0.question },
      Field.object("trade", BacktestReport.tradeFields) { why in why.trade.map { Part($0, of: .init(why.report)) } }
        .only { $0.trade != nil },
      .list("moments", momentFields) { $0.moments.parts(of: $0) },
    ])

  private static let momentFields: [Field<Part<WhyReport, Moment>>] = [
    .text("part") { $0.thing.part }, .text("date") { $0.thing.date },
    .members("facts") { $0.thing.facts.map { ($0.0, .string($0.1)) } },
    .list("rules", RuleReading.fields) { $0.thing.rules },
    .list("orders", orderFields) { $0.thing.orders.parts(of: $0.whole.report) },
    Field.list("ranking", Choice.fields) { $0.thing.choices }.only { !$0.thing.choices.isEmpty },
  ]

  private static let orderFields: [Field<Part<BacktestReport, OrderRecord>>] = [
    .text("decided") { $0.whole.label($0.thing.decidedIndex) }, .text("order") { $0.whole.words(of: $0.thing) },
    .text("type") { $0.thing.type.rawValue }, .number("price", .possible) { $0.thing.price },
    .text("fate") { $0.thing.fate.words },
    .text("date", .possible) { order in order.thing.index.map { order.whole.label($0) } },
    .number("fill_price", .possible) { $0.thing.fillPrice },
  ]

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

extension RuleReading {
  /// A rule with its legs.
  static let fields: [Field<RuleReading>] = [
    .text("rule") { $0.rule.name }, .text("type") { $0.rule.kind.rawValue },
    .text("side") { $0.rule.side.map { "\($0)" } ?? "either" }, .truth("holds", .possible) { $0.legs.first?.holds },
    .list("legs", legFields) { $0.legs },
  ]

  private static let legFields: [Field<LegReading>] = [
    .text("leg") { $0.text }, .integer("depth") { $0.depth }, .truth("holds", .possible) { $0.holds },
    .number("value", .possible) { $0.value?.anyNumber }, .number("threshold", .possible) { $0.threshold?.anyNumber },
    .number("distance", .possible) { $0.distance },
  ]
}

extension OrderRecord.Fate {
  /// The end of an order, with the reason of a rejection.
  fileprivate var words: String {
    switch self {
    case .rejected(let reason): "rejected: \(reason.rawValue)"
    case .filledInPart: "filled in part"
    default: "\(self)"
    }
  }
}

extension Value {
  /// The numeric value of a number, a rate, a boolean or a time of the day; missing for others.
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
