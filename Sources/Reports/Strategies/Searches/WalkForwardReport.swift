import Backtesting
import Columns
import Evaluation
import JSON
import Presentation
import Robustness
import Strategies
import Text

/// A walk-forward: the choice of each window, and the run on the tests alone.
package struct WalkForwardReport: SelfNaming {
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
  /// The lengths of the windows, as they are typed.
  package var terms: String
  /// The figure that chooses.
  package var metric: Metric
  /// The expression that chooses in place of the metric.
  package var order: String?
  package var parameters: [TriedParameter]
  package var walk: WalkForward
  /// The columns of files in the rules that know later bars.
  package var lookAhead: [LookAheadFinding] = []
  /// The run on the tests; nil where no window had a choice.
  package var joined: BacktestReport?
  private var series: Evaluation.Series
  private var name: String?

  package init(
    strategy: String, seriesName: String, terms: String, metric: Metric, parameters: [TriedParameter],
    walk: WalkForward, joined: BacktestReport?, series: Evaluation.Series
  ) {
    (self.strategy, self.seriesName, self.terms, self.metric) = (strategy, seriesName, terms, metric)
    (self.parameters, self.walk, self.joined, self.series) = (parameters, walk, joined, series)
  }

  package var kind: String { "walkforward" }
  package var memory: [HeldMemory] { joined?.memory ?? [] }
  package var picture: Picture? { joined?.picture }

  package func named(_ name: String?) -> WalkForwardReport {
    var named = self
    named.name = name
    named.joined = joined?.named(name ?? "\(strategy)_walkforward")
    return named
  }

  package var namedResults: [NamedResult] {
    guard let joined else { return [] }
    var result = NamedResult(
      name: joined.name, kind: kind,
      fields: joined.fields.merging(["efficiency": efficiency, "windows": Double(walk.outcomes.count)]) { $1 },
      backtest: joined)
    result.whole = self
    return [result]
  }

  private func label(_ index: Int) -> String { series.bars.label(at: index) }

  private func span(_ range: Range<Int>) -> JSONValue {
    ["since": .string(label(range.lowerBound)), "until": .string(label(range.upperBound - 1))]
  }

  /// The yearly gain of the tests over the mean yearly gain of the choices in training; missing where training gained
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

  private var divergenceJSON: JSONValue {
    guard let summary = divergence?.summary else { return .null }
    return [
      "windows": .integer(summary.windows), "known": .integer(summary.known),
      "overfitted": .integer(summary.overfitted), "mean": .number(summary.mean), "largest": .number(summary.largest),
    ]
  }

  private var divergenceRemarks: [String] {
    // Of a figure that is never above 0, such as a fall, nothing is held against training.
    let isEverAbove = walk.outcomes.contains {
      ($0.trained?.key ?? .nan) > 0 || $0.tested.map { metric.value($0) > 0 } ?? false
    }
    guard metric.preference == .higher, isEverAbove else { return [] }
    let (title, all) = (metric.title.lowercased(), walk.outcomes.count)
    let left = all - (divergence?.summary.known ?? 0)
    let rest =
      "\(NumberText.counted(left, "window")) without a \(title) above 0 in training or without one in the test \(Wording.plural(left, "is", "are")) not counted"
    guard let divergence, let mean = divergence.summary.mean else {
      return all > 0 ? ["no window has a \(title) above 0 in training and one in the test to hold against it"] : []
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

  private func json(_ outcome: WindowOutcome) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("train", span(outcome.window.train)), ("test", span(outcome.window.test)),
      ("counted", span(outcome.window.counted)), ("whole", .bool(outcome.window.isWhole)),
      (
        "parameters",
        outcome.values.map { values in .object(parameters.map { ($0.name, .number(values[$0.index])) }) } ?? .null
      ),
    ]
    let trained = outcome.trained
    members += [
      ("train_score", .number(trained?.key)), ("train_total_return", .number(trained?.totalReturn)),
      ("train_cagr", .number(trained?.cagr)), ("train_sharpe_ratio", .number(trained?.sharpeRatio)),
      ("train_max_drawdown", .number(trained?.maxDrawdown)),
      ("train_trades", trained.map { .integer($0.trades) } ?? .null),
    ]
    let tested = outcome.tested
    members += [
      ("test_score", .number(tested.map { metric.value($0) })), ("test_total_return", .number(tested?.totalReturn)),
      ("test_cagr", .number(tested?.cagr)), ("test_sharpe_ratio", .number(tested?.sharpeRatio)),
      ("test_max_drawdown", .number(tested?.maxDrawdown)),
      ("test_trades", tested.map { .integer(Int($0.trades)) } ?? .null),
    ]
    return .object(members)
  }

  package var data: JSONValue {
    let steady = parameters.map { parameter in
      let steadiness = steadiness(of: parameter)
      let members: JSONValue = [
        "steps": .integer(steadiness.steps), "changes": .integer(steadiness.changes),
        "mean_step": .number(steadiness.distance),
      ]
      return (parameter.name, members)
    }
    return [
      "name": .string(joined?.name), "strategy": .string(strategy), "symbol": .string(seriesName),
      "timeframe": .string("\(series.bars.timeframe)"), "terms": .string(terms), "by": .string(order ?? metric.name),
      "combinations": .integer(walk.combinations), "windows": .array(walk.outcomes.map(json)),
      "efficiency": .number(efficiency), "significance": joined?.run.significance?.json ?? .null,
      "stability": .object(steady), "divergence": divergenceJSON,
      "performance": joined?.data["performance"] ?? .null, "assumptions": joined?.data["assumptions"] ?? .null,
      "looks_ahead": lookAhead.json,
      "trades": joined?.data["trades"] ?? .array([]), "notes": joined?.data["notes"] ?? .array([]),
    ]
  }

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
    let chosen: [Table.Column] = parameters.map { $0.kind == .rate ? .percent($0.name) : .number($0.name) }
    return Table(
      columns: [.date("train since", key: "train_since"), .date("test since", key: "test_since"), .date("until")]
        + chosen + [
          .number("train \(metric.title.lowercased())", metric.format, key: "train_score"),
          .number("test \(metric.title.lowercased())", metric.format, key: "test_score"),
          Table.Column.percent("test return", key: "test_total_return").coloredBySign,
        ] + (isSharpe ? [] : [.number("test sharpe", .fixed(3), key: "test_sharpe_ratio")])
        + [.integer("trades", key: "test_trades")],
      rows: walk.outcomes.map { outcome in
        let window = outcome.window
        let dates: [Cell] = [
          .text(label(window.train.lowerBound)), .text(label(window.test.lowerBound)),
          .text(label(window.test.upperBound - 1)),
        ]
        let values: [Cell] = parameters.map { .number(outcome.values?[$0.index] ?? .nan) }
        let test = outcome.tested
        return dates + values + [
          .number(outcome.trained?.key ?? .nan), .number(test.map { metric.value($0) } ?? .nan),
          .number(test?.totalReturn ?? .nan),
        ] + (isSharpe ? [] : [.number(test?.sharpeRatio ?? .nan)])
          + [test.map { .integer(Int($0.trades)) } ?? .missing]
      })
  }
}
