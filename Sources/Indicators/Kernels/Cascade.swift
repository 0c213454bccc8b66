/// Exponential averages of exponential averages, all in one pass.
///
/// Each is seeded with the mean of the first `period` values of the one before, so the n-th begins at index
/// n * (period - 1).
struct Cascade {
  /// The gain of each average.
  let gain: Double
  private let decay: Decay
  /// The latest value of each average: the first of the series, the second of the first, and so on.
  private var levels = SIMD8<Double>.zero

  /// Takes in the bars up to the one where the last of `depth` averages begins, that is up to
  /// `depth * (period - 1)`.
  init(_ source: Source, _ period: Int, depth: Int) {
    gain = 2 / Double(period + 1)
    decay = Decay(1 - gain)
    var sums = SIMD8<Double>.zero
    for index in 0...depth * (period - 1) {
      var value = source[index]
      for level in 0..<depth {
        let age = index - level * (period - 1)
        if age >= period {
          levels[level] = levels[level] * (1 - gain) + value * gain
        } else {
          sums[level] += value
          if age < period - 1 { break }
          levels[level] = sums[level] / Double(period)
        }
        value = levels[level]
      }
    }
  }

  /// The latest value of an average, from 0.
  subscript(level: Int) -> Double { levels[level] }

  /// The next four values of an average whose state is `state`.
  @inline(__always)
  func advance(_ state: inout Double, _ values: SIMD4<Double>) -> SIMD4<Double> {
    decay.advance(&state, values * gain)
  }
}
