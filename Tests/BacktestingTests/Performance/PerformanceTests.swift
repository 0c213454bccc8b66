import Backtesting
import Columns
import PlainSimulation
import TestSupport
import Testing

struct PerformanceTests {
  let yearly = ReturnBasis(period: .bar, periodsPerYear: 4, source: .setting, years: 2)

  @Test("figures of a small curve, by hand")
  func byHand() {
    let figures = Performance(equity: [100, 110, 99, 121], startingFrom: 100, basis: yearly)
    let returns = [0.1, -0.1, 121.0 / 99 - 1]
    let mean = returns.reduce(0, +) / 3
    let deviation = (returns.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 2).squareRoot()
    #expect(near(figures.totalReturn, 0.21))
    #expect(near(figures.cagr, 0.1))
    #expect(near(figures.volatility, deviation * 2))
    #expect(near(figures.sharpeRatio, mean / deviation * 2))
    #expect(near(figures.sortinoRatio, mean / (0.01 / 3.0).squareRoot() * 2))
    #expect(near(figures.maxDrawdown, -0.1))
    #expect(near(figures.calmarRatio, 1))
    #expect(figures.maxDrawdownDuration == 2)
    #expect(near(figures.ulcerIndex, 0.05))
    #expect(near(figures.omegaRatio, (returns[0] + returns[2]) / 0.1))
    #expect(near(figures.positivePeriods, 2.0 / 3))
    #expect(figures.winRate.isNaN && figures.profitFactor.isNaN && figures.exposure.isNaN)
  }

  @Test("a curve that never moves has no ratios, and no drawdown")
  func constant() {
    let figures = Performance(equity: [5, 5, 5, 5], startingFrom: 5, basis: yearly)
    #expect(figures.totalReturn == 0)
    #expect(figures.volatility == 0)
    #expect(figures.sharpeRatio.isNaN && figures.sortinoRatio.isNaN && figures.calmarRatio.isNaN)
    #expect(figures.maxDrawdown == 0 && figures.maxDrawdownDuration == 0)
  }

  @Test("the deviation is that of distances from the mean, however much the mean is of the returns")
  func deviations() {
    var dice = Dice(31)
    for drift in [0, 1e-3, 0.01, 0.1, 1] {
      for spread in [1e-9, 1e-4, 0.02] {
        var equity = [1.0]
        for _ in 0..<dice.whole(3...80) {
          equity.append(equity[equity.count - 1] * (1 + drift + dice.number(-1...1) * spread))
        }
        let returns = zip(equity, equity.dropFirst()).map { $1 / $0 - 1 }
        let mean = returns.reduce(0, +) / Double(returns.count)
        let squares = returns.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        let deviation = (squares / Double(returns.count - 1) * 4).squareRoot()
        for detail in [Performance.Detail.essential, .full] {
          let figures = Performance(equity: equity, startingFrom: 1, basis: yearly, detail: detail)
          #expect(abs(figures.volatility / deviation - 1) < 1e-12, "\(drift), \(spread)")
          #expect(abs(figures.sharpeRatio / (mean * 4 / deviation) - 1) < 1e-12)
        }
      }
    }
  }

  @Test("the deepest drawdown is that of the list of drawdowns, on random curves")
  func drawdowns() {
    var random = Dice(3)
    for _ in 0..<300 {
      let count = Int.random(in: 1...70, using: &random)
      var value = 100.0
      let equity = (0..<count).map { _ -> Double in
        value += Double.random(in: -9...10, using: &random)
        return value
      }
      let all = Drawdown.all(of: equity, startingFrom: 100)
      let deepest = equity.withUnsafeBufferPointer { Drawdown.deepest(of: $0, startingFrom: 100) }
      #expect(deepest == all.map(\.depth).min() ?? 0)
      let walked = equity.withUnsafeBufferPointer { Drawdown.all(of: $0, startingFrom: 100) }
      #expect(walked.deepest == deepest)
      // The squared distances from the highest value so far, one after the other in one sum.
      var (peak, squares) = (100.0, 0.0)
      for value in equity {
        peak = max(peak, value)
        squares += (value / peak - 1) * (value / peak - 1)
      }
      #expect(abs(walked.squares - squares) <= 1e-13 * squares)
      for drawdown in all {
        #expect(drawdown.start <= drawdown.trough && drawdown.trough <= drawdown.end && drawdown.depth < 0)
      }
      #expect(zip(all, all.dropFirst()).allSatisfy { $0.end <= $1.start })
      #expect(all.dropLast().allSatisfy { $0.isRecovered })
    }
  }

  @Test("a drawdown runs from its peak to the first close at that height")
  func drawdownList() {
    let list = Drawdown.all(of: [100, 90, 95, 100, 120, 60, 90], startingFrom: 100)
    #expect(
      list == [
        Drawdown(start: 0, trough: 1, end: 3, depth: 90.0 / 100 - 1, isRecovered: true),
        Drawdown(start: 4, trough: 5, end: 6, depth: 60.0 / 120 - 1, isRecovered: false),
      ]
    )
    #expect(list.map(\.bars) == [3, 2])
  }

  @Test("the table of metrics has no name twice, texts that are sentences, and figures that sweeps can use")
  func table() {
    let names = Metric.all.flatMap { [$0.name] + $0.aliases }
    #expect(Set(names).count == names.count)
    for metric in Metric.all {
      #expect(metric.name.allSatisfy { $0.isLowercase || $0 == "_" })
      #expect(metric.title.first?.isUppercase == true && !metric.title.hasSuffix("."))
      #expect(metric.formula.hasSuffix(".") && metric.formula.count <= 110)
      #expect(Metric.named(metric.name)?.name == metric.name)
    }
    #expect(Metric.named("sharpe")?.name == "sharpe_ratio")
    #expect(Metric.named("nonsense") == nil)
    let contract = [
      "total_return", "cagr", "volatility", "sharpe_ratio", "sortino_ratio", "calmar_ratio", "max_drawdown",
      "max_drawdown_duration", "exposure", "win_rate", "profit_factor", "expectancy",
    ]
    #expect(contract.allSatisfy { Metric.named($0) != nil })
  }

  @Test("essential figures are there without the others, which are then missing")
  func detail() throws {
    let result = try RandomRun(seed: 5, isPlain: true).run()
    let (essential, full) = (result.performance(.essential), result.performance(.full))
    for metric in Metric.all {
      let value = metric.value(essential)
      if metric.detail == .full {
        #expect(value.isNaN, "\(metric.name)")
      } else {
        #expect(value == metric.value(full) || value.isNaN, "\(metric.name)")
      }
    }
  }

  @Test("trades: figures of closed trades by hand")
  func trades() {
    var tally = TradeTally()
    for (pnl, rate) in [(100.0, 0.1), (-50, -0.05), (30, 0.03), (-10, -0.01), (0, 0)] {
      tally.add(pnl: pnl, returnRate: rate, bars: 2)
    }
    let totals = RunTotals(
      cash: 1000,
      exposedBars: 1,
      commissionPaid: 20,
      slippagePaid: 10,
      turnover: 2000,
      firstClose: 10,
      holdingWorth: 15,
      openTrades: 0,
      tally: tally
    )
    var scratch = PerformanceScratch()
    let equity: [Double] = [1000, 1070]
    let figures = equity.withUnsafeBufferPointer {
      Performance(of: $0, run: totals, basis: yearly, detail: .full, scratch: &scratch)
    }
    #expect(figures.trades == 5)
    #expect(figures.winRate == 0.4)
    #expect(near(figures.profitFactor, 130.0 / 60))
    #expect(figures.expectancy == 14)
    #expect(near(figures.averageReturn, 0.014))
    #expect(near(figures.averageWin, 0.065) && near(figures.averageLoss, -0.03))
    #expect(near(figures.payoffRatio, 0.065 / 0.03))
    #expect(figures.bestTrade == 0.1 && figures.worstTrade == -0.05)
    #expect(figures.buyAndHoldReturn == 0.5 && figures.exposure == 0.5)
    #expect(figures.averageBars == 2)
    let deviation = ([86.0, -64, 16, -24, -14].reduce(0) { $0 + $1 * $1 } / 4).squareRoot()
    #expect(near(figures.sqn, 5.0.squareRoot() * 14 / deviation))
  }
}
