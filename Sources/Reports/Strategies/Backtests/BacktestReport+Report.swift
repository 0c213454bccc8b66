import Backtesting
import Calendar
import Columns
import Evaluation
import LibC
import MarketData
import Presentation
import Strategies
import Text

extension BacktestReport {
  /// The whole story of the backtest.
  ///
  /// - Parameters:
  ///   - origin: its origin, so that it can be run again: the statement, the data with their hashes.
  ///   - script: the strategy as typed, and the statement.
  ///   - walk: the walk-forward whose tests it joins; nil for a run of its own, and if a session's file kept only
  ///     those.
  ///   - names: the parameters of the strategy, which the windows chose values for.
  package func story(
    origin: [(String, String)], script: String, walk: WalkForwardReport? = nil, names: [String] = [],
    isStopped: () -> Bool = { false }
  ) -> ReportResult {
    let warnings = cautions.map { Document.Block.warning($0) }
    let notes = explanations.map { Document.Block.note($0) }
    let lead: StyledText = """
      This is what the rules below would have done with past prices of \(subjectText, .strong), between \
      \(label(result.range.lowerBound)) and \(label(result.range.upperBound - 1)): nothing here was traded, and what \
      worked on past prices need not work again. A rule sees a bar when it closes, and its order is filled later as the \
      assumptions say.
      """
    // Over millions of bars each section takes a while.
    let sections: [(title: String, blocks: () -> [Document.Block])] = [
      ("In figures", { [.table(figureTable)] + (luckFigures.isEmpty ? [] : [.properties(luckFigures)]) }),
      (
        "Equity, drawdowns and exposure",
        {
          [
            figure(
              "The money over time\(holdingWorth == nil ? "" : ", beside the same money held"); grey spans are the worst drawdowns",
              [equityPane, drawdownPane, exposurePane])
          ]
        }
      ),
      ("The windows of the walk-forward", { walk?.windowBlocks ?? choiceBlocks(names) }),
      ("The gain by symbol", { symbolBlocks }),
      ("The worst drawdowns", { worstTable }),
      (
        "Returns by month",
        { [.figure(Picture.Part("Blue is a gain and orange a loss, stronger for more", .grid(monthMap)))] }
      ),
      ("How returns are spread", { distribution }),
      ("How it changed over time", { rolling }),
      ("Trades on the price", { hasOnePrice ? [figure("", [pricePane])] : [] }),
      ("The best, the worst and the longest trades", { tradeBlocks }),
      ("Costs", { [.properties(costs)] }),
      ("Assumptions and checks", { assumptionBlocks }),
      ("To run it again", { [.properties(origin.map { ($0.0, StyledText($0.1)) }), .code(script)] }),
    ]
    var made: [ReportResult.Section] = []
    for section in sections where !isStopped() { made.append(ReportResult.Section(section.title, section.blocks())) }
    return ReportResult(title: pictureTitle, opening: [.paragraph(lead)] + warnings + notes, sections: made)
  }

  /// The choice of each window, if the run joins tests and only it was kept.
  private func choiceBlocks(_ names: [String]) -> [Document.Block] {
    guard run.choices.count > 1 else { return [] }
    let count = run.choices.map(\.values.count).max() ?? 0
    let titles = names.count == count ? names : (0..<count).map { "parameter \($0 + 1)" }
    return [
      .table(
        Table(
          columns: [.date("test since"), .date("until")] + titles.map { .number($0) },
          rows: run.choices.map { choice in
            [.text(label(choice.range.lowerBound)), .text(label(choice.range.upperBound - 1))]
              + choice.values.map { .number($0) }
          }))
    ]
  }

  /// The gain of each symbol of an account, and of each way in and out.
  private var symbolBlocks: [Document.Block] {
    guard !result.symbols.isEmpty else { return result.legs.isEmpty ? [] : [.table(legsTable)] }
    return [.table(attributionTable(of: .max))] + (ruleTable.map { [.table($0)] } ?? [])
  }

  private var hasOnePrice: Bool { result.symbols.isEmpty && result.legs.isEmpty }

  private func figure(_ caption: String, _ panes: [Chart.Pane]) -> Document.Block {
    .figure(Picture.Part(caption, .chart(Chart(panes: panes, time: chartTime))))
  }

  /// The headline figures with the meaning of each, beside those of buy and hold if they are known.
  private var figureTable: Table {
    var held = ["total_return": performance.buyAndHoldReturn]
    if let worth = holdingWorth?.filter(\.isFinite), worth.count == result.range.count {
      let figures = Performance(equity: worth, startingFrom: result.settings.cash, basis: result.basis)
      for name in ["volatility", "sharpe_ratio", "sortino_ratio", "max_drawdown", "end_value"] {
        held[name] = Metric.named(name)?.value(figures)
      }
      held["exposure"] = 1
    }
    let days =
      bars.civilTime(at: result.range.upperBound - 1).date.daysSince1970
      - bars.civilTime(at: result.range.lowerBound).date.daysSince1970
    if Double(days) / 365.25 >= ReturnBasis.shortestYears, performance.buyAndHoldReturn > -1 {
      held["cagr"] = pow(1 + performance.buyAndHoldReturn, 365.25 / Double(days)) - 1
    }
    return Table(
      columns: [.text("figure"), .number("strategy"), .number("buy and hold"), .text("meaning", .dim).wrapping],
      rows: Self.headlines.compactMap { Metric.named($0) }.filter { $0.name != "buy_and_hold_return" }.map { metric in
        [
          .text(metric.title), metric.cell(performance), .number(held[metric.name], metric.format),
          .text(metric.formula),
        ]
      })
  }

  private var worstTable: [Document.Block] {
    let worst = result.drawdowns().sorted { $0.depth < $1.depth }.prefix(5)
    guard !worst.isEmpty else { return [.paragraph("The equity never fell below an earlier close.")] }
    return [
      .table(
        Table(
          columns: [
            .percent("depth"), .date("from"), .date("lowest"), .text("recovered"), .integer("bars"),
          ],
          rows: worst.map { fall in
            [
              .number(fall.depth), .text(label(fall.start)), .text(label(fall.trough)),
              fall.isRecovered ? .text(label(fall.end)) : .missing(shown: "not yet"), .integer(fall.bars),
            ]
          }))
    ]
  }

  /// Histograms of the monthly returns and of the trades' returns.
  private var distribution: [Document.Block] {
    let months = result.returns(by: .month, of: bars).map(\.returnRate)
    return [("Months", months), ("Trades", result.trades.map(\.returnRate))].compactMap { what, values in
      let caption = "\(what) by their return, each bar from the number below it on"
      return Chart.distribution(of: values, format: .percent(1)).map { .figure(Picture.Part(caption, .chart($0))) }
    }
  }

  /// The return and the volatility of the year before each bar, of intraday bars before the end of each day.
  private var rolling: [Document.Block] {
    let ends = result.basis.marks
    let curve = result.equity.values.array
    let equity = ends.map { $0.map { curve[$0] } } ?? curve
    let year = Int((performance.periodsPerYear).rounded())
    guard year > 1, equity.count > year + 1 else { return [] }
    let rates = equity.indices.map { $0 == 0 ? Double.nan : equity[$0] / equity[$0 - 1] - 1 }
    var (returns, spread) = (equity.map { _ in Double.nan }, equity.map { _ in Double.nan })
    for end in year..<equity.count {
      returns[end] = equity[end] / equity[end - year] - 1
      let window = rates[(end - year + 1)...end]
      let mean = window.reduce(0, +) / Double(year)
      let squares = window.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      spread[end] = (squares / Double(year - 1)).squareRoot() * Double(year).squareRoot()
    }
    let panes = [
      Chart.Pane([.area("return of the year before", returns)], height: 7, format: .percent(0)),
      Chart.Pane([.line("volatility of the year before", spread)], height: 5, format: .percent(0)),
    ]
    let times = ends.map { ends in
      let first = result.range.lowerBound
      let breaks = bars.missingSessions(in: result.range).compactMap { bar in ends.firstIndex { first + $0 >= bar } }
      return BarTimes(ends.map { bars.times[first + $0] }, zone: bars.zone, isIntraday: false, breaks: breaks)
    }
    let chart = Chart(panes: panes, time: times.map { .times($0) } ?? chartTime)
    let span = NumberText.counted(year, ends == nil ? "bar" : "day")
    return [.figure(Picture.Part("Each point looks back over \(span)", .chart(chart)))]
  }

  private var tradeBlocks: [Document.Block] {
    let trades = result.trades
    guard !trades.isEmpty else { return [.paragraph("No trade was closed.")] }
    func block(_ words: String, _ chosen: [Int]) -> [Document.Block] {
      let reasons = reasonTable(ofTradesAt: chosen)
      return [.paragraph(StyledText(words, .strong)), .table(tradeTable(chosen.map { trades[$0] }))]
        + (reasons.rows.isEmpty ? [] : [.table(reasons)])
    }
    let rising = trades.indices.sorted { trades[$0].returnRate < trades[$1].returnRate }
    let best = rising.suffix(3).reversed().filter { trades[$0].returnRate > 0 }
    let worst = rising.prefix(3).filter { trades[$0].returnRate <= 0 }
    let longest = Array(trades.indices.sorted { trades[$0].bars > trades[$1].bars }.prefix(3))
    return (best.isEmpty ? [] : block("best", best)) + (worst.isEmpty ? [] : block("worst", worst))
      + block("longest", longest)
      + [.note("The conditions of the rules stand under “To run it again”; `why trade N` takes one apart leg by leg.")]
  }

  private var costs: [Property] {
    let money = NumberFormat.fixed(2).grouped
    var all = [
      Property("commission paid", result.commissionPaid, money), Property("slippage paid", result.slippagePaid, money),
      Property("turnover", result.turnover, money, remark: "the money of all fills"),
    ]
    if performance.breakEvenCost.isFinite, performance.breakEvenCost > 0 {
      all.append(
        Property(
          "break-even cost", performance.breakEvenCost * 10_000, .fixed(1),
          remark: "hundredths of a percent of each fill at which the gain is gone"))
    }
    return all
  }

  private var assumptionBlocks: [Document.Block] {
    let items =
      allAssumptionsText.components(of: " · ")
      + (certificateText?.components(of: " · ") ?? [])
    return [.list(items.map { StyledText($0) })]
  }
}

extension String {
  /// The parts between a mark.
  fileprivate func components(of mark: String) -> [String] {
    split(separator: mark).map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") }
  }
}

extension Chart {
  /// How often values lie in spans of equal width; nil for fewer than five that are finite.
  package static func distribution(of values: [Double], format: NumberFormat) -> Chart? {
    let known = values.filter(\.isFinite)
    guard known.count >= 5, let low = known.min(), let high = known.max(), low < high else { return nil }
    let width = roundWidth((high - low) / 24)
    let first = (low / width).rounded(.down)
    let count = Int((high / width).rounded(.down) - first) + 1
    guard count > 0, count < 1000 else { return nil }
    var counts = Array(repeating: 0.0, count: count)
    for value in known { counts[min(max(Int((value / width).rounded(.down) - first), 0), count - 1)] += 1 }
    var series: [Chart.Series] = []
    if low < 0, first < 0, Int(-first) - 1 < count {
      series.append(.zones("below zero", [0...max(Int(-first) - 1, 0)]))
    }
    series.append(.histogram("number", counts))
    return Chart(
      panes: [Chart.Pane(series, height: 8, format: .integer)],
      time: .spans(Spans(start: first * width, step: width, format: format)))
  }

  /// The next of 1, 2 and 5 times a power of ten.
  private static func roundWidth(_ least: Double) -> Double {
    var power = 1.0
    while power > least { power /= 10 }
    while power * 10 <= least { power *= 10 }
    return [1, 2, 5, 10].map { $0 * power }.first { $0 >= least } ?? power * 10
  }
}
