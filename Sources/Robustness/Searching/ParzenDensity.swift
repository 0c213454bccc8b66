import LibC
import Probability

/// A density over the ordered values of one parameter: a bell around each observed value, and an even one over all.
///
/// A bell is as wide as the wider gap to its neighbours, so that it covers values not tried yet (Bergstra, Bardenet,
/// Bengio, Kégl 2011, section 4). The even part keeps every value possible.
struct ParzenDensity {
  private let size: Int
  private let centres: [Double]
  private let widths: [Double]
  /// The factor that makes the bell of each centre integrate to 1 between the ends.
  private let heights: [Double]
  /// The densities requested already; empty if there are too many values.
  private var known: [Double]

  /// - Parameters:
  ///   - values: the observed values.
  ///   - size: the number of values that there are, 1 or more.
  init(_ values: [Int], size: Int) {
    self.size = size
    let sorted = values.map(Double.init).sorted()
    let range = Double(size)
    let least = max(0.5, range / Double(min(100, sorted.count + 1)))
    centres = sorted
    widths = sorted.indices.map { index in
      let left = index > 0 ? sorted[index] - sorted[index - 1] : 0
      let right = index + 1 < sorted.count ? sorted[index + 1] - sorted[index] : 0
      return min(max(left, right, least), range)
    }
    heights = zip(sorted, widths).map { centre, width in
      let (low, high) = Self.ends(centre, width, size)
      return 1 / (width * (2 * Double.pi).squareRoot() * (high - low))
    }
    known = size <= 4096 ? [Double](repeating: .nan, count: size) : []
  }

  /// The logarithm of the density at a value.
  mutating func logarithm(_ value: Int) -> Double {
    if !known.isEmpty, !known[value].isNaN { return known[value] }
    var sum = 1 / Double(size)
    for index in centres.indices {
      let distance = (Double(value) - centres[index]) / widths[index]
      // Beyond eight widths a bell adds less than the rounding of the even part.
      if distance.magnitude < 8 { sum += heights[index] * exp(-0.5 * distance * distance) }
    }
    let result = log(sum / Double(centres.count + 1))
    if !known.isEmpty { known[value] = result }
    return result
  }

  /// A value by chance, as likely as the density says.
  func draw(_ dice: inout SplitMix) -> Int {
    let part = dice.below(centres.count + 1)
    guard part < centres.count else { return dice.below(size) }
    let (low, high) = Self.ends(centres[part], widths[part], size)
    let place = centres[part] + widths[part] * NormalDistribution.quantile(low + dice.unit() * (high - low))
    return Int(min(max(place.rounded(), 0), Double(size - 1)))
  }

  /// The probabilities of a bell below both ends.
  private static func ends(_ centre: Double, _ width: Double, _ size: Int) -> (low: Double, high: Double) {
    (
      NormalDistribution.probability((-0.5 - centre) / width),
      NormalDistribution.probability((Double(size) - 0.5 - centre) / width)
    )
  }
}
