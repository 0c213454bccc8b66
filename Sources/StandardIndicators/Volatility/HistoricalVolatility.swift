import CLanes
import Indicators

/// The volatility of a year, estimated from closes or from the prices within bars.
extension Indicator {
  private static let yearly = """
    As a fraction of a year: the variance of a bar times bars_per_year. Missing if a price is not above zero.
    """

  private static let settings: [Parameter] = [.period(20, from: 2), .barsPerYear]

  /// The volatility of returns.
  static let hv = Indicator(
    "hv",
    ["historical_volatility"],
    fullName: "Historical Volatility",
    group: .volatility,
    summary: "The standard deviation of logarithmic returns, for a year.",
    formula: "stdev(ln(x / x[1]), period, of a sample) * sqrt(bars_per_year)",
    convention: "\(yearly) A sample's deviation; deviation=\"population\" divides by period.",
    references: ["J. Hull, Options, Futures, and Other Derivatives, ch. 15"],
    example: "hv(close, 20)",
    parameters: settings + [
      Parameter(
        "deviation",
        [],
        .choice([Parameter.Choice("population", 0), Parameter.Choice("sample", 1)]),
        .value(1),
        "Whether the squares are divided by n (population) or by n - 1 (sample)."
      )
    ],
    outputs: [.value(.fraction)],
    isPartial: true,
    warmUp: { $0.whole(0) },
    kernel: { segment in
      let (x, count, period) = (segment.inputs[0], segment.count, segment.arguments.whole(0))
      let target = segment.outputs[0]
      let factor = segment.arguments.real(1) / Double(period - segment.arguments.whole(2))
      withScratch(count) { returns in
        let isPositive = allPositive(segment)
        for index in 1..<count { returns[index] = logarithm(x[index] / x[index &- 1]) }
        if !isPositive {
          for index in 1..<count where !(x[index] > 0 && x[index &- 1] > 0) { returns[index] = 0 }
        }
        forEachVariance(Source(returns + 1), count - 1, period) { last, _, squares in
          target[last &+ 1] = (squares * factor).squareRoot()
        }
        if !isPositive { blankWindows(segment, of: period + 1) { !(x[$0] > 0) } }
      }
    }
  )

  /// Parkinson's estimate.
  static let parkinson = Indicator(
    "parkinson",
    fullName: "Parkinson Volatility",
    group: .volatility,
    summary: "The volatility of a year from highs and lows.",
    formula: "sqrt(bars_per_year * mean of ln(high / low)^2 / (4 * ln 2)) over period bars",
    convention: "\(yearly) Ignores gaps and the trend.",
    references: ["M. Parkinson, Journal of Business 53:1 (1980)"],
    example: "parkinson(20)",
    inputs: [.high, .low],
    parameters: settings,
    outputs: [.value(.fraction)],
    isPartial: true,
    warmUp: { $0.whole(0) - 1 },
    kernel: { segment in
      let (high, low) = (segment.inputs[0], segment.inputs[1])
      writeMeanVariance(segment) { index in
        let range = logarithm(high[index] / low[index])
        return range * range * parkinsonScale
      }
    }
  )

  /// Garman's and Klass's estimate.
  static let garmanKlass = Indicator(
    "garman_klass",
    fullName: "Garman-Klass Volatility",
    group: .volatility,
    summary: "The volatility of a year from a bar's four prices.",
    formula: """
      sqrt(bars_per_year * mean of 0.5 * ln(high / low)^2 - (2 * ln 2 - 1) * ln(close / open)^2) over period bars
      """,
    convention: "\(yearly) Ignores gaps and the trend; 0 if the mean is below zero.",
    references: ["M. Garman, M. Klass, Journal of Business 53:1 (1980)"],
    example: "garman_klass(20)",
    inputs: [.open, .high, .low, .close],
    parameters: settings,
    outputs: [.value(.fraction)],
    isPartial: true,
    warmUp: { $0.whole(0) - 1 },
    kernel: { segment in
      let (open, high) = (segment.inputs[0], segment.inputs[1])
      let (low, close) = (segment.inputs[2], segment.inputs[3])
      writeMeanVariance(segment) { index in
        let range = logarithm(high[index] / low[index])
        let move = logarithm(close[index] / open[index])
        return 0.5 * range * range - closeScale * move * move
      }
    }
  )

  /// Rogers's and Satchell's estimate.
  static let rogersSatchell = Indicator(
    "rogers_satchell",
    fullName: "Rogers-Satchell Volatility",
    group: .volatility,
    summary: "The volatility of a year from a bar's four prices, regardless of the trend.",
    formula: """
      sqrt(bars_per_year * mean of ln(high / close) * ln(high / open) + ln(low / close) * ln(low / open))
      """,
    convention: "\(yearly) Ignores gaps; 0 if the mean is below zero.",
    references: ["L. Rogers, S. Satchell, Annals of Applied Probability 1:4 (1991)"],
    example: "rogers_satchell(20)",
    inputs: [.open, .high, .low, .close],
    parameters: settings,
    outputs: [.value(.fraction)],
    isPartial: true,
    warmUp: { $0.whole(0) - 1 },
    kernel: { segment in
      let (open, high) = (segment.inputs[0], segment.inputs[1])
      let (low, close) = (segment.inputs[2], segment.inputs[3])
      writeMeanVariance(segment) { BarMoves(open, high, low, close, $0).withoutTrend }
    }
  )

  /// Yang's and Zhang's estimate.
  static let yangZhang = Indicator(
    "yang_zhang",
    fullName: "Yang-Zhang Volatility",
    group: .volatility,
    summary: "The volatility of a year from a bar's four prices, gaps included, regardless of the trend.",
    formula: """
      sqrt(bars_per_year * (var(ln(open / close[1])) + k * var(ln(close / open)) + (1 - k) * rs)), k = 0.34 / \
      (1.34 + (period + 1) / (period - 1)), rs the mean of rogers_satchell
      """,
    convention: "\(yearly) Variances of a sample; the first bar has no gap.",
    references: ["D. Yang, Q. Zhang, Journal of Business 73:3 (2000)"],
    example: "yang_zhang(20)",
    inputs: [.open, .high, .low, .close],
    parameters: settings,
    outputs: [.value(.fraction)],
    isPartial: true,
    warmUp: { $0.whole(0) },
    kernel: { writeYangZhang($0) }
  )
}

extension Parameter {
  /// The number of bars of a year.
  static let barsPerYear = Parameter(
    "bars_per_year",
    ["annual"],
    .real(0.001...100_000_000),
    .value(252),
    "How many bars a year has; of a series its own, by its calendar and sessions. 1 gives the figure of one bar.",
    isYear: true
  )
}

/// 1 / (4 ln 2).
let parkinsonScale = 0.36067376022224085
/// 2 ln 2 - 1.
let closeScale = 0.38629436111989063

/// The logarithms of a bar's moves from its open.
struct BarMoves {
  let up: Double
  let down: Double
  let end: Double

  @inline(__always)
  init(_ open: Source, _ high: Source, _ low: Source, _ close: Source, _ index: Int) {
    up = logarithm(high[index] / open[index])
    down = logarithm(low[index] / open[index])
    end = logarithm(close[index] / open[index])
  }

  /// The variance that Rogers and Satchell estimate.
  @inline(__always)
  var withoutTrend: Double { up * (up - end) + down * (down - end) }
}

/// Writes the root of a year's variance: the mean of the bars' estimates, period and bars a year being the first
/// two arguments.
@inline(__always)
private func writeMeanVariance(_ segment: Segment, _ estimate: (_ index: Int) -> Double) {
  let (count, period, target) = (segment.count, segment.arguments.whole(0), segment.outputs[0])
  let prices = segment.inputs
  var isPositive = true
  // In parts that the cache holds, so that prices come from memory once.
  for start in stride(from: 0, to: count, by: 1024) {
    let part = start..<min(start + 1024, count)
    if isPositive { isPositive = allPositive(segment, in: part) }
    for index in part { target[index] = estimate(index) }
  }
  if !isPositive {
    for index in 0..<count where !prices.allSatisfy({ $0[index] > 0 }) { target[index] = 0 }
  }
  windowSums(Source(target), count, period, times: segment.arguments.real(1) / Double(period), target)
  for index in period - 1..<count { target[index] = larger(target[index], 0).squareRoot() }
  if !isPositive { blankWindows(segment, of: period) { index in !prices.allSatisfy { $0[index] > 0 } } }
}

/// True if no price of the inputs is at or below zero, as the prices of nearly all series are.
private func allPositive(_ segment: Segment, in range: Range<Int>? = nil) -> Bool {
  let range = range ?? 0..<segment.count
  return segment.inputs.allSatisfy { lanes_count_at_most($0 + range.lowerBound, range.count, 0) == 0 }
}

/// Makes the values of the windows missing that hold a bar without a logarithm.
private func blankWindows(_ segment: Segment, of length: Int, _ isBad: (_ index: Int) -> Bool) {
  var last: Int?
  for index in 0..<segment.count {
    if isBad(index) { last = index }
    if let last, index - last < length { segment.outputs[0][index] = .nan }
  }
}

private func writeYangZhang(_ segment: Segment) {
  let (open, high, low, close) = (segment.inputs[0], segment.inputs[1], segment.inputs[2], segment.inputs[3])
  let (count, period, target) = (segment.count, segment.arguments.whole(0), segment.outputs[0])
  let n = Double(period)
  let blend = 0.34 / (1.34 + (n + 1) / (n - 1))
  let share = 1 / n
  let year = segment.arguments.real(1)
  let isPositive = allPositive(segment)
  let prices = segment.inputs
  withScratch(3 * count) { gaps in
    let (ends, others) = (gaps + count, gaps + 2 * count)
    for index in 1..<count {
      let moves = BarMoves(open, high, low, close, index)
      gaps[index] = logarithm(open[index] / close[index &- 1])
      ends[index] = moves.end
      others[index] = moves.withoutTrend
    }
    if !isPositive {
      for index in 1..<count where !(close[index &- 1] > 0 && prices.allSatisfy { $0[index] > 0 }) {
        (gaps[index], ends[index], others[index]) = (0, 0, 0)
      }
    }
    forEachWindow(count - 1, period) { index, origin in
      let gap = gaps[index &+ 1] - gaps[origin &+ 1]
      let end = ends[index &+ 1] - ends[origin &+ 1]
      return SIMD8(gap, gap * gap, end, end * end, others[index &+ 1], 0, 0, 0)
    } body: { last, _, sums in
      let gap = larger(sums[1] - sums[0] * sums[0] * share, 0) / (n - 1)
      let end = larger(sums[3] - sums[2] * sums[2] * share, 0) / (n - 1)
      target[last &+ 1] = (year * larger(gap + blend * end + (1 - blend) * sums[4] * share, 0)).squareRoot()
    }
  }
  if !isPositive {
    blankWindows(segment, of: period) { index in !prices.allSatisfy { $0[index] > 0 } }
    blankWindows(segment, of: period + 1) { !(close[$0] > 0) }
  }
}
