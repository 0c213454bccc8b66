import Backtesting
import Calendar
import Columns
import Evaluation
import OrderedCollections
import Presentation
import Reports
import Sessions
import Text

/// The account of a backtest at the close of a bar.
struct EquityBar: Sendable {
  package let index: Int
  package let equity: Double
  package let cash: Double
  /// The fall from the highest equity so far, zero or negative.
  package let drawdown: Double

  /// Its values, beside the time of the bar.
  static let fields: [Field<EquityBar>] = [
    .number(.number("equity", .fixed(2))) { $0.equity }, .number(.number("cash", .fixed(2))) { $0.cash },
    .number(.number("holdings", .fixed(2))) { $0.equity - $0.cash },
    .rate(Table.Column.percent("drawdown").coloredBySign) { $0.drawdown },
  ]
}

extension BacktestReport {
  /// The equity at each close as a frame.
  func equityFrame(isStopped: @escaping @Sendable () -> Bool) -> ItemFrame<EquityBar> {
    let range = result.range
    let (curve, cash) = (result.equity, result.cash)
    var peak = result.settings.cash
    let items = range.made(isStopped: isStopped) { index -> EquityBar in
      let equity = curve[index - range.lowerBound]
      peak = max(peak, equity)
      return EquityBar(
        index: index, equity: equity, cash: cash[index - range.lowerBound], drawdown: equity / peak - 1)
    }
    let bars = bars
    let when = Field<EquityBar>.date(
      .date(bars.timeframe.isIntraday ? "time" : "date"), label: { bars.label(at: $0.index) },
      { bars.times[$0.index] })
    return ItemFrame(
      one: "a bar", many: "bars", items, [when] + EquityBar.fields, on: series, isStopped: isStopped
    ) { $0.index }
  }

  /// The values of a statistic.
  static let statisticFields: [Field<Part<Performance, Metric>>] = [
    .text(.text("statistic")) { $0.thing.name },
    .number(.number("value"), cell: { $0.thing.cell($0.whole) }) { $0.thing.value($0.whole) },
    .text(.text("formula", .dim).wrapping) { $0.thing.formula },
  ]

  /// The values of a drawdown.
  static let drawdownFields: [Field<Part<BacktestReport, Drawdown>>] = [
    .rate(Table.Column.percent("depth").coloredBySign) { $0.thing.depth },
    day(.text("peak", key: "start")) { $0.whole.peak(of: $0.thing) },
    day(.text("trough")) { $0.thing.trough },
    day(.text("recovered", key: "end")) { $0.thing.isRecovered ? $0.thing.end : nil },
    .integer(.integer("bars")) { $0.thing.bars },
  ]

  private static func day(
    _ column: Table.Column, _ index: @escaping @Sendable (Part<BacktestReport, Drawdown>) -> Int?
  ) -> Field<Part<BacktestReport, Drawdown>> {
    .date(
      column, label: { drawdown in index(drawdown).map { drawdown.whole.label($0) } }, without: "not yet",
      { drawdown in index(drawdown).map { drawdown.whole.bars.times[$0] } })
  }

  private func peak(of drawdown: Drawdown) -> Int { max(drawdown.start, result.range.lowerBound) }

  /// The drawdowns as a frame, deepest first; a window of dates looks at the peak.
  var drawdownFrame: ItemFrame<Part<BacktestReport, Drawdown>> {
    let items = result.drawdowns().enumerated().sorted {
      ($0.element.depth, $0.offset) < ($1.element.depth, $1.offset)
    }.map(\.element)
    return ItemFrame(
      one: "a drawdown", many: "drawdowns", items.parts(of: self), Self.drawdownFields, series: series,
      placement: .bars(series) { peak(of: items[$0]) })
  }

  /// The values of an order; a list has the symbol, the reason and the part only if some orders have one.
  static let orderFields: [Field<Part<BacktestReport, OrderRecord>>] = [
    .text(.text("symbol")) { order in order.thing.symbol.map { order.whole.result.symbols[$0] } },
    .date(.date("decided"), label: { $0.whole.label($0.thing.decidedIndex) }) {
      $0.whole.bars.times[$0.thing.decidedIndex]
    }, .text(.text("order")) { $0.thing.kind.verb }, .text(.text("side")) { "\($0.thing.side)" },
    .text(.text("type")) { $0.thing.type.rawValue }, .number(.number("price")) { $0.thing.price },
    .text(.text("fate")) { $0.thing.fate.text }, .text(.text("reason")) { $0.thing.fate.reason },
    .date(.date("date"), label: { order in order.thing.index.map { order.whole.label($0) } }) { order in
      order.thing.index.map { order.whole.bars.times[$0] }
    }, .number(.number("fill price", key: "fill_price")) { $0.thing.fillPrice },
    .text(.text("rule")) { $0.whole.result.ruleName(of: $0.thing) }, .number(.percent("part")) { $0.thing.share },
  ]

  /// The orders that a list has, by their end.
  enum ListedOrders {
    case all, rejected, accepted
  }

  /// The orders as a frame; a window of dates looks at the close that decided.
  func orderFrame(
    _ listed: ListedOrders, isStopped: @escaping @Sendable () -> Bool
  ) -> ItemFrame<Part<BacktestReport, OrderRecord>> {
    let items = result.orders.filter { listed == .all || ($0.fate.reason != nil) == (listed == .rejected) }
    let isFilledInPart = items.contains { $0.fate == .filledInPart }
    let isThere = [
      "symbol": !result.symbols.isEmpty, "reason": items.contains { $0.fate.reason != nil },
      "part": items.contains { $0.share != nil },
    ]
    return ItemFrame(
      one: "an order", many: listed == .rejected ? "rejected orders" : "orders", items.parts(of: self),
      Self.orderFields.filter { isThere[$0.name] ?? true }.map {
        isFilledInPart && $0.name == "fate" ? $0.shown(Table.Column.text("fate").wrapping) : $0
      }, series: series, placement: .bars(series, { items[$0].decidedIndex }), isStopped: isStopped)
  }

  /// The signals of the rules as a frame.
  func signalFrame(isStopped: @escaping @Sendable () -> Bool) -> ItemFrame<SignalList.Row> {
    ItemFrame(
      one: "a signal", many: "signals", result.signals.parts(of: self), SignalList.rowFields, on: series,
      isStopped: isStopped
    ) { $0.thing.index }
  }
}

extension OrderRecord.Fate {
  /// The reason of a rejected order: `no-cash`.
  fileprivate var reason: String? { if case .rejected(let reason) = self { reason.rawValue } else { nil } }

  /// The end of an order in words: `filled`, `rejected`.
  fileprivate var text: String {
    switch self {
    case .pending: "pending"
    case .filled: "filled"
    case .filledInPart: "partly filled, the rest is still open"
    case .rejected: "rejected"
    case .expired: "expired"
    case .replaced: "replaced"
    case .cancelled: "cancelled"
    }
  }
}

extension BacktestResult {
  /// The name of the rule or of the automatic exit that gave an order.
  fileprivate func ruleName(of order: OrderRecord) -> String {
    switch order.kind {
    case .entry(let rule): entryNames[rule]
    case .exit(let reason): name(of: reason)
    case .resize: symbols.isEmpty || entryNames != PortfolioBacktest.entryNames ? "resize" : entryNames[0]
    }
  }
}

extension PendingOrder.Kind {
  /// The order in a word.
  fileprivate var verb: String {
    switch self {
    case .entry: "enter"
    case .exit: "exit"
    case .resize: "resize"
    }
  }
}
