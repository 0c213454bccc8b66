import Backtesting
import Columns
import OrderedCollections
import Presentation
import Text

/// One run for each of several symbols.
package struct BacktestList: ShapedResult {
  /// The list, if it is given a name, and after it each run under the name followed by its series.
  package func kept(as name: String?) -> KeptResult? {
    var list = self
    list.runs = runs.map { $0.named("\(name ?? $0.strategy)_\($0.seriesName)") }
    var named = name.map { [NamedResult(name: $0, kind: kind, fields: [:])] } ?? []
    for place in named.indices { named[place].whole = list }
    return KeptResult(list, named + list.runs.flatMap { $0.kept(as: $0.name)?.named ?? [] })
  }

  package var runs: [BacktestReport]
  /// The job that made them; nil if they were made here.
  package var job: JobSummary?

  package init(runs: [BacktestReport]) {
    self.runs = runs
  }

  package static let shape = ResultShape<BacktestList>(
    "backtests", "Runs on several symbols.",
    [
      .list("runs", BacktestReport.shape.fields) { $0.runs },
      .object("job", JobSummary.fields, .possible) { $0.job }.only { $0.job != nil },
    ])

  /// The figures of a run, and its bars if they differ from run to run.
  private static let fields: [Field<BacktestReport>] = [
    .text(.text("symbol")) { $0.seriesName }, .text(.text("bars")) { window(of: $0) },
    .rate(.percent("total return", key: "total_return")) { $0.performance.totalReturn },
    .rate(.percent("cagr")) { $0.performance.cagr },
    .number(.number("sharpe", .fixed(3), key: "sharpe_ratio")) { $0.performance.sharpeRatio },
    .rate(.percent("max drawdown", key: "max_drawdown")) { $0.performance.maxDrawdown },
    .integer(.integer("trades")) { $0.result.trades.count },
    .rate(.percent("win rate", key: "win_rate")) { $0.performance.winRate },
    .rate(.percent("buy and hold", key: "buy_and_hold_return")) { $0.performance.buyAndHoldReturn },
  ]

  package var memory: [HeldMemory] { runs.flatMap { HeldMemory.run($0) } }
  package var document: Document {
    let windows = Set(runs.map(Self.window))
    return Document(runs.first.map { StyledText($0.title) }) {
      Self.fields.filter { windows.count > 1 || $0.name != "bars" }.table(of: runs)
      if let first = runs.first {
        let bars = windows.count == 1 ? "\(Self.window(of: first)) · " : ""
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
  private static func window(of run: BacktestReport) -> String {
    let range = run.result.range
    return "\(run.bars.timeframe), \(run.label(range.lowerBound)) to \(run.label(range.upperBound - 1))"
  }
}
