import Backtesting
import Columns
import Evaluation
import JSON
import Presentation
import Robustness
import Strategies
import Text

/// A walk-forward: the choice of each window, and the run on the tests alone.
package struct WalkForwardReport: ShapedResult {
  /// A parameter that was tried, and the values of it.
  package struct TriedParameter: Sendable {
    package var name: String
    package var kind: Kind
    /// Its place among all parameters of the strategy.
    package var index: Int
    package var values: [Double]

    package init(name: String, kind: Kind, index: Int, values: [Double]) {
      (self.name, self.kind, self.index, self.values) = (name, kind, index, values)
    }
  }

  package var strategy: String
  package var seriesName: String
  /// The lengths of the windows, as typed.
  package var terms: String
  /// The figure that chooses.
  package var metric: Metric
  /// The expression that chooses in place of the metric.
  package var order: String?
  package var parameters: [TriedParameter]
  package var walk: WalkForward
  /// The columns of files in the rules that know later bars.
  package var lookAhead: [LookAheadFinding] = []
  /// The job that an engine ran for it; nil if all was computed here.
  package var job: JobSummary?
  /// The run on the tests; nil if no window had a choice.
  package var joined: BacktestReport?
  private var series: Evaluation.Series

  package init(
    strategy: String, seriesName: String, terms: String, metric: Metric, parameters: [TriedParameter],
    walk: WalkForward, joined: BacktestReport?, series: Evaluation.Series
  ) {
    (self.strategy, self.seriesName, self.terms, self.metric) = (strategy, seriesName, terms, metric)
    (self.parameters, self.walk, self.joined, self.series) = (parameters, walk, joined, series)
  }

  package var memory: [HeldMemory] { joined?.memory ?? [] }
  package var picture: Picture? { joined?.picture }

  package func kept(as name: String?) -> KeptResult? {
    var named = self
    named.joined = joined?.named(name ?? "\(strategy)_walkforward")
    guard let joined = named.joined else { return KeptResult(named, []) }
    var result = NamedResult(
      name: joined.name, kind: kind,
      fields: joined.fields.merging(["efficiency": efficiency, "windows": Double(walk.outcomes.count)]) { $1 },
      backtest: joined)
    result.whole = named
    return KeptResult(named, [result])
  }

  private func label(_ index: Int) -> String { series.bars.label(at: index) }

  /// The yearly gain of the tests over the mean yearly gain of the choices in training; missing if training gained
  /// nothing.
  ///
  /// Pardo (2008), "The Evaluation and Optimization of Trading Strategies".
  package var efficiency: Double {
    let trained = walk.outcomes.compactMap(\.trained?.cagr)
    let mean = trained.reduce(0, +) / Double(trained.count)
    guard let joined, mean > 0 else { return .nan }
    return joined.performance.cagr / mean
  }

  /// The distances of the tests from training, window by window, of a figure of which more is better.
  private var divergence: DivergenceMonitor? {
    guard metric.preference == .higher else { return nil }
    let windows = walk.outcomes.compactMap { outcome -> DivergenceMonitor.Window? in
      guard let train = outcome.trained?.key, let test = outcome.tested else { return nil }
      return DivergenceMonitor.Window(
        symbol: seriesName, time: series.bars.times[outcome.window.test.lowerBound], train: train,
        test: metric.value(test))
    }
    return windows.isEmpty ? nil : DivergenceMonitor(windows)
  }

  private var divergenceRemarks: [String] {
    // A figure that is never above 0, such as a fall, is not compared with training.
    let isEverAbove = walk.outcomes.contains {
      ($0.trained?.key ?? .nan) > 0 || $0.tested.map { metric.value($0) > 0 } ?? false
    }
    guard metric.preference == .higher, isEverAbove else { return [] }
    let (title, all) = (metric.title.lowercased(), walk.outcomes.count)
    let left = all - (divergence?.summary.known ?? 0)
    let rest =
      "\(NumberText.counted(left, "window")) without a \(title) above 0 in training or without one in the test \(Wording.plural(left, "is", "are")) not counted"
    guard let divergence, let mean = divergence.summary.mean else {
      return all > 0 ? ["no window has a \(title) above 0 in training and one in the test to compare with it"] : []
    }
    let (summary, limit) = (divergence.summary, NumberText.percentShort(divergence.threshold))
    return [
      "the \(title) of test and training differ by more than \(limit) in \(summary.overfitted) of \(NumberText.counted(summary.known, "window")), by \(NumberText.percentShort(mean)) on average"
        + (left > 0 ? "; \(rest)" : "")
    ]
  }

  /// The steadiness of a parameter's choices from window to window.
  private struct Steadiness {
    /// The steps from a window to the next, and those of them that changed the value.
    var steps = 0
    var changes = 0
    /// The mean distance of a step, as a share of the span of values that were tried.
    var distance = Double.nan

    static let fields: [Field<Steadiness>] = [
      .integer("steps") { $0.steps }, .integer("changes") { $0.changes },
      .number("mean_step", .possible) { $0.distance },
    ]
  }

  private func steadiness(of parameter: TriedParameter) -> Steadiness {
    let chosen = walk.outcomes.compactMap { $0.values?[parameter.index] }
    let pairs = zip(chosen, chosen.dropFirst())
    var steadiness = Steadiness()
    steadiness.steps = max(0, chosen.count - 1)
    steadiness.changes = pairs.count { $0 != $1 }
    guard let low = parameter.values.min(), let high = parameter.values.max(), low < high, steadiness.steps > 0 else {
      return steadiness
    }
    steadiness.distance = pairs.reduce(0) { $0 + abs($1.0 - $1.1) } / (high - low) / Double(steadiness.steps)
    return steadiness
  }

  /// A window with the walk that it is part of.
  private typealias Window = Part<WalkForwardReport, WindowOutcome>

  package static let shape = ResultShape<WalkForwardReport>(
    "walkforward", "The choice of each window, and the run on the tests alone.",
    [
      .text("name", .possible) { $0.joined?.name }, .text("strategy") { $0.strategy },
      .text("symbol") { $0.seriesName }, .text("timeframe") { "\($0.series.bars.timeframe)" },
      .text("terms") { $0.terms }, .text("by") { $0.order ?? $0.metric.name },
      .integer("combinations") { $0.walk.combinations },
      .list("windows", windowFields) { $0.walk.outcomes.parts(of: $0) },
      .number("efficiency", .possible) { $0.efficiency },
      .object("significance", Significance.fields, .possible) { $0.joined?.run.significance },
      .members("stability") { report in
        report.parameters.map { ($0.name, Steadiness.fields.json(report.steadiness(of: $0))) }
      },
      .object("divergence", divergenceFields, .possible) { $0.divergence?.summary },
      .object("performance", Performance.fields, .possible) { $0.joined?.performance },
      .members("assumptions", .possible) { $0.joined?.assumptions },
      .list("looks_ahead", LookAheadFinding.fields) { $0.lookAhead },
      .object("job", JobSummary.fields, .possible) { $0.job }.only { $0.job != nil },
      .list("trades", BacktestReport.tradeFields(exit: .never)) { report in
        report.joined.map { $0.result.trades.parts(of: $0) } ?? []
      },
      .strings("notes") { $0.joined?.remarks ?? [] },
    ])

  private static let windowFields: [Field<Window>] =
    [
      span("train") { $0.train }, span("test") { $0.test }, span("counted") { $0.counted },
      .truth("whole") { $0.thing.window.isWhole },
      .members("parameters", .possible) { window in
        window.thing.values.map { values in window.whole.parameters.map { ($0.name, .number(values[$0.index])) } }
      },
      .number("train_score", .possible) { $0.thing.trained?.key },
      .rate("train_total_return", .possible) { $0.thing.trained?.totalReturn },
      .rate("train_cagr", .possible) { $0.thing.trained?.cagr },
      .number("train_sharpe_ratio", .possible) { $0.thing.trained?.sharpeRatio },
      .rate("train_max_drawdown", .possible) { $0.thing.trained?.maxDrawdown },
      .integer("train_trades", .possible) { $0.thing.trained?.trades },
      .number("test_score", .possible) { window in window.thing.tested.map { window.whole.metric.value($0) } },
      .rate(Table.Column.percent("test return", key: "test_total_return").coloredBySign) {
        $0.thing.tested?.totalReturn
      },
      .rate("test_cagr", .possible) { $0.thing.tested?.cagr },
      .number(.number("test sharpe", .fixed(3), key: "test_sharpe_ratio")) { $0.thing.tested?.sharpeRatio },
      .rate("test_max_drawdown", .possible) { $0.thing.tested?.maxDrawdown },
      .integer(.integer("trades", key: "test_trades")) { window in window.thing.tested.map { Int($0.trades) } },
    ]

  /// The first and the last bar of a part of a window.
  private static func span(
    _ key: String, _ range: @escaping @Sendable (TestWindow) -> Range<Int>
  ) -> Field<Window> {
    .group(
      key,
      [
        .text("since") { $0.whole.label(range($0.thing.window).lowerBound) },
        .text("until") { $0.whole.label(range($0.thing.window).upperBound - 1) },
      ])
  }

  private static let divergenceFields: [Field<DivergenceMonitor.Summary>] = [
    .integer("windows") { $0.windows }, .integer("known") { $0.known }, .integer("overfitted") { $0.overfitted },
    .number("mean", .possible) { $0.mean }, .number("largest", .possible) { $0.largest },
  ]

  package var document: Document {
    let windows = NumberText.counted(walk.outcomes.count, "window")
    let each = NumberText.counted(walk.combinations, "combination")
    return Document(
      "\(strategy) on \(seriesName) \("\(series.bars.timeframe)"), walk-forward: \(windows), the best of \(each) by \(order ?? metric.title.lowercased())"
    ) {
      table
      if let joined {
        Block.blank
        headline(of: joined)
      }
      Block.blank
      Block.note(StyledText(terms))
      if let joined {
        Block.note(
          "the figures are of the tests alone, \(joined.label(joined.result.range.lowerBound)) to \(joined.label(joined.result.range.upperBound - 1))"
        )
        if !joined.assumptionsText.isEmpty { Block.note(StyledText(joined.assumptionsText)) }
        if let verdict = joined.verdict { Block.note(StyledText(verdict.text)) }
        if let text = lookAhead.remark { Block.note(StyledText(text)) }
        for remark in joined.remarks { Block.note(StyledText(remark)) }
      } else {
        Block.note("no window had a combination with a \(metric.title.lowercased()): nothing was traded")
      }
      for remark in divergenceRemarks + stabilityRemarks { Block.note(StyledText(remark)) }
    }
  }

  /// The choice of each window with its score in training and in the test, and how steady the choices are.
  package var windowBlocks: [Document.Block] {
    [
      .table(table),
      .properties([
        Property(
          "efficiency", cell: .number(efficiency, .fixed(2)),
          remark: "the yearly gain of the tests over the mean yearly gain in training"),
        Property("windows", StyledText(terms)),
      ]),
    ] + (divergenceRemarks + stabilityRemarks).map { .note(StyledText($0)) }
  }

  private func headline(of run: BacktestReport) -> [Property] {
    Self.headlines.compactMap { Metric.named($0) }.map { Property($0.title, cell: $0.cell(run.performance)) }
      + [Property("Efficiency", cell: .number(efficiency, .fixed(2)))]
  }

  private static let headlines = [
    "total_return", "buy_and_hold_return", "cagr", "volatility", "sharpe_ratio", "max_drawdown", "exposure", "trades",
    "win_rate", "end_value",
  ]

  private var stabilityRemarks: [String] {
    let choices = parameters.compactMap { parameter -> String? in
      let steadiness = steadiness(of: parameter)
      guard steadiness.steps > 0, parameter.values.count > 1 else { return nil }
      if steadiness.changes == 0 { return "\(parameter.name) in none" }
      let share = NumberText.percentShort(steadiness.distance)
      return "\(parameter.name) in \(steadiness.changes) of \(steadiness.steps), by \(share) of its range on average"
    }
    return choices.isEmpty ? [] : ["steps to another window that change the choice: " + choices.joined(separator: "; ")]
  }

  private var table: Table {
    let isSharpe = metric.name == "sharpe_ratio"
    func day(_ column: Table.Column, _ bar: @escaping @Sendable (TestWindow) -> Int) -> Field<Window> {
      .text(column) { $0.whole.label(bar($0.thing.window)) }
    }
    let days = [
      day(.date("train since", key: "train_since")) { $0.train.lowerBound },
      day(.date("test since", key: "test_since")) { $0.test.lowerBound },
      day(.date("until")) { $0.test.upperBound - 1 },
    ]
    let chosen = parameters.map { parameter in
      Field<Window>.number(parameter.kind == .rate ? .percent(parameter.name) : .number(parameter.name)) {
        $0.thing.values?[parameter.index]
      }
    }
    let title = metric.title.lowercased()
    let scores: [Field<Window>] = [
      .number(.number("train \(title)", metric.format, key: "train_score")) { $0.thing.trained?.key },
      .number(.number("test \(title)", metric.format, key: "test_score")) { window in
        window.thing.tested.map { window.whole.metric.value($0) }
      },
    ]
    let figures = Self.windowFields.filter { $0.display != nil && !(isSharpe && $0.name == "test_sharpe_ratio") }
    return (days + chosen + scores + figures).table(of: walk.outcomes.parts(of: self))
  }
}
