import Indicators

/// Wilder's sums of directional movement and true range: each bar takes 1/period off and adds its own.
struct DirectionalMovement {
  var plus = 0.0
  var minus = 0.0
  var range = 0.0

  private let keep: Double
  private let high: Source
  private let low: Source
  private let close: Source

  /// Begins with the plain sums of the bars 1 to period - 1, as Wilder's tables and TA-Lib do.
  @inline(__always)
  init(_ high: Source, _ low: Source, _ close: Source, _ period: Int) {
    self.high = high
    self.low = low
    self.close = close
    keep = 1 - 1 / Double(period)
    var index = 1
    while index < period {
      add(index, keeping: 1)
      index &+= 1
    }
  }

  /// Lets the next bar take nothing off, so that the sums hold `period` bars, as an average seeded with a mean does.
  @inline(__always)
  mutating func keepAllOnce() {
    plus /= keep
    minus /= keep
    range /= keep
  }

  /// Advances to a bar.
  @inline(__always)
  mutating func advance(_ index: Int) { add(index, keeping: keep) }

  @inline(__always)
  private mutating func add(_ index: Int, keeping share: Double) {
    let up = high[index] - high[index &- 1]
    let down = low[index &- 1] - low[index]
    plus = plus * share + (up > down && up > 0 ? up : 0)
    minus = minus * share + (down > up && down > 0 ? down : 0)
    range = range * share + trueRange(high, low, close, index)
  }
}

extension DirectionalMovement {
  /// Wilder's DX: the imbalance of both directions, 0 to 100; `other` if nothing moved.
  @inline(__always)
  func imbalance(or other: Double) -> Double {
    let sum = plus + minus
    return sum > 0 ? 100 * (plus - minus).magnitude / sum : other
  }
}
