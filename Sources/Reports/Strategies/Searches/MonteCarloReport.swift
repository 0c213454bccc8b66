import Backtesting
import JSON
import Presentation
import Robustness
import Strategies
import Text

/// The distributions of the return and the drawdown of a resampled backtest.
package struct MonteCarloReport: ShapedResult {
  /// The name of the backtest, and its heading.
  package var name: String
  package var title: String
  package var outcome: MonteCarlo
  /// The loss that counts as ruin, 0.5 for 50 %.
  package var ruin: Double

  /// What the backtest itself gained, over its starting cash.
  package var gain: Double

  /// The span of each return: of intraday bars a day.
  package var period: ReturnBasis.Period
  /// The length of a block as typed, if it is not a count of returns.
  package var block: String?
  /// True if that is less than a return.
  package var isShortBlock: Bool

  /// The job that an engine ran for it; nil if all was computed here.
  package var job: JobSummary?

  package init(
    name: String, title: String, outcome: MonteCarlo, ruin: Double, gain: Double, period: ReturnBasis.Period = .bar,
    block: String? = nil, isShortBlock: Bool = false
  ) {
    (self.name, self.title, self.outcome, self.ruin, self.gain) = (name, title, outcome, ruin, gain)
    (self.period, self.block, self.isShortBlock) = (period, block, isShortBlock)
  }

  private static let shares = [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99]

  package var rowCount: Int? { Self.shares.count }
  package static let shape = ResultShape<MonteCarloReport>(
    "montecarlo", "The returns and drawdowns that a backtest could have had.",
    [
      .text("result") { $0.name }, .text("method") { $0.outcome.method.rawValue }, .integer("runs") { $0.outcome.runs },
      .integer("seed") { Int(clamping: $0.outcome.seed) }, .integer("dealt") { $0.outcome.count },
      .number("mean_block", .possible) { $0.outcome.meanBlock },
      .text("return_period", .possible) { $0.outcome.method == .blocks ? $0.period.rawValue : nil },
      .members("total_return") { percentiles($0.outcome.finalReturn(atShare:)) },
      .members("max_drawdown") { percentiles($0.outcome.drawdown(atShare:)) },
      .members("max_drawdown_reordered", .possible) {
        $0.outcome.reordered.isEmpty ? nil : percentiles($0.outcome.reorderedDrawdown(atShare:))
      },
      .group(
        "actual",
        [
          .rate("total_return", .possible) { $0.outcome.actualReturn },
          .rate("max_drawdown", .possible) { $0.outcome.actualDrawdown },
        ]),
      .group(
        "percentile",
        [
          .rate("total_return", .possible) { $0.outcome.percentileOfReturn },
          .rate("max_drawdown", .possible) { $0.outcome.percentileOfDrawdown },
        ]),
      .rate("loss_probability", .possible) { $0.outcome.lossProbability }, .rate("ruin_level") { $0.ruin },
      .rate("risk_of_ruin", .possible) { $0.outcome.riskOfRuin($0.ruin) },
      .rate("drawdown_probability", .possible) { $0.outcome.drawdownProbability($0.ruin) },
      .list("fan", fanFields) { $0.outcome.fan },
      .rate("probability_of_chance", .possible) {
        $0.outcome.method == .entries ? $0.outcome.probabilityOfChance : nil
      },
      .integer("left_out") { $0.outcome.leftOut }, .strings("notes") { $0.remarks },
      .object("job", JobSummary.fields, .possible) { $0.job }.only { $0.job != nil },
    ])

  private static func percentiles(_ value: (Double) -> Double) -> [(String, JSONValue)] {
    shares.map { (label($0), .number(value($0))) }
  }

  private static let fanFields: [Field<ResampledPaths.FanStep>] = [
    .integer("step") { $0.step }, .number("p5", .possible) { $0.lowest }, .number("p25", .possible) { $0.lower },
    .number("p50", .possible) { $0.median }, .number("p75", .possible) { $0.upper },
    .number("p95", .possible) { $0.highest },
  ]

  private static func label(_ share: Double) -> String { "p\(Int((share * 100).rounded()))" }

  package var document: Document {
    Document("\(title): \(outcome.runs, .integer.grouped) runs of \(words), seed \("\(outcome.seed)")") {
      table
      headline
      for remark in remarks { Block.note(StyledText(remark)) }
    }
  }

  private var headline: [Property] {
    let returns = [
      Property("Total return", outcome.actualReturn, .percent(2)),
      Property("Runs that earn less", outcome.percentileOfReturn, .percent(1)),
      Property("Runs that lose money", outcome.lossProbability, .percent(1)),
    ]
    guard !outcome.drawdowns.isEmpty else { return returns }
    let level = NumberText.percentExact(ruin)
    let drawdowns = [
      Property("Max drawdown", outcome.actualDrawdown, .percent(2)),
      Property("Runs that fall deeper", outcome.percentileOfDrawdown, .percent(1)),
      Property("Runs that fall by \(level) from a peak", outcome.drawdownProbability(ruin), .percent(1)),
    ]
    guard !outcome.lows.isEmpty else { return returns + drawdowns }
    return returns + drawdowns + [
      Property("Runs that lose \(level) of the start", outcome.riskOfRuin(ruin), .percent(1))
    ]
  }

  private var words: String {
    switch outcome.method {
    case .trades: "\(NumberText.counted(outcome.count, "trade")) drawn again"
    case .blocks:
      "\(NumberText.counted(outcome.count, "\(period.adjective)return")) in blocks of about \(NumberFormat.fixed(1).text(outcome.meanBlock ?? 1))\(block.map { " (\($0))" } ?? "")"
    case .bars: "\(NumberText.counted(outcome.count, "bar")) with noise"
    case .entries: "\(NumberText.counted(outcome.count, "entry", "entries")) at random places"
    }
  }

  private var remarks: [String] {
    var remarks: [String] = []
    switch outcome.method {
    case .trades:
      remarks.append("from trade to trade: a fall inside a trade is not seen, and trades are taken as independent")
      remarks.append("reordered: the same trades in other orders")
      if abs(gain - outcome.actualReturn) >= 0.0005 {
        remarks.append(
          "one after the other the trades make \(NumberFormat.percent(2).text(outcome.actualReturn)), and the run \(NumberFormat.percent(2).text(gain)): what overlaps, is open or earned besides them makes the difference"
        )
      }
    case .blocks:
      remarks.append("returns as ratios count them, compounding")
      if isShortBlock, let block {
        remarks.append(
          "\(block) \(period == .day ? "is part of a day" : "is less than a bar"): a block has one return at least")
      }
    case .bars: remarks.append("the rules run again on each set of bars")
    case .entries:
      remarks.append("filled by the same loop as the run, with its stops, sizes and costs, and held as long")
      let verdict =
        outcome.count < Significance.fewestTrades
        ? "no verdict, as \(NumberText.counted(outcome.count, "entry", "entries")) are too few"
        : outcome.probabilityOfChance < 0.05 ? "the rules beat chance" : "no evidence that the rules beat chance"
      remarks.append(
        "\(NumberText.percentShort(outcome.probabilityOfChance)) of random entries earn as much: \(verdict)")
    }
    if outcome.leftOut > 0 { remarks.append("\(NumberText.counted(outcome.leftOut, "open trade")) left out") }
    return remarks
  }

  private var table: Table {
    let isReordered = !outcome.reordered.isEmpty
    let hasDrawdowns = !outcome.drawdowns.isEmpty
    return Table(
      columns: [
        .text("percentile", .name), Table.Column.percent("total return", key: "total_return").coloredBySign,
      ] + (hasDrawdowns ? [.percent("max drawdown", key: "max_drawdown")] : [])
        + (isReordered ? [.percent("reordered", key: "max_drawdown_reordered")] : []),
      rows: Self.shares.map { share in
        [.text(Self.label(share)), .number(outcome.finalReturn(atShare: share))]
          + (hasDrawdowns ? [.number(outcome.drawdown(atShare: share))] : [])
          + (isReordered ? [.number(outcome.reorderedDrawdown(atShare: share))] : [])
      })
  }

  /// The account of the runs as a fan; of runs without steps in common how often each return came.
  package var picture: Picture? {
    guard !outcome.fan.isEmpty else { return histogram }
    let fan = outcome.fan
    let every = max(1, fan.count / 8)
    let ticks = fan.enumerated().filter { $0.offset % every == 0 }.map { Chart.Tick($0.offset, "\($0.element.step)") }
    var pane = Chart.Pane(
      [
        .band("5% to 95%", low: fan.map(\.lowest), high: fan.map(\.highest)),
        .band("25% to 75%", low: fan.map(\.lower), high: fan.map(\.upper)), .line("median", fan.map(\.median)),
        .level("start", 1),
      ], height: 16, format: .percent(0))
    pane.marksLast = true
    return Picture(
      title: "\(title): the account by number of \(outcome.method == .trades ? "trades" : "returns")",
      [Picture.Part("", .chart(Chart(panes: [pane], time: .ticks(ticks))))],
      remark: "\(NumberText.grouped(outcome.runs)) runs of \(words), seed \(outcome.seed)")
  }

  private var histogram: Picture? {
    guard let chart = Chart.distribution(of: outcome.returns, format: .percent(0)) else { return nil }
    return Picture(
      title: "\(title): total returns", [Picture.Part("", .chart(chart))],
      remark: "\(NumberText.grouped(outcome.runs)) runs of \(words), seed \(outcome.seed)")
  }
}
