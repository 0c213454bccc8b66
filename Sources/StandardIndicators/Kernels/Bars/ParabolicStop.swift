import Indicators

/// Wilder's parabolic stop, on four segments of a series at once.
///
/// A short stop is a long one of the prices turned upside down: all but the inputs and the results is in the scale of
/// the side, in which the stop lies below the bars.
struct ParabolicStop: FourLaneRecurrence {
  typealias Lanes = SIMD4<Double>

  /// The growth of the factor on one side.
  struct Pace {
    let first: Double
    let step: Double
    let most: Double
  }

  /// The options of an extended stop.
  struct Choices {
    /// The first stop, negative for a short one; 0 if the first bars decide.
    var start = 0.0
    /// The distance that the stop is moved away on a turn, as a fraction.
    var offset = 0.0
    let long: Pace
    let short: Pace
    /// The factor of the value of a short stop.
    var shortSign = 1.0
  }

  private let high: Source
  private let low: Source
  private let target: Target
  private let choices: Choices
  private var move: Move

  /// Writes the stop from the second bar on.
  static func write(_ segment: Segment, _ choices: Choices) {
    var stop = ParabolicStop(
      high: segment.inputs[0], low: segment.inputs[1], target: segment.outputs[0], choices: choices)
    // After some turns nothing is left of the beginning.
    stop.walk(1..<segment.count, runIn: 1024)
  }

  private init(high: Source, low: Source, target: Target, choices: Choices) {
    self.high = high
    self.low = low
    self.target = target
    self.choices = choices
    move = Move(long: choices.long, short: choices.short, offset: choices.offset)
  }

  mutating func begin(_ positions: SIMD4<Int>) {
    for lane in 0..<4 {
      let bar = positions[lane]
      let fall = low[bar - 1] - low[bar]
      let start = bar == 1 ? choices.start : 0
      let isLong = start == 0 ? !(fall > 0 && fall > high[bar] - high[bar - 1]) : start > 0
      let first = isLong ? low[bar - 1] : high[bar - 1]
      move.shorts[lane] = isLong ? 0 : -1
      move.stop[lane] = (start == 0 ? first : start.magnitude) * (isLong ? 1 : -1)
      move.extreme[lane] = isLong ? high[bar] : -low[bar]
      move.factor[lane] = isLong ? choices.long.first : choices.short.first
      // The bar before the first counts as equal to it.
      move.lastHigh[lane] = high[bar]
      move.lastLow[lane] = low[bar]
    }
  }

  func state(_ lane: Int) -> [Double] {
    [Lanes(move.shorts), move.stop, move.extreme, move.factor, move.lastHigh, move.lastLow].map { $0[lane] }
  }

  mutating func resume(_ state: [Double]) {
    move.shorts = SIMD4(repeating: Int64(state[0]))
    move.stop = Lanes(repeating: state[1])
    move.extreme = Lanes(repeating: state[2])
    move.factor = Lanes(repeating: state[3])
    move.lastHigh = Lanes(repeating: state[4])
    move.lastLow = Lanes(repeating: state[5])
  }

  mutating func advance(_ positions: SIMD4<Int>, _ count: Int, lanes: Int) {
    let starts = lanes == 1 ? SIMD4(repeating: positions[0]) : positions
    let (highs, lows) = (FourSegments(high, starts), FourSegments(low, starts))
    let targets = (
      target + starts[0], target + starts[1], target + starts[2], target + starts[3]
    )
    // A copy, so that the loop keeps it in registers.
    var move = move
    let shortSign = choices.shortSign
    var index = 0
    while index < count {
      let stops = move.advance(highs[index], lows[index])
      let values = select(move.shorts, stops * shortSign, stops)
      targets.0[index] = values[0]
      if lanes > 1 {
        targets.1[index] = values[1]
        targets.2[index] = values[2]
        targets.3[index] = values[3]
      }
      index &+= 1
    }
    self.move = move
  }
}

/// The stop and the move it follows, on four segments.
private struct Move {
  typealias Lanes = SIMD4<Double>

  /// -1 for short, else 0; as bits.
  var shorts = SIMD4<Int64>.zero
  var stop = Lanes.zero
  var extreme = Lanes.zero
  var factor = Lanes.zero
  var lastHigh = Lanes.zero
  var lastLow = Lanes.zero
  let long: ParabolicStop.Pace
  let short: ParabolicStop.Pace
  let offset: Double

  init(long: ParabolicStop.Pace, short: ParabolicStop.Pace, offset: Double) {
    self.long = long
    self.short = short
    self.offset = offset
  }

  /// Advances by one bar of each segment and returns the stops of these bars.
  @inline(__always)
  mutating func advance(_ high: Lanes, _ low: Lanes) -> Lanes {
    // The bars as the side sees them.
    let top = select(shorts, 0 - low, high)
    let bottom = select(shorts, 0 - high, low)
    let lastTop = select(shorts, 0 - lastLow, lastHigh)
    let lastBottom = select(shorts, 0 - lastHigh, lastLow)
    (lastHigh, lastLow) = (high, low)
    // The stop holds.
    let newExtreme = Highest.join(extreme, top)
    let step = select(shorts, Lanes(repeating: short.step), Lanes(repeating: long.step))
    let most = select(shorts, Lanes(repeating: short.most), Lanes(repeating: long.most))
    let newFactor = select(signMask(extreme - top), Lowest.join(most, factor + step), factor)
    // Not stop + factor * (extreme - stop): fewer steps wait for the stop before.
    let newStop = Lowest.join(Lowest.join(lastBottom, bottom), (1 - newFactor) * stop + newFactor * newExtreme)
    // It is reached: it turns and begins at the extreme.
    let farthest = Highest.join(Highest.join(extreme, lastTop), top)
    let shift = farthest * offset
    let turned = farthest + select(shorts, 0 - shift, shift)
    let first = select(shorts, Lanes(repeating: long.first), Lanes(repeating: short.first))
    let nearest = Lowest.join(0 - lastTop, 0 - top)
    let turnedStop = Lowest.join(nearest, first * (turned - bottom) - turned)

    let holds = signMask(stop - bottom)
    let value = select(holds, stop, turned)
    let stops = select(shorts, 0 - value, value)
    shorts ^= ~holds
    stop = select(holds, newStop, turnedStop)
    extreme = select(holds, newExtreme, 0 - bottom)
    factor = select(holds, newFactor, first)
    return stops
  }
}

/// Four segments of one series, read bar by bar.
struct FourSegments {
  private let first: Source
  private let second: Source
  private let third: Source
  private let fourth: Source

  init(_ source: Source, _ positions: SIMD4<Int>) {
    first = source + positions[0]
    second = source + positions[1]
    third = source + positions[2]
    fourth = source + positions[3]
  }

  @inline(__always)
  subscript(index: Int) -> SIMD4<Double> { SIMD4(first[index], second[index], third[index], fourth[index]) }
}
