import Backtesting
import Calendar
import Columns
import Evaluation
import JSON
import Presentation
import Strategies
import Text

extension BacktestReport {
  /// A trade with the backtest that it is part of.
  package typealias RunTrade = Part<BacktestReport, Trade>

  /// The values of a trade, closed or open.
  package static let tradeFields = tradeFields(exit: .possible)

  /// The values of a trade.
  ///
  /// - Parameter exit: whether there may be no exit yet.
  static func tradeFields(exit: NullValue) -> [Field<RunTrade>] {
    [
      .date(.date("entry", key: "entry_date"), .never, label: { $0.label($0.thing.entryIndex) }) {
        $0.thing.entryTime
      },
      .date(
        .date("exit", key: "exit_date"), exit,
        label: { $0.thing.isOpen ? nil : $0.label($0.thing.exitIndex) }, without: "open"
      ) { $0.thing.exitTime },
      .text(.text("side"), .never) { "\($0.thing.side)" }, .number(.number("size"), .never) { $0.thing.size },
      .number(.number("entry price", key: "entry_price"), .never) { $0.thing.entryPrice },
      .number(.number("exit price", key: "exit_price"), .never) { $0.thing.exitPrice },
      .number(Table.Column.number("pnl", .fixed(2)).coloredBySign, .never) { $0.thing.pnl },
      .rate(Table.Column.percent("return").coloredBySign, .never) { $0.thing.returnRate },
      .integer(.integer("bars"), .never) { $0.thing.bars },
      .text(.text("entry rule", key: "entry_rule"), .never) { $0.entryRule },
      Field.text("exit_rule", exit) { $0.exitRule }
        .read(.text { $0.exitRule ?? "" })
        .shown(.text("exit rule", key: "exit_rule")) {
          $0.exitRule.map { .text($0) } ?? .missing(shown: "")
        },
      .number("commission") { $0.thing.commission }, .value("capped", [.boolean]) { .bool($0.thing.isCapped) },
      .rate("worst") { $0.thing.adverseExcursion }, .rate("best") { $0.thing.favourableExcursion },
      Field.list("resizes", fillFields) { $0.thing.resizes.parts(of: $0.whole) }.only { !$0.thing.resizes.isEmpty },
      Field.value("resized_gain", [.number]) { .number($0.thing.laterGain) }.only { !$0.thing.resizes.isEmpty },
      Field.list("exit_fills", fillFields) { $0.whole.parts(ofExit: $0.thing).parts(of: $0.whole) }
        .only { !$0.thing.exitFills.isEmpty },
      Field.list("legs", legFields) { $0.thing.legs.parts(of: $0.whole) }.only { !$0.thing.legs.isEmpty }
        .shown(Table.Column.text("legs").wrapping) { .text($0.whole.text(ofLegs: $0.thing)) },
      Field.text("symbol") { $0.whole.symbol(of: $0.thing) }.only { $0.thing.symbol != nil }
        .read(.text { $0.whole.symbol(of: $0.thing) ?? $0.whole.seriesName })
        .shown(.text("symbol")) { .text($0.whole.symbol(of: $0.thing) ?? "") },
      Field.number(.number("split", key: "split_ratio"), .never) { $0.thing.splitRatio }.only(hasActions),
      Field.number(.number("dividends", .fixed(2)), .never) { $0.thing.dividends }.only(hasActions),
    ]
  }

  private static let hasActions: @Sendable (RunTrade) -> Bool = { !$0.whole.result.actions.isEmpty }

  /// A fill after the entry, in units of its day.
  private static let fillFields: [Field<Part<BacktestReport, LaterFill>>] = [
    .text("date") { $0.whole.label($0.thing.index) }, .number("units") { $0.thing.units * $0.thing.splitRatio },
    .number("price") { $0.thing.price },
  ]

  /// The fills of a leg of a spread.
  private static let legFields: [Field<Part<BacktestReport, LegFill>>] = [
    .text("symbol") { $0.whole.result.legs[$0.thing.leg] }, .number("units") { $0.thing.units },
    .number("entry_price") { $0.thing.entryPrice }, .number("exit_price") { $0.thing.exitPrice },
    .number("pnl") { $0.thing.pnl },
  ]

  /// The trades as a table.
  package func tradeTable(_ trades: [Trade]) -> Table { tradeTable(trades.parts(of: self)) }

  /// The trades as a table: the columns that all runs have, and those that this one needs.
  package func tradeTable(_ trades: [RunTrade]) -> Table {
    var names = [
      "entry_date", "exit_date", "side", "size", "entry_price", "exit_price", "pnl", "return", "bars", "entry_rule",
      "exit_rule",
    ]
    if !result.symbols.isEmpty { names.insert("symbol", at: 0) }
    if !result.legs.isEmpty { names.append("legs") }
    if result.actions.contains(where: { $0.ratio != 1 }) { names.append("split_ratio") }
    if result.actions.contains(where: { $0.dividend != 0 }) { names.append("dividends") }
    return Self.tradeFields.named(names).table(of: trades)
  }

  /// The symbol of a portfolio's trade; nil in a run on one series.
  package func symbol(of trade: Trade) -> String? { trade.symbol.map { result.symbols[$0] } }
}

// Lists have many trades: these read from the run in place, and do not copy it.
extension Part<BacktestReport, Trade> {
  fileprivate func label(_ index: Int) -> String { owner.whole.run.series.bars.label(at: index) }
  fileprivate var entryRule: String { owner.whole.run.result.entryRuleName(of: thing) }
  fileprivate var exitRule: String? { owner.whole.run.result.exitRuleName(of: thing) }
}
