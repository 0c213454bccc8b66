/// The stationary bootstrap: draws of a series in blocks whose lengths are geometrically distributed.
///
/// So what follows what is kept for a while. The series closes to a ring, and each of its values is drawn as often as
/// another.
///
/// Politis and Romano (1994), "The stationary bootstrap".
package struct StationaryBootstrap: Sendable {
  private let count: Int
  private let blockLength: Double
  private var dice: SplitMix

  /// Draws of a series of so many values.
  ///
  /// - Parameters:
  ///   - count: the number of values, 1 or more.
  ///   - blockLength: the mean length of a block, 1 or more; with 1 each value is drawn by itself.
  ///   - dice: where the random numbers come from.
  package init(count: Int, blockLength: Double, dice: SplitMix) {
    self.count = count
    self.blockLength = blockLength
    self.dice = dice
  }

  /// Writes the next draw over `indexes`: a place of the series for each of its elements.
  package mutating func draw(into indexes: inout [Int]) {
    var index = 0
    for place in indexes.indices {
      if place == 0 || dice.unit() < 1 / blockLength {
        index = min(Int(dice.unit() * Double(count)), count - 1)
      } else {
        index = index + 1 == count ? 0 : index + 1
      }
      indexes[place] = index
    }
  }
}
