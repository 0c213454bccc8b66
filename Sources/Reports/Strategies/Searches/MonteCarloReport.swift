import Backtesting
import JSON
import Presentation
import Robustness
import Strategies
import Text

/// The distributions of the return and the drawdown of a resampled backtest.
package struct MonteCarloReport: StatementResult {
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
  /// The length of a block as it was asked, where it is no count of returns.
  package var block: String?
  /// True where that is less than a return.
  package var isShortBlock: Bool

  package init(
    name: String, title: String, outcome: MonteCarlo, ruin: Double, gain: Double, period: ReturnBasis.Period = .bar,
    block: String? = nil, isShortBlock: Bool = false
  ) {
    (self.name, self.title, self.outcome, self.ruin, self.gain) = (name, title, outcome, ruin, gain)
    (self.period, self.block, self.isShortBlock) = (period, block, isShortBlock)
  }

  private static let shares = [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99]

  package var kind: String { "montecarlo" }
  package var rowCount: Int? { Self.shares.count }
  package var data: JSONValue {
    func percentiles(_ value: (Double) -> Double) -> JSONValue {
      .object(Self.shares.map { (Self.label($0), .number(value($0))) })
    }
    return [
      "result": .string(name), "method": .string(outcome.method.rawValue), "runs": .integer(outcome.runs),
      "seed": .integer(Int(clamping: outcome.seed)), "dealt": .integer(outcome.count),
      "mean_block": .number(outcome.meanBlock),
      "return_period": outcome.method == .blocks ? .string(period.rawValue) : .null,
      "total_return": percentiles { outcome.finalReturn(atShare: $0) },
      "max_drawdown": percentiles { outcome.drawdown(atShare: $0) },
      "max_drawdown_reordered": outcome.reordered.isEmpty
        ? .null : percentiles { outcome.reorderedDrawdown(atShare: $0) },
      "actual": ["total_return": .number(outcome.actualReturn), "max_drawdown": .number(outcome.actualDrawdown)],
      "percentile": [
        "total_return": .number(outcome.percentileOfReturn), "max_drawdown": .number(outcome.percentileOfDrawdown),
      ],
      "loss_probability": .number(outcome.lossProbability), "ruin_level": .number(ruin),
      "risk_of_ruin": .number(outcome.riskOfRuin(ruin)),
      "drawdown_probability": .number(outcome.drawdownProbability(ruin)),
      "fan": .array(
        outcome.fan.map { step in
          [
            "step": .integer(step.step), "p5": .number(step.lowest), "p25": .number(step.lower),
            "p50": .number(step.median), "p75": .number(step.upper), "p95": .number(step.highest),
          ]
        }),
      "probability_of_chance": outcome.method == .entries ? .number(outcome.probabilityOfChance) : .null,
      "left_out": .integer(outcome.leftOut), "notes": .strings(remarks),
    ]
  }

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
      title: "\(title): the account after so many \(outcome.method == .trades ? "trades" : "returns")",
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
