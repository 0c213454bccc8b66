import Indicators

/// Exponential averages of exponential averages, all in one pass.
///
/// Each is seeded with the mean of the first `period` values of the one before, so the n-th begins at index
/// n * (period - 1); with another seed from the first value of the one before that is shown.
struct Cascade {
  /// The gain of each average.
  let gain: Double
  /// The first index of the last average.
  let first: Int
  private let decay: Decay
  /// The latest value of each average: the first of the series, the second of the first, and so on.
  private var levels = SIMD8<Double>.zero

  /// Takes in the bars up to the first one of the last of `depth` averages.
  init(_ source: Source, _ period: Int, depth: Int, seed: Seed = .mean) {
    gain = 2 / Double(period + 1)
    decay = Decay(1 - gain)
    let (lag, seeded) = (seed.warmUp(period), seed.bars(period))
    first = depth * lag
    var sums = SIMD8<Double>.zero
    for index in 0...first {
      var value = source[index]
      for level in 0..<depth {
        let age = index - level * lag
        if age >= seeded {
          levels[level] = levels[level] * (1 - gain) + value * gain
        } else {
          sums[level] += value
          if age < seeded - 1 { break }
          levels[level] = sums[level] / Double(seeded)
        }
        if age < lag { break }
        value = levels[level]
      }
    }
  }

  /// The latest value of an average, from 0, in each lane.
  subscript(level: Int) -> SIMD4<Double> { SIMD4(repeating: levels[level]) }

  /// The next eight values of an average whose state is `state`.
  @inline(__always)
  func advance(_ state: inout SIMD4<Double>, _ values: EightLanes) -> EightLanes {
    decay.advance(&state, values * gain)
  }
}

/// The number of bars that go through one pass after the other while they are in cache; a multiple of eight.
let cascadeTile = 1024

/// Walks a range in tiles; the last one may be shorter.
@inline(__always)
func forEachTile(_ range: Range<Int>, _ length: Int, _ body: (Range<Int>) -> Void) {
  var start = range.lowerBound
  while start < range.upperBound {
    let end = min(start &+ length, range.upperBound)
    body(start..<end)
    start = end
  }
}
