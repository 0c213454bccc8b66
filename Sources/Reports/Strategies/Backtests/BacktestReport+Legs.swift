import Backtesting
import Presentation
import Text

extension BacktestReport {
  /// The legs of a spread: `KO and PEP`.
  var legsText: String { Wording.list(result.legs) }

  /// The gain of each leg of a spread.
  var legsTable: Table {
    let trades = result.trades + result.openTrades
    return Table(
      columns: [
        .text("leg"), Table.Column.number("pnl", .fixed(2)).coloredBySign,
        Table.Column.number("long", .fixed(2)).coloredBySign, Table.Column.number("short", .fixed(2)).coloredBySign,
      ],
      rows: result.legs.indices.map { leg in
        let fills = trades.map { $0.legs[leg] }
        func gain(_ isCounted: (LegFill) -> Bool) -> Double { fills.filter(isCounted).reduce(0) { $0 + $1.pnl } }
        return [
          .text(result.legs[leg]), .number(gain { _ in true }), .number(gain { $0.units > 0 }),
          .number(gain { $0.units < 0 }),
        ]
      })
  }

  /// The fills of the legs of a trade: `KO 110.2 at 45.37, 46.02; PEP -50.8 at 97.1, 98`.
  func text(ofLegs trade: Trade) -> String {
    let format = NumberFormat.general
    return trade.legs.map { fill in
      "\(result.legs[fill.leg]) \(format.text(fill.units)) at \(format.text(fill.entryPrice)), \(format.text(fill.exitPrice))"
    }.joined(separator: "; ")
  }
}
