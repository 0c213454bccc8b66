import Probability

/// Points that spread evenly over each parameter: a batch of n has a point in each of n equal parts of its values.
///
/// McKay, Beckman and Conover (1979). A point that was tried or is not kept gives way to a random one.
public struct LatinHypercube: TrialSource {
  private var untried: UntriedPoints
  private var dice: SplitMix

  /// Makes a search.
  ///
  /// - Parameters:
  ///   - space: the points.
  ///   - seed: the seed; equal ones give equal points.
  ///   - isKept: whether a point meets the conditions on its parameters; others are never asked for.
  public init(_ space: SearchSpace, seed: UInt64 = 1, isKept: @escaping @Sendable ([Int]) -> Bool = { _ in true }) {
    untried = UntriedPoints(space, seed: seed, isKept: isKept)
    dice = SplitMix(seed: seed, stream: 1)
  }

  /// The next points, spread over the space among themselves.
  public mutating func ask(_ count: Int) -> [[Int]] {
    var points: [[Int]] = []
    for spread in Self.spread(untried.space, count, &dice) {
      guard let point = untried.take(spread) ? spread : untried.next() else { break }
      points.append(point)
    }
    return points
  }

  /// Notes points that need no further trial; the scores change nothing.
  public mutating func tell(_ points: [[Int]], _ scores: [Double]) { untried.note(points) }

  /// `count` points, possibly repeated if values are few; none in a space without points.
  static func spread(_ space: SearchSpace, _ count: Int, _ dice: inout SplitMix) -> [[Int]] {
    guard count > 0, space.count > 0 else { return [] }
    var points = [[Int]](repeating: space.sizes, count: count)
    for (parameter, size) in space.sizes.enumerated() {
      var parts = Array(0..<count)
      parts.shuffle(using: &dice)
      for (index, part) in parts.enumerated() {
        let share = (Double(part) + dice.unit()) / Double(count)
        points[index][parameter] = min(Int(share * Double(size)), size - 1)
      }
    }
    return points
  }
}
