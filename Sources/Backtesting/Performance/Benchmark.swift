import Columns
import LibC

/// The returns of a run with those of a benchmark over the same spans; spans if either is missing are left out.
public struct BenchmarkReturns: Sendable, Hashable {
  /// The returns of the run.
  public var run: [Double]
  /// Those of the benchmark.
  public var benchmark: [Double]
  /// The risk-free return of each span.
  public var riskFree: [Double]

  /// Pairs the returns of two curves of the same bars, counted by one basis.
  ///
  /// - Parameters:
  ///   - equity: the equity of the run at each close.
  ///   - initial: the equity before the first close.
  ///   - benchmark: the worth of the benchmark at each close; missing if it has none.
  public init(equity: [Double], startingFrom initial: Double, benchmark: [Double], basis: ReturnBasis) {
    self.init(run: Self.returns(of: equity, startingFrom: initial, basis), benchmark: benchmark, basis: basis)
  }

  /// Pairs the returns of a run with those of the curve of a benchmark.
  ///
  /// - Parameters:
  ///   - mine: the returns of the run, counted by the basis.
  ///   - benchmark: the worth of the benchmark at each close; missing if it has none.
  public init(run mine: [Double], benchmark: [Double], basis: ReturnBasis) {
    let others = Self.returns(of: benchmark, startingFrom: benchmark.first ?? .nan, basis)
    (run, self.benchmark, riskFree) = ([], [], [])
    for index in mine.indices where mine[index].isFinite && others[index].isFinite {
      run.append(mine[index])
      self.benchmark.append(others[index])
      switch basis.riskFree {
      case .constant(let rate): riskFree.append(rate)
      case .periods(let rates): riskFree.append(rates.indices.contains(index) ? rates[index] : 0)
      }
    }
  }

  private static func returns(of curve: [Double], startingFrom initial: Double, _ basis: ReturnBasis) -> [Double] {
    var scratch = PerformanceScratch()
    var returns: [Double] = []
    curve.withUnsafeBufferPointer {
      scratch.withReturns(of: $0, startingFrom: initial, marks: basis.marks) { values, _ in returns = Array(values) }
    }
    return returns
  }

  /// The number of spans.
  public var count: Int { run.count }
  /// The mean return of the run above the risk-free one.
  public var meanExcess: Double { zip(run, riskFree).reduce(0) { $0 + $1.0 - $1.1 } / Double(count) }
  /// The mean return of the benchmark above the risk-free one.
  public var benchmarkMeanExcess: Double { zip(benchmark, riskFree).reduce(0) { $0 + $1.0 - $1.1 } / Double(count) }
  /// The mean return of the run above the benchmark.
  public var meanActive: Double { zip(run, benchmark).reduce(0) { $0 + $1.0 - $1.1 } / Double(count) }
  /// The sample deviation of the returns above the benchmark.
  public var activeDeviation: Double {
    let mean = meanActive
    let squares = zip(run, benchmark).reduce(0) { $0 + ($1.0 - $1.1 - mean) * ($1.0 - $1.1 - mean) }
    return count > 1 ? (squares / Double(count - 1)).squareRoot() : .nan
  }
  /// The sample covariance of both.
  public var covariance: Double { covariance(run, benchmark) }
  /// The sample variance of the benchmark.
  public var benchmarkVariance: Double { covariance(benchmark, benchmark) }
  /// The sample variance of the run.
  public var variance: Double { covariance(run, run) }

  private func covariance(_ left: [Double], _ right: [Double]) -> Double {
    guard count > 1 else { return .nan }
    let means = (left.reduce(0, +) / Double(count), right.reduce(0, +) / Double(count))
    return zip(left, right).reduce(0) { $0 + ($1.0 - means.0) * ($1.1 - means.1) } / Double(count - 1)
  }

  /// The compound return a year of the run and of the benchmark over the spans that a test of the benchmark keeps.
  public func growth(
    periodsPerYear: Double, where keeps: (Double) -> Bool
  ) -> (run: Double, benchmark: Double) {
    let kept = benchmark.indices.filter { keeps(benchmark[$0]) }
    func growth(_ returns: [Double]) -> Double {
      let total = kept.reduce(1.0) { $0 * (1 + returns[$1]) }
      return kept.isEmpty ? .nan : pow(total, periodsPerYear / Double(kept.count)) - 1
    }
    return (growth(run), growth(benchmark))
  }
}

extension Performance {
  /// Sets the figures that compare the returns of the run with those of a benchmark.
  public mutating func compare(_ returns: BenchmarkReturns) {
    guard returns.count > 1 else { return }
    let variance = returns.benchmarkVariance
    beta = variance > 0 ? returns.covariance / variance : .nan
    alpha = pow(1 + returns.meanExcess - beta * returns.benchmarkMeanExcess, periodsPerYear) - 1
    let deviation = returns.activeDeviation
    trackingError = deviation * periodsPerYear.squareRoot()
    informationRatio =
      deviation > 0 ? returns.meanActive / deviation * periodsPerYear.squareRoot() : .nan
    let both = (returns.variance * variance).squareRoot()
    benchmarkCorrelation = both > 0 ? returns.covariance / both : .nan
    let up = returns.growth(periodsPerYear: periodsPerYear) { $0 > 0 }
    let down = returns.growth(periodsPerYear: periodsPerYear) { $0 < 0 }
    upCapture = up.run / up.benchmark
    downCapture = down.run / down.benchmark
  }

  /// Sets the mean excursions of closed trades.
  public mutating func setExcursions(_ trades: [Trade]) {
    guard !trades.isEmpty else { return }
    let count = Double(trades.count)
    averageAdverseExcursion = trades.reduce(0) { $0 + $1.adverseExcursion } / count
    averageFavourableExcursion = trades.reduce(0) { $0 + $1.favourableExcursion } / count
  }
}

extension Metric {
  /// Figures relative to a benchmark: holding the same bars, or the series that a run was compared with.
  static let benchmark: [Metric] = [
    Metric(
      "alpha", "Alpha", .fraction,
      "(1 + mean excess return - beta x the benchmark's) ^ periods a year - 1; quantstats multiplies instead.",
      detail: .full
    ) { $0.alpha },
    Metric(
      "beta", "Beta", .ratio,
      "Covariance of the returns with the benchmark's over the variance of the benchmark's.", detail: .full
    ) { $0.beta },
    Metric(
      "benchmark_correlation", "Correlation with the benchmark", .ratio,
      "The correlation of the returns with those of the benchmark.", detail: .full
    ) { $0.benchmarkCorrelation },
    Metric(
      "information_ratio", "Information ratio", .ratio,
      "Mean return above the benchmark over its deviation, times the root of the periods a year.",
      detail: .full
    ) { $0.informationRatio },
    Metric(
      "tracking_error", "Tracking error", .fraction,
      "The sample deviation of the returns above the benchmark, times the root of the periods a year.", .lower,
      detail: .full
    ) { $0.trackingError },
    Metric(
      "up_capture", "Up capture", .ratio,
      "Compound return a year of the periods in which the benchmark rises, over the benchmark's.",
      detail: .full
    ) { $0.upCapture },
    Metric(
      "down_capture", "Down capture", .ratio,
      "Compound return a year of the periods in which the benchmark falls, over the benchmark's.",
      .lower, detail: .full
    ) { $0.downCapture },
  ]

  /// True for a figure relative to a benchmark.
  public var needsBenchmark: Bool { Self.benchmark.contains { $0.name == name } }
}

extension Bars {
  /// The worth at each close of a unit bought at the first close: with the units of splits, and dividends in cash.
  ///
  /// A bar without a close has the worth before; before the first close it is missing.
  public func holdingCurve(in range: Range<Int>, with actions: [BarAction]) -> [Double] {
    var (units, cash, worth) = (1.0, 0.0, Double.nan)
    var next = actions.firstIndex { $0.index >= range.lowerBound } ?? actions.count
    let known = close.completeness
    if next == actions.count || actions[next].index >= range.upperBound, known.leading == 0, known.magnitude.isFinite {
      // Nothing but the price moves it.
      return range == 0..<close.count ? close.values.array : Array(close.values[range])
    }
    return range.map { index in
      while next < actions.count, actions[next].index <= index {
        if !worth.isNaN {
          cash += units * actions[next].dividend
          units *= actions[next].ratio
        }
        next += 1
      }
      if !close.values[index].isNaN { worth = units * close.values[index] + cash }
      return worth
    }
  }
}
