import Work

/// The ground around each point of a search: a point whose neighbours score well is likelier to keep its score than a
/// lone peak.
///
/// The neighbours of a point are a step away in one parameter, and with up to three parameters of several values also
/// in two or three of them at once; more parameters have too many diagonals. Its plateau score is the median of its own
/// score and theirs. At an edge there are fewer neighbours, and absent ones are left out; if fewer than half of those
/// inside the grid are known, the plateau score is missing, as it is if the point itself has no score.
public struct Plateau: Sendable, Hashable {
  /// The parameters.
  public let space: SearchSpace
  /// The scores that were given.
  public let scores: [Double]
  /// The plateau score of each of them, in their order.
  public let plateauScores: [Double]
  /// The point of each score; empty if the places are there.
  private let points: [[Int]]
  /// The place of each score in the space.
  private let places: [Int]

  /// The plateaus of a full grid.
  ///
  /// - Parameters:
  ///   - space: the parameters.
  ///   - scores: the score of each point in the order of ``SearchSpace/index(of:)``, missing if it is absent; scores
  ///     past the end of a shorter list are absent, and those of a longer one beyond the grid are ignored.
  public init(_ space: SearchSpace, scores: [Double]) {
    let given = scores.prefix(space.count)
    self.init(space, places: Array(given.indices), scores: Array(given))
  }

  /// The plateaus of some points by their places in the order of ``SearchSpace/index(of:)``, each given once.
  ///
  /// - Parameter workers: the number of threads, which change nothing in the result.
  public init(_ space: SearchSpace, places: [Int], scores: [Double], workers: Int = 1) {
    guard space.count <= max(1024, 8 * places.count) else {
      self.init(space, points: places.compactMap(space.point(at:)), scores: scores)
      return
    }
    let count = min(places.count, scores.count)
    let neighbours = Neighbours(space, places.prefix(count), scores.prefix(count), Self.steps(space))
    let plateaus = [Double](unsafeUninitializedCapacity: count) { plateaus, initialized in
      // Each thread writes to places of its own.
      nonisolated(unsafe) let plateaus = plateaus
      ParallelLoop.run(count: count, workers: workers, chunk: 1024) { _, range in
        var around: [Double] = []
        var point = [Int](repeating: 0, count: space.sizes.count)
        for place in range {
          plateaus.initializeElement(at: place, to: neighbours.score(of: places[place], scores[place], &around, &point))
        }
        return true
      }
      initialized = count
    }
    self.init(space, [], Array(places.prefix(count)), Array(scores.prefix(count)), plateaus: plateaus)
  }

  private init(_ space: SearchSpace, _ points: [[Int]], _ places: [Int], _ scores: [Double], plateaus: [Double]) {
    (self.space, self.points, self.places, self.scores) = (space, points, places, scores)
    plateauScores = plateaus
  }

  /// The plateaus of some points, as a search tried them: all others are absent, and of equal points the last counts
  /// as a neighbour.
  public init(_ space: SearchSpace, points: [[Int]], scores: [Double]) {
    let count = min(points.count, scores.count)
    let known = KnownScores(space, points.prefix(count), scores.prefix(count))
    let steps = Self.steps(space)
    var around: [Double] = []
    self.init(
      space, Array(points.prefix(count)), [], Array(scores.prefix(count)),
      plateaus: (0..<count).map { Self.score(points[$0], scores[$0], known, steps, &around) })
  }

  /// The place of the score with the best plateau, the higher own score and then the first among equal ones; nil
  /// without any.
  public var best: Int? {
    var best: Int?
    for index in plateauScores.indices where !plateauScores[index].isNaN {
      guard let other = best else {
        best = index
        continue
      }
      if (plateauScores[index], scores[index]) > (plateauScores[other], scores[other]) { best = index }
    }
    return best
  }

  /// The share of the variance of all scores that the main effect of a parameter explains, 0...1.
  ///
  /// It is the variance of the means over each of its values, weighted by how many scores they have: one way analysis
  /// of variance. If there are few scores of each value, chance alone explains a part of about the number of values
  /// over the number of scores. Missing if the scores do not vary, and for a parameter that does not exist.
  public func sensitivity(of parameter: Int) -> Double {
    guard space.sizes.indices.contains(parameter) else { return .nan }
    var sums = [Double](repeating: 0, count: space.sizes[parameter])
    var counts = [Double](repeating: 0, count: space.sizes[parameter])
    let origin = scores.first { $0.isFinite } ?? .nan
    var (sum, squares, count) = (0.0, 0.0, 0.0)
    let inner = space.sizes[(parameter + 1)...].reduce(1, *)
    for (number, score) in scores.enumerated() where score.isFinite {
      let place: Int
      if places.isEmpty {
        guard space.contains(points[number]) else { continue }
        place = points[number][parameter]
      } else {
        place = places[number] / inner % space.sizes[parameter]
      }
      let distance = score - origin
      sums[place] += distance
      counts[place] += 1
      sum += distance
      squares += distance * distance
      count += 1
    }
    let total = squares - sum * sum / count
    // The rounding error of equal scores is not variance.
    guard total > 1e-14 * squares else { return .nan }
    let between = zip(sums, counts).reduce(0) { $1.1 > 0 ? $0 + $1.0 * $1.0 / $1.1 : $0 } - sum * sum / count
    return min(max(between / total, 0), 1)
  }

  /// The steps to all neighbours.
  private static func steps(_ space: SearchSpace) -> [[Int]] {
    let none = [Int](repeating: 0, count: space.sizes.count)
    let varied = space.sizes.indices.filter { space.sizes[$0] > 1 }
    func changed(_ step: [Int], _ parameter: Int, _ change: Int) -> [Int] {
      var step = step
      step[parameter] = change
      return step
    }
    guard varied.count <= 3 else {
      return varied.flatMap { [changed(none, $0, -1), changed(none, $0, 1)] }
    }
    let all = varied.reduce([none]) { steps, parameter in
      steps.flatMap { step in [-1, 0, 1].map { changed(step, parameter, $0) } }
    }
    return all.filter { $0 != none }
  }

  private static func score(
    _ point: [Int], _ score: Double, _ known: KnownScores, _ steps: [[Int]], _ around: inout [Double]
  ) -> Double {
    guard known.space.contains(point), !score.isNaN else { return .nan }
    around.removeAll(keepingCapacity: true)
    around.append(score)
    var inside = 0
    for step in steps {
      guard let neighbour = known.score(near: point, step) else { continue }
      inside += 1
      if !neighbour.isNaN { around.append(neighbour) }
    }
    return median(&around, inside: inside)
  }

  /// The median of a score and those of its neighbours; missing if fewer than half of those inside the space are there.
  fileprivate static func median(_ around: inout [Double], inside: Int) -> Double {
    guard 2 * (around.count - 1) >= inside else { return .nan }
    around.sort()
    let middle = around.count / 2
    return around.count % 2 == 1 ? around[middle] : around[middle - 1] / 2 + around[middle] / 2
  }
}

/// The scores of a space that is filled for a good part, by their places.
private struct Neighbours {
  private let sizes: [Int]
  private let known: [Double]
  /// The changes of all parameters of each step, one step after the other, and the change of the place.
  private let changes: [Int]
  private let offsets: [Int]

  init(_ space: SearchSpace, _ places: ArraySlice<Int>, _ scores: ArraySlice<Double>, _ steps: [[Int]]) {
    sizes = space.sizes
    var known = [Double](repeating: .nan, count: space.count)
    for (place, score) in zip(places, scores) where known.indices.contains(place) { known[place] = score }
    self.known = known
    changes = steps.flatMap { $0 }
    offsets = steps.map { step in zip(step, space.sizes).reduce(0) { $0 * $1.1 + $1.0 } }
  }

  /// The plateau score of a place.
  ///
  /// - Parameter point: memory for the point there.
  func score(of place: Int, _ score: Double, _ around: inout [Double], _ point: inout [Int]) -> Double {
    guard known.indices.contains(place), !score.isNaN else { return .nan }
    around.removeAll(keepingCapacity: true)
    around.append(score)
    let isInner = go(to: place, &point)
    var inside = 0
    var first = 0
    for offset in offsets {
      if isInner || isInside(point, first) {
        inside += 1
        let neighbour = known[place + offset]
        if !neighbour.isNaN { around.append(neighbour) }
      }
      first += sizes.count
    }
    return Plateau.median(&around, inside: inside)
  }

  /// Finds the point at a place; true if each step from it stays in the space.
  private func go(to place: Int, _ point: inout [Int]) -> Bool {
    var rest = place
    var isInner = true
    for parameter in sizes.indices.reversed() {
      (rest, point[parameter]) = rest.quotientAndRemainder(dividingBy: sizes[parameter])
      if sizes[parameter] > 1, point[parameter] == 0 || point[parameter] == sizes[parameter] - 1 { isInner = false }
    }
    return isInner
  }

  /// True if a step from a point stays in the space.
  private func isInside(_ point: [Int], _ first: Int) -> Bool {
    sizes.indices.allSatisfy { parameter in
      let next = point[parameter] + changes[first + parameter]
      return next >= 0 && next < sizes[parameter]
    }
  }
}

/// Scores that are found by their point.
private struct KnownScores {
  let space: SearchSpace
  /// The scores of a grid, used if the known points fill much of it.
  private var grid: [Double] = []
  /// The scores of some points of a larger space.
  private var some: [[Int]: Double] = [:]

  init(_ space: SearchSpace, _ points: ArraySlice<[Int]>, _ scores: ArraySlice<Double>) {
    self.space = space
    guard space.count <= max(1024, 8 * points.count) else {
      for (point, score) in zip(points, scores) { some[point] = score }
      return
    }
    grid = [Double](repeating: .nan, count: space.count)
    for (point, score) in zip(points, scores) {
      if let index = space.index(of: point) { grid[index] = score }
    }
  }

  /// The score a step away, missing if it is absent; nil outside of the space.
  func score(near point: [Int], _ step: [Int]) -> Double? {
    var index = 0
    for parameter in point.indices {
      let place = point[parameter] + step[parameter]
      guard place >= 0, place < space.sizes[parameter] else { return nil }
      if !grid.isEmpty { index = index * space.sizes[parameter] + place }
    }
    guard grid.isEmpty else { return grid[index] }
    return some[zip(point, step).map { $0 + $1 }] ?? .nan
  }
}
