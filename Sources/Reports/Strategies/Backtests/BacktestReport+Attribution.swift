import Backtesting
import Presentation
import Strategies
import Text

extension BacktestReport {
  /// The part of a symbol in the gain of a portfolio.
  struct Attribution {
    var symbol: String
    var trades = 0
    var bars = 0
    var gain = 0.0
    var dividends = 0.0
  }

  static let attributionFields: [Field<Attribution>] = [
    .text(.text("symbol"), .never) { $0.symbol }, .integer(.integer("trades"), .never) { $0.trades },
    .integer(.integer("bars"), .never) { $0.bars },
    .number(Table.Column.number("pnl", .fixed(2)).coloredBySign, .never) { $0.gain },
    .number(.number("dividends", .fixed(2)), .never) { $0.dividends },
  ]

  /// The parts of the symbols that were held, the greatest gain first.
  var attributions: [Attribution] {
    guard !result.symbols.isEmpty else { return [] }
    var parts = result.symbols.map { Attribution(symbol: $0) }
    for trade in result.trades + result.openTrades {
      guard let symbol = trade.symbol else { continue }
      parts[symbol].trades += 1
      parts[symbol].bars += trade.bars
      parts[symbol].gain += trade.pnl
      parts[symbol].dividends += trade.dividends
    }
    return parts.filter { $0.trades > 0 }.sorted { ($0.gain, $1.symbol) > ($1.gain, $0.symbol) }
  }

  /// The most symbols that a page shows; the JSON and `trades` have all.
  private static let shownSymbols = 10

  /// The symbols that the table leaves out; nil if it has all.
  var attributionRemark: String? {
    let left = attributions.dropFirst(Self.shownSymbols)
    guard !left.isEmpty else { return nil }
    let gain = NumberFormat.fixed(2).grouped.text(left.reduce(0) { $0 + $1.gain })
    return "\(NumberText.counted(left.count, "more symbol")) with \(gain) together: `describe trades: pnl by symbol`"
  }

  /// The gain by symbol; the gains, with the interest, add up to that of the account.
  var attributionTable: Table { attributionTable(of: Self.shownSymbols) }

  /// The gain of the first symbols.
  func attributionTable(of count: Int) -> Table {
    let gain = performance.endValue - performance.startValue
    let share = Field<Attribution>.rate(.percent(gain < 0 ? "of the loss" : "of the gain", key: "share")) {
      gain == 0 ? nil : $0.gain / gain
    }
    var fields = Self.attributionFields
    fields.insert(share, at: fields.count - 1)
    return fields.table(of: attributions.prefix(count))
  }

  /// The gain by the rules that opened and closed the trades; nil if there is one way alone, and in other runs.
  var ruleTable: Table? {
    guard run.shared != nil else { return nil }
    var parts: [(rules: [String], trades: Int, gain: Double)] = []
    for trade in result.trades + result.openTrades {
      let rules = [result.entryRuleName(of: trade), result.exitRuleName(of: trade) ?? "open"]
      if let place = parts.firstIndex(where: { $0.rules == rules }) {
        parts[place].trades += 1
        parts[place].gain += trade.pnl
      } else {
        parts.append((rules, 1, trade.pnl))
      }
    }
    guard parts.count > 1 else { return nil }
    return Table(
      columns: [
        .text("entry rule", key: "entry_rule"), .text("exit rule", key: "exit_rule"), .integer("trades"),
        Table.Column.number("pnl", .fixed(2)).coloredBySign,
      ],
      rows: parts.sorted { $0.gain > $1.gain }.map { part in
        [.text(part.rules[0]), .text(part.rules[1]), .integer(part.trades), .number(part.gain)]
      })
  }

  /// The symbols whose bars ended while a portfolio held them; nil if none did.
  var endedRemark: String? {
    guard !result.symbols.isEmpty else { return nil }
    let sold = result.trades.filter {
      $0.symbol != nil && result.exitRuleName(of: $0) == PortfolioBacktest.Exit.ended.name
    }
    if sold.isEmpty { return nil }
    let parts = sold.map { "\(symbol(of: $0) ?? "") on \(label($0.exitIndex))" }
    return "sold at the last price, as the bars had ended: \(parts.joined(separator: ", "))"
  }

  /// The symbols that a portfolio sold as they belonged to their universe no longer; nil if there are none.
  var leftRemark: String? {
    guard !result.symbols.isEmpty else { return nil }
    let sold = result.trades.filter {
      $0.symbol != nil && result.exitRuleName(of: $0) == PortfolioBacktest.Exit.leftUniverse.name
    }
    if sold.isEmpty { return nil }
    let parts = sold.prefix(5).map { "\(symbol(of: $0) ?? "") on \(label($0.exitIndex))" }
    let more = sold.count > 5 ? " and \(sold.count - 5) more" : ""
    return "closed as they had left the universe: \(parts.joined(separator: ", "))\(more)"
  }

  /// The sizes in units that a split between their close and their fill changed; nil if there are none.
  var splitSizeRemark: String? {
    let split = result.orders.filter { $0.splitRatio != 1 }
    guard !split.isEmpty else { return nil }
    let parts = split.prefix(3).map { order in
      "on \(order.index.map { label($0) } ?? "") each unit decided became \(NumberFormat.general.text(order.splitRatio))"
    }
    let more = split.count > 3 ? " and \(split.count - 3) more" : ""
    return "sizes over a split: \(parts.joined(separator: ", "))\(more)"
  }

  /// The symbols that a portfolio holds at the end, with their shares of the equity; nil in a run on one series.
  var holdingsRemark: String? {
    guard !result.symbols.isEmpty else { return nil }
    guard !result.holdings.isEmpty else { return "nothing is held at the end" }
    let parts = result.holdings.map { holding in
      "\(result.symbols[holding.symbol]) \(NumberText.percentShort(holding.worth / performance.endValue))"
    }
    return "held at the end: \(parts.joined(separator: ", "))"
  }
}
