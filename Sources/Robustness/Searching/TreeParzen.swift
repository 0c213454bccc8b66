import Probability

/// The tree-structured Parzen estimator: points in regions dense in good trials and sparse in bad ones.
///
/// Trials are divided into the best tenth and the rest; each has a density over every parameter, and of some points
/// drawn from the density of the good ones, the one with the highest ratio of its density among the good to that among
/// the rest is tried. Points of earlier batches without a score yet count among the rest, so that their surroundings
/// are not tried again. Bergstra, Bardenet, Bengio and Kégl (2011), "Algorithms for hyper-parameter optimization".
public struct TreeParzen: TrialSource {
  /// The share of trials that are good, and the most of them.
  private static let good = (share: 0.1, most: 25)
  /// The number of points of which the best is tried.
  private static let candidates = 48

  private var untried: UntriedPoints
  private var dice: SplitMix
  /// The points to try before there is something to learn from.
  private var start: [[Int]]
  private var told: [(point: [Int], score: Double)] = []
  private var pending: [[Int]] = []

  /// Makes a search.
  ///
  /// - Parameters:
  ///   - space: the points.
  ///   - startup: the number of evenly spread points that it begins with.
  ///   - seed: the seed; equal ones give equal points for equal scores.
  ///   - isKept: whether a point meets the conditions on its parameters; others are never asked for.
  public init(
    _ space: SearchSpace, startup: Int = 20, seed: UInt64 = 1,
    isKept: @escaping @Sendable ([Int]) -> Bool = { _ in true }
  ) {
    untried = UntriedPoints(space, seed: seed, isKept: isKept)
    dice = SplitMix(seed: seed, stream: 1)
    start = LatinHypercube.spread(space, startup, &dice).reversed()
  }

  /// The next points.
  public mutating func ask(_ count: Int) -> [[Int]] {
    var points: [[Int]] = []
    var model: Model?
    while points.count < count {
      var next: [Int]?
      if let spread = start.popLast() {
        next = untried.take(spread) ? spread : nil
      } else if !told.isEmpty {
        if model == nil { model = Model(untried.space, told, pending) }
        next = model?.best(Self.candidates, &dice, &untried)
      }
      guard let point = next ?? untried.next() else { break }
      points.append(point)
      pending.append(point)
    }
    return points
  }

  /// Takes the scores of points; those outside the space are ignored.
  public mutating func tell(_ points: [[Int]], _ scores: [Double]) {
    untried.note(points)
    let done = Set(points)
    pending.removeAll { done.contains($0) }
    for (point, score) in zip(points, scores) where untried.space.contains(point) { told.append((point, score)) }
  }
}

extension TreeParzen {
  /// The densities of good trials and of the rest.
  private struct Model {
    private var good: [ParzenDensity]
    private var rest: [ParzenDensity]

    init(_ space: SearchSpace, _ told: [(point: [Int], score: Double)], _ pending: [[Int]]) {
      // The earlier one of equal scores comes first: the order does not depend on how sorting breaks ties.
      let order = told.indices.sorted { left, right in
        let (a, b) = (told[left].score, told[right].score)
        if a.isNaN || b.isNaN { return a.isNaN == b.isNaN ? left < right : b.isNaN }
        return a != b ? a > b : left < right
      }
      let count = min(TreeParzen.good.most, Int((TreeParzen.good.share * Double(told.count)).rounded(.up)))
      let best = order.prefix(count).map { told[$0].point }
      let others = order.dropFirst(count).map { told[$0].point } + pending
      good = space.sizes.enumerated().map { parameter, size in ParzenDensity(best.map { $0[parameter] }, size: size) }
      rest = space.sizes.enumerated().map { parameter, size in ParzenDensity(others.map { $0[parameter] }, size: size) }
    }

    /// Takes the best of some points that were not tried; nil if all of them were.
    mutating func best(_ count: Int, _ dice: inout SplitMix, _ untried: inout UntriedPoints) -> [Int]? {
      var points: [(point: [Int], gain: Double)] = []
      for _ in 0..<count {
        var gain = 0.0
        var point: [Int] = []
        for parameter in good.indices {
          let value = good[parameter].draw(&dice)
          gain += good[parameter].logarithm(value) - rest[parameter].logarithm(value)
          point.append(value)
        }
        points.append((point, gain))
      }
      let order = points.indices.sorted { (points[$1].gain, $0) < (points[$0].gain, $1) }
      return order.lazy.map { points[$0].point }.first { untried.take($0) }
    }
  }
}
