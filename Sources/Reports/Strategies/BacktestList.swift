import Backtesting
import JSON
import OrderedCollections
import Presentation
import Text

/// One run for each of several symbols.
package struct BacktestList: SelfNaming {
  /// Each run under the name with its series behind it.
  package func named(_ name: String?) -> BacktestList {
    BacktestList(runs: runs.map { $0.named("\(name ?? $0.strategy)_\($0.seriesName)") })
  }

  package var kept: [NamedResult] { runs.flatMap(\.kept) }

  package var runs: [BacktestReport]

  package init(runs: [BacktestReport]) {
    self.runs = runs
  }

  package var kind: String { "backtests" }
  package var data: JSONValue { ["runs": .array(runs.map(\.data))] }
  package var document: Document {
    Document(runs.first.map { StyledText($0.title) }) {
      Table(
        columns: [
          .text("symbol"), .percent("total return", key: "total_return"), .percent("cagr"),
          .number("sharpe", .fixed(3), key: "sharpe_ratio"), .percent("max drawdown", key: "max_drawdown"),
          .integer("trades"), .percent("win rate", key: "win_rate"),
          .percent("buy and hold", key: "buy_and_hold_return"),
        ],
        rows: runs.map { run in
          let performance = run.performance
          return [
            .text(run.seriesName), .number(performance.totalReturn), .number(performance.cagr),
            .number(performance.sharpeRatio), .number(performance.maxDrawdown), .integer(run.result.trades.count),
            .number(performance.winRate), .number(performance.buyAndHoldReturn),
          ]
        })
      if let first = runs.first { Block.note(StyledText("each with the full cash · " + first.assumptionsText)) }
      for run in runs { for note in run.notes { Block.note(StyledText("\(run.seriesName): \(note)")) } }
    }
  }
}
