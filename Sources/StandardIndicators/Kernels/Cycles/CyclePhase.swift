import Indicators

/// Sines and cosines of full turns cut into `length` parts, 0 to 50.
///
/// A row ends with the angle 0 and is read backwards in time; zeros before it fill up a multiple of four values.
private enum TurnTable {
  static let longest = 50
  /// The most values that a row may take.
  static let stride = 52

  static let sines = rows(sine)
  static let cosines = rows(cosine)

  private static func rows(_ wave: (Double) -> Double) -> [Double] {
    var values = [Double](repeating: 0, count: (longest + 1) * stride)
    for length in 1...longest {
      let end = length * stride + paddedLength(length) - 1
      for part in 0..<length { values[end - part] = wave(Double(part) * 2 * .pi / Double(length)) }
    }
    return values
  }

  @inline(__always)
  static func paddedLength(_ length: Int) -> Int { (length &+ 3) & ~3 }
}

/// One bar of the dominant cycle.
struct CycleBar {
  /// The smoothed period in bars.
  let smoothPeriod: Double
  /// The phase in degrees, -45 to 315.
  let phase: Double
  /// The smoothed price.
  let smoothPrice: Double
}

/// The whole number of bars of a smoothed period.
@inline(__always)
func wholeCycle(_ smoothPeriod: Double) -> Int { Int(smoothPeriod + 0.5) }

/// Walks the phase of the dominant cycle from the bar `first` on; `periods` holds the smoothed periods.
///
/// The phase is the angle at which a wave of the cycle's length fits the smoothed prices of one cycle best.
@inline(__always)
func forEachCyclePhase(
  _ source: Source,
  _ count: Int,
  from first: Int,
  periods: Source,
  body: (_ index: Int, _ bar: CycleBar) -> Void
) {
  let (history, length) = (TurnTable.stride, 1024)
  withScratch(history + length) { smoothed in
    TurnTable.sines.withUnsafeBufferPointer { sines in
      TurnTable.cosines.withUnsafeBufferPointer { cosines in
        guard let sines = sines.baseAddress, let cosines = cosines.baseAddress else { return }
        var angle = 0.0
        var start = first
        while start < count {
          let end = min(start + length, count)
          // Values before the first bar count as zero, as in TA-Lib.
          let zeros = max(first - (start - history), 0)
          for index in 0..<zeros { smoothed[index] = 0 }
          smoothPrices(source + (start - history), zeros..<history + end - start, smoothed)
          for index in start..<end {
            let smoothPeriod = periods[index]
            let row = wholeCycle(smoothPeriod)
            let padded = TurnTable.paddedLength(row)
            let latest = smoothed + (history &+ index &- start)
            let window = latest + (1 &- padded)
            var real = SIMD4<Double>.zero
            var imaginary = SIMD4<Double>.zero
            var part = 0
            while part < padded {
              let prices = load(window + part, 4)
              real += load(sines + (row &* TurnTable.stride &+ part), 4) * prices
              imaginary += load(cosines + (row &* TurnTable.stride &+ part), 4) * prices
              part &+= 4
            }
            angle = phase(real.sum(), imaginary.sum(), smoothPeriod, before: angle)
            body(index, CycleBar(smoothPeriod: smoothPeriod, phase: angle, smoothPrice: latest[0]))
          }
          start = end
        }
      }
    }
  }
}

/// The phase in degrees that a fitted wave has, a quarter turn and one bar ahead.
@inline(__always)
private func phase(_ real: Double, _ imaginary: Double, _ smoothPeriod: Double, before: Double) -> Double {
  var angle = before
  if imaginary != 0 {
    angle = arctangent(real / imaginary) * (180 / .pi)
  } else if real != 0 {
    angle += real < 0 ? -90 : 90
  }
  angle += 90 + 360 / smoothPeriod
  if imaginary < 0 { angle += 180 }
  return angle > 315 ? angle - 360 : angle
}

/// Walks Ehlers' instantaneous trendline from the bar `first` on: smoothed means over one cycle.
struct CycleTrendline {
  private var first = 0.0
  private var second = 0.0
  private var third = 0.0

  /// Advances to a bar, with the smoothed period there.
  @inline(__always)
  mutating func advance(_ source: Source, _ index: Int, _ smoothPeriod: Double) -> Double {
    let length = min(wholeCycle(smoothPeriod), index &+ 1)
    let window = source + (index &+ 1 &- length)
    var lanes = SIMD4<Double>.zero
    var part = 0
    while part &+ 4 <= length {
      lanes += load(window + part, 4)
      part &+= 4
    }
    var sum = lanes.sum()
    while part < length {
      sum += window[part]
      part &+= 1
    }
    let mean = length > 0 ? sum / Double(length) : 0
    let value = (4 * mean + 3 * first + 2 * second + third) / 10
    (third, second, first) = (second, first, mean)
    return value
  }
}
