import Backtesting
import Columns
import OrderedCollections
import Presentation
import Text

/// One run for each of several symbols.
package struct BacktestList: SelfNaming, ShapedResult {
  /// Each run under the name followed by its series.
  package func named(_ name: String?) -> BacktestList {
    var list = BacktestList(runs: runs.map { $0.named("\(name ?? $0.strategy)_\($0.seriesName)") })
    list.name = name
    return list
  }

  /// The list, if it was given a name, and after it each run.
  package var namedResults: [NamedResult] {
    var list = name.map { NamedResult(name: $0, kind: kind, fields: [:]) }
    list?.whole = self
    return (list.map { [$0] } ?? []) + runs.flatMap(\.namedResults)
  }

  /// The name of the list; nil if the statement gave none.
  private var name: String?

  package var runs: [BacktestReport]

  package init(runs: [BacktestReport]) {
    self.runs = runs
  }

  package static let shape = ResultShape<BacktestList>(
    "backtests", "Runs on several symbols.", [.list("runs", BacktestReport.shape.fields) { $0.runs }])

  package var memory: [HeldMemory] { runs.flatMap { HeldMemory.run($0) } }
  package var document: Document {
    let windows = Set(runs.map(window))
    return Document(runs.first.map { StyledText($0.title) }) {
      Table(
        columns: [.text("symbol")] + (windows.count > 1 ? [.text("bars")] : []) + [
          .percent("total return", key: "total_return"), .percent("cagr"),
          .number("sharpe", .fixed(3), key: "sharpe_ratio"), .percent("max drawdown", key: "max_drawdown"),
          .integer("trades"), .percent("win rate", key: "win_rate"),
          .percent("buy and hold", key: "buy_and_hold_return"),
        ],
        rows: runs.map { run in
          let performance = run.performance
          return [.text(run.seriesName)] + (windows.count > 1 ? [.text(window(of: run))] : []) + [
            .number(performance.totalReturn), .number(performance.cagr),
            .number(performance.sharpeRatio), .number(performance.maxDrawdown), .integer(run.result.trades.count),
            .number(performance.winRate), .number(performance.buyAndHoldReturn),
          ]
        })
      if let first = runs.first {
        let bars = windows.count == 1 ? "\(window(of: first)) · " : ""
        let (shared, own) = assumptionTexts
        Block.note(StyledText("\(bars)each with the full cash" + (shared.isEmpty ? "" : " · " + shared)))
        for text in own { Block.note(StyledText(text)) }
      }
      Block.note(StyledText("kept as \(runs.map(\.name).joined(separator: ", "))"))
      for note in Wording.remarks(runs.flatMap { run in run.notes.map { (run.seriesName, $0) } }) {
        Block.note(StyledText(note))
      }
    }
  }

  /// The assumptions that all runs share in one line, and those of each symbol if they differ.
  private var assumptionTexts: (shared: String, own: [String]) {
    let parts = runs.map(\.runAssumptions.parts)
    let places = parts.first.map { Array($0.indices) } ?? []
    let differing = places.filter { place in Set(parts.map { $0[place] }).count > 1 }
    let shared = places.filter { !differing.contains($0) }.map { parts[0][$0] }.filter { !$0.isUsual }
      .map(\.text).joined(separator: " · ")
    guard !differing.isEmpty else { return (shared, []) }
    let own = zip(runs, parts).map { run, parts in
      let texts = differing.map { parts[$0].text }.filter { !$0.isEmpty }
      return "\(run.seriesName): \(texts.isEmpty ? "the defaults" : texts.joined(separator: " · "))"
    }
    return (shared, own)
  }

  /// The bars of a run: `1d, 2010-01-04 to 2021-03-31`.
  private func window(of run: BacktestReport) -> String {
    let range = run.result.range
    return "\(run.bars.timeframe), \(run.label(range.lowerBound)) to \(run.label(range.upperBound - 1))"
  }
}
