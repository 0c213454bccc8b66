/// The stationary bootstrap: draws of a series in blocks whose lengths are geometrically distributed.
///
/// Blocks preserve short-range dependence. The series wraps around at its end, so that every value is equally likely to
/// be drawn.
///
/// Politis and Romano (1994), "The stationary bootstrap".
package struct StationaryBootstrap: Sendable {
  private let count: Int
  private let blockLength: Double
  private var dice: SplitMix

  /// Draws of a series of `count` values.
  ///
  /// - Parameters:
  ///   - count: the number of values, 1 or more.
  ///   - blockLength: the mean length of a block, 1 or more; with 1 each value is drawn by itself.
  ///   - dice: the source of random numbers.
  package init(count: Int, blockLength: Double, dice: SplitMix) {
    self.count = count
    self.blockLength = blockLength
    self.dice = dice
  }

  /// Writes the next draw over `indexes`: a place of the series for each of its elements.
  package mutating func draw(into indexes: inout [Int]) {
    forEach(indexes.count) { place, index in indexes[place] = index }
  }

  /// Writes the values of the next draw over `drawn`, up to its capacity.
  package mutating func draw(_ values: UnsafeBufferPointer<Double>, into drawn: UnsafeMutableBufferPointer<Double>) {
    forEach(drawn.count) { place, index in drawn[place] = values[index] }
  }

  /// Writes how often the next draw, as long as the series, has each of its values over `counts`.
  package mutating func drawCounts(into counts: UnsafeMutableBufferPointer<Double>) {
    counts.update(repeating: 0)
    forEach(count) { _, index in counts[index] += 1 }
  }

  @inline(__always)
  private mutating func forEach(_ places: Int, _ body: (_ place: Int, _ index: Int) -> Void) {
    var index = 0
    for place in 0..<places {
      if place == 0 || dice.unit() < 1 / blockLength {
        index = min(Int(dice.unit() * Double(count)), count - 1)
      } else {
        index = index + 1 == count ? 0 : index + 1
      }
      body(place, index)
    }
  }
}
