import Indicators

/// Prices weighted by the volume since an anchor.
extension Indicator {
  private static let anchored: [Input] = [.high, .low, .close, .volume, .start]

  private static let anchor = Parameter.anchor(
    .first,
    "The start of the sums: each period of this length, or once at a date; `start` instead is a condition."
  )

  private static let custom = """
    Restarts with the bar on which a period begins, and is missing before the first of them; a date is the \
    first bar that opens at or after it. Of daily bars a session is one bar: anchor them at a week, a month or \
    a date. A bar without price or volume adds nothing. Missing until something is traded.
    """

  /// The volume-weighted average price.
  static let vwap = Indicator(
    "vwap",
    fullName: "Volume-Weighted Average Price",
    group: .volume,
    summary: "The average price since the session, another period or a date began, weighted by volume.",
    formula: "sum of p * volume / sum of volume since the anchor, p = (high + low + close) / 3",
    convention: "Without an anchor it counts from the first bar, as in TA-Lib. \(custom)",
    references: ["TA-Lib VWAP", "Pine Script ta.vwap", "Stock.Indicators Vwap"],
    example: "vwap(session)",
    inputs: anchored,
    parameters: [anchor],
    outputs: [.value(.price)],
    placement: .overlay,
    memory: .adaptive,
    isPartial: true,
    coverage: .allBars,
    warmUp: { _ in 0 },
    kernel: { writeVolumeMean($0) }
  )

  /// The volume-weighted average price with bands.
  static let vwapBands = Indicator(
    "vwap_bands",
    fullName: "Bands of the Volume-Weighted Average Price",
    group: .volume,
    summary: "The volume-weighted average price and bands some of its standard deviations away.",
    formula: "middle = vwap; upper, lower = middle ± width * sqrt(sum of volume * (p - middle)^2 / sum of volume)",
    convention: "\(custom) The deviation weighs each bar by its volume, and is the population's.",
    references: ["Pine Script ta.vwap"],
    example: "vwap_bands(\"week\", 2).upper",
    inputs: anchored,
    parameters: [
      anchor,
      Parameter("width", ["multiplier"], .real(0...1000), .value(1), "The distance of the bands in deviations."),
    ],
    outputs: [
      Output("upper", ["upperband"], unit: .price),
      Output("middle", ["middleband", "mid", "basis"], unit: .price),
      Output("lower", ["lowerband"], unit: .price),
    ],
    placement: .overlay,
    memory: .adaptive,
    isPartial: true,
    coverage: .allBars,
    warmUp: { _ in 0 },
    kernel: { segment in
      let (upper, middle, lower) = (segment.outputs[0], segment.outputs[1], segment.outputs[2])
      let width = segment.arguments.real(1)
      forEachVolumeMean(segment) { index, mean, variance in
        let distance = width * variance.squareRoot()
        upper[index] = mean + distance
        middle[index] = mean
        lower[index] = mean - distance
      }
    }
  )
}

/// Writes the mean price, weighted by volume since the anchor: that of `forEachVolumeMean`, bit for bit.
///
/// If no period begins and nothing is missing, four bars are divided at once; the sums continue bar by bar, so the
/// start of a four has no effect.
private func writeVolumeMean(_ segment: Segment) {
  let (high, low, close) = (segment.inputs[0], segment.inputs[1], segment.inputs[2])
  let (volume, start, target) = (segment.inputs[3], segment.inputs[4], segment.outputs[0])
  var sums = TradedSums()
  var index = 0
  while index < segment.count {
    if !sums.origin.isNaN, index &+ 4 <= segment.count, beginsNothing(start + index) {
      let prices = (load(high + index, 4) + load(low + index, 4) + load(close + index, 4)) / 3
      let volumes = load(volume + index, 4)
      if !(prices + volumes).sum().isNaN {
        let moments = (prices - sums.origin) * volumes
        var (traded, means) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
        for lane in 0..<4 {
          sums.weights += volumes[lane]
          sums.moments += moments[lane]
          traded[lane] = sums.weights
          means[lane] = sums.moments
        }
        store(sums.origin + means / traded, 4, target + index)
        index &+= 4
        continue
      }
    }
    let price = (high[index] + low[index] + close[index]) / 3
    target[index] = sums.add(price, volume[index], begins: isTrue(start[index])) ? sums.mean : .nan
    index &+= 1
  }
}

/// True if no period begins on four bars.
@inline(__always)
private func beginsNothing(_ start: Source) -> Bool {
  start[0] == 0 && start[1] == 0 && start[2] == 0 && start[3] == 0
}

/// Hands each bar's mean and variance of the price, weighted by volume since the anchor, to `body`.
///
/// Both are missing before the first anchor, without volume, and on a bar that lacks a value.
@inline(__always)
private func forEachVolumeMean(
  _ segment: Segment,
  body: (_ index: Int, _ mean: Double, _ variance: Double) -> Void
) {
  let (high, low, close) = (segment.inputs[0], segment.inputs[1], segment.inputs[2])
  let (volume, start) = (segment.inputs[3], segment.inputs[4])
  var sums = TradedSums()
  var squares = 0.0
  for index in 0..<segment.count {
    let begins = isTrue(start[index])
    if begins { squares = 0 }
    let price = (high[index] + low[index] + close[index]) / 3
    let weight = volume[index]
    guard sums.add(price, weight, begins: begins) else {
      body(index, .nan, .nan)
      continue
    }
    let distance = price - sums.origin
    squares += distance * weight * distance
    let shift = sums.moments / sums.weights
    let variance = larger(squares / sums.weights - shift * shift, 0)
    // 0 / 0 until something is traded.
    body(index, sums.mean, sums.weights == 0 ? .nan : variance)
  }
}

/// The volume and money traded since the anchor.
private struct TradedSums {
  /// The first price since the anchor; missing before it.
  ///
  /// Prices count from it, so that no digits are lost if they are far from zero.
  private(set) var origin = Double.nan
  /// The volume.
  var weights = 0.0
  /// The sum of the prices' distances from the origin, each times its volume.
  var moments = 0.0
  private var isOpen = false

  /// The mean price; missing until something is traded.
  var mean: Double { origin + moments / weights }

  /// Adds a bar; false if there is no anchor yet, or the bar lacks a value.
  @inline(__always)
  mutating func add(_ price: Double, _ weight: Double, begins: Bool) -> Bool {
    if begins {
      self = TradedSums()
      isOpen = true
    }
    guard isOpen, !(price + weight).isNaN else { return false }
    if origin.isNaN { origin = price }
    weights += weight
    moments += (price - origin) * weight
    return true
  }
}
