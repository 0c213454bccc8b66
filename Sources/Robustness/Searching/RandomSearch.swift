/// Points at random, each at most once: the baseline for every other search.
///
/// Bergstra and Bengio (2012), "Random search for hyper-parameter optimization".
public struct RandomSearch: TrialSource {
  private var untried: UntriedPoints

  /// Makes a search.
  ///
  /// - Parameters:
  ///   - space: the points.
  ///   - seed: the seed; equal ones give equal points.
  ///   - isKept: whether a point meets the conditions on its parameters; others are never asked for.
  public init(_ space: SearchSpace, seed: UInt64 = 1, isKept: @escaping @Sendable ([Int]) -> Bool = { _ in true }) {
    untried = UntriedPoints(space, seed: seed, isKept: isKept)
  }

  /// The next points.
  public mutating func ask(_ count: Int) -> [[Int]] {
    var points: [[Int]] = []
    while points.count < count, let point = untried.next() { points.append(point) }
    return points
  }

  /// Notes points that need no further trial; the scores change nothing.
  public mutating func tell(_ points: [[Int]], _ scores: [Double]) { untried.note(points) }
}
