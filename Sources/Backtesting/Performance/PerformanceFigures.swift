import LibC

extension Performance {
  /// The figures of an equity curve that no trades belong to, such as holding or a joined curve.
  ///
  /// `initial` is the equity before the first value, from which the total return is measured.
  public init(equity: [Double], startingFrom initial: Double, basis: ReturnBasis, detail: Detail = .full) {
    var scratch = PerformanceScratch()
    let totals = RunTotals(
      cash: initial,
      exposedBars: 0,
      commissionPaid: 0,
      slippagePaid: 0,
      turnover: 0,
      firstClose: .nan,
      holdingWorth: .nan,
      openTrades: 0,
      tally: TradeTally()
    )
    self = equity.withUnsafeBufferPointer {
      Performance(of: $0, run: totals, basis: basis, detail: detail, scratch: &scratch)
    }
    exposure = .nan
  }

  /// - Parameter fall: the deepest drawdown, if it is known already.
  package init(
    of equity: some EquityCurve,
    run: RunTotals,
    basis: ReturnBasis,
    detail: Detail,
    fall: Double? = nil,
    scratch: inout PerformanceScratch
  ) {
    let tally = run.tally
    let count = Double(tally.count)
    let hasTrades = tally.count > 0
    let end = equity.last ?? run.cash

    startValue = run.cash
    endValue = end
    periodsPerYear = basis.periodsPerYear
    totalReturn = end / run.cash - 1
    cagr = end > 0 && basis.years >= ReturnBasis.shortestYears ? pow(end / run.cash, 1 / basis.years) - 1 : .nan
    maxDrawdown = .nan
    calmarRatio = .nan
    exposure = Double(run.exposedBars) / Double(equity.count)
    buyAndHoldReturn = run.holdingWorth / run.firstClose - 1

    trades = count
    openTrades = Double(run.openTrades)
    winRate = hasTrades ? Double(tally.wins) / count : .nan
    profitFactor = tally.losses > 0 ? tally.grossProfit / -tally.grossLoss : .nan
    expectancy = tally.meanPnl
    averageReturn = hasTrades ? tally.sumOfReturns / count : .nan
    averageWin = tally.wins > 0 ? tally.sumOfWinReturns / Double(tally.wins) : .nan
    averageLoss = tally.losses > 0 ? tally.sumOfLossReturns / Double(tally.losses) : .nan
    payoffRatio = averageWin / -averageLoss
    bestTrade = hasTrades ? tally.best : .nan
    worstTrade = hasTrades ? tally.worst : .nan
    averageBars = hasTrades ? Double(tally.sumOfBars) / count : .nan
    maxBars = hasTrades ? Double(tally.maxBars) : .nan
    longestWinStreak = Double(tally.longestWinStreak)
    longestLossStreak = Double(tally.longestLossStreak)
    let deviation = tally.deviationOfPnl
    sqn = deviation > 0 ? count.squareRoot() * tally.meanPnl / deviation : .nan
    kelly = winRate - (1 - winRate) / payoffRatio

    commissionPaid = run.commissionPaid
    slippagePaid = run.slippagePaid
    turnover = run.turnover
    // It takes the trades, which only a result has.
    breakEvenCost = .nan

    volatility = .nan
    sharpeRatio = .nan
    sortinoRatio = .nan
    var drawdown = fall
    if detail == .full {
      let figures = equity.drawdowns(startingFrom: run.cash)
      drawdown = figures.deepest
      setDrawdowns(figures, of: equity.count)
    }
    if !setRatios(of: equity, basis: basis, detail: detail, fall: &drawdown) {
      scratch.withReturns(of: equity, startingFrom: run.cash, marks: basis.marks, fall: &drawdown) { returns, sums in
        setRatios(returns, sums, above: basis.riskFree)
        if detail == .full { setDistribution(returns, sums) }
      }
    }
    maxDrawdown = drawdown ?? .nan
    calmarRatio = maxDrawdown < 0 ? cagr / -maxDrawdown : .nan
    recoveryFactor = detail == .full && maxDrawdown < 0 ? totalReturn / -maxDrawdown : .nan
  }

  /// Sets the ratios, and the fall, if the sums of the returns determine them; false if the returns themselves are
  /// needed.
  private mutating func setRatios(
    of equity: some EquityCurve, basis: ReturnBasis, detail: Detail, fall: inout Double?
  ) -> Bool {
    guard detail == .essential, basis.marks == nil, basis.riskFree == .constant(0) else { return false }
    let (sums, deepest) = equity.returnSums(startingFrom: startValue, into: nil)
    fall = fall ?? deepest
    let count = equity.count - 1
    guard count > 1 else { return true }
    guard let squares = sums.squaresAroundMean(of: Double(count)) else { return false }
    setRatios(sums, squares: squares, count: Double(count), volatility: true)
    return true
  }

  private mutating func setRatios(
    _ returns: UnsafeBufferPointer<Double>, _ sums: ReturnSums, above riskFree: ReturnBasis.RiskFree
  ) {
    setRatios(returns, sums, volatility: true)
    guard riskFree != .constant(0) else { return }
    let excess: [Double]
    switch riskFree {
    case .constant(let rate): excess = returns.map { $0 - rate }
    case .periods(let rates): excess = zip(returns, rates).map { $0 - $1 }
    }
    excess.withUnsafeBufferPointer { setRatios($0, ReturnSums(of: $0), volatility: false) }
  }

  /// Sets the ratios of returns above the risk-free rate; the deviation is that of the returns themselves.
  private mutating func setRatios(
    _ returns: UnsafeBufferPointer<Double>, _ sums: ReturnSums, volatility setsVolatility: Bool
  ) {
    guard returns.count > 1 else { return }
    setRatios(
      sums, squares: Statistics.squares(returns, sums), count: Double(returns.count), volatility: setsVolatility)
  }

  /// Sets the ratios of a number of returns with known sums.
  ///
  /// - Parameter squares: the sum of the squared distances from the mean.
  private mutating func setRatios(
    _ sums: ReturnSums, squares: Double, count: Double, volatility setsVolatility: Bool
  ) {
    let mean = sums.sum / count
    let deviation = (squares / (count - 1)).squareRoot()
    let downside = (sums.negativeSquares / count).squareRoot()
    let root = periodsPerYear.squareRoot()
    if setsVolatility { volatility = deviation * root }
    sharpeRatio = deviation > 0 ? mean / deviation * root : .nan
    sortinoRatio = downside > 0 ? mean / downside * root : .nan
  }

  private mutating func setDistribution(_ returns: UnsafeBufferPointer<Double>, _ sums: ReturnSums) {
    guard !returns.isEmpty else { return }
    let count = Double(returns.count)
    let sorted = returns.sorted()
    downsideDeviation = (sums.negativeSquares / count * periodsPerYear).squareRoot()
    valueAtRisk = Statistics.quantile(0.05, ofSorted: sorted)
    let tail = sorted[...Int(0.05 * (count - 1))]
    conditionalValueAtRisk = tail.reduce(0, +) / Double(tail.count)
    tailRatio = abs(Statistics.quantile(0.95, ofSorted: sorted)) / abs(valueAtRisk)
    if !tailRatio.isFinite { tailRatio = .nan }
    let gains = returns.reduce(0) { $1 > 0 ? $0 + $1 : $0 }
    let losses = returns.reduce(0) { $1 < 0 ? $0 - $1 : $0 }
    omegaRatio = losses > 0 ? gains / losses : .nan
    bestPeriod = sorted[sorted.count - 1]
    worstPeriod = sorted[0]
    positivePeriods = Double(returns.count { $0 > 0 }) / count

    let mean = sums.sum / count
    let second = Statistics.squares(returns, sums)
    guard second > 0 else { return }
    let third = returns.reduce(0) { $0 + ($1 - mean) * ($1 - mean) * ($1 - mean) }
    let fourth = returns.reduce(0) { sum, value in
      let square = (value - mean) * (value - mean)
      return sum + square * square
    }
    if returns.count > 2 {
      let variance = second / (count - 1)
      skewness = count / ((count - 1) * (count - 2)) * third / (variance * variance.squareRoot())
    }
    if returns.count > 3 {
      let variance = second / (count - 1)
      let scale = count * (count + 1) / ((count - 1) * (count - 2) * (count - 3))
      let shift = 3 * (count - 1) * (count - 1) / ((count - 2) * (count - 3))
      kurtosis = scale * fourth / (variance * variance) - shift
    }
  }

  private mutating func setDrawdowns(_ figures: DrawdownWalk.Figures, of closes: Int) {
    let all = figures.drawdowns
    ulcerIndex = (figures.squares / Double(closes)).squareRoot()
    maxDrawdownDuration = Double(all.map(\.bars).max() ?? 0)
    averageDrawdown = all.isEmpty ? 0 : all.reduce(0) { $0 + $1.depth } / Double(all.count)
  }
}
