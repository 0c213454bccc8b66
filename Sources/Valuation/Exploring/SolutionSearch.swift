import Probability

/// The search for the values at which a model gives a target: a pass over the points of a grid, then ever narrower
/// brackets around each change of sign.
///
/// If the model can be valued for several numbers at once, the points are valued in blocks and a bracket is cut into
/// nine; else one by one, and a bracket is halved. Both end at the same two neighbouring doubles, but for a value whose
/// own rounding changes its sign more than once there.
struct SolutionSearch {
  private(set) var varied: VariedModel
  private let target: Double
  /// The model for several numbers at once; nil if it is valued for one number after the other.
  private let lanes: LaneModel?
  private(set) var roots: [Double] = []
  private(set) var lowest: Solution.Point?
  private(set) var highest: Solution.Point?
  /// Whether two points have different values.
  private(set) var varies = false
  private(set) var least = Double.infinity
  private(set) var most = -Double.infinity

  /// A search that has not begun.
  ///
  /// - Parameters:
  ///   - varied: the model with one variation.
  ///   - target: the value of one share to reach.
  init(varied: VariedModel, target: Double) {
    self.varied = varied
    self.target = target
    lanes = varied.lanes()
  }

  /// Searches all points, ascending.
  mutating func run(over points: [Double]) {
    var before: Solution.Point?
    for (x, value) in zip(points, values(at: points)) {
      let here = Solution.Point(parameter: x, value: value)
      if let before {
        step(before, here)
      } else if !here.value.isNaN {
        note(here)
      }
      before = here
    }
  }

  /// The root nearest to a value, the lower one of two that are; nil if the points have none between them.
  ///
  /// - Parameter points: ascending.
  mutating func nearest(to now: Double, over points: [Double]) -> Double? {
    var known = [Solution.Point?](repeating: nil, count: points.count)
    var right = points.firstIndex { $0 > now } ?? points.count
    var left = right - 1
    // The interval that holds the value belongs to the right.
    right = max(right, 1)
    while true {
      let best = roots.min { (abs($0 - now), $0) < (abs($1 - now), $1) }
      let distances = (
        left >= 1 ? now - points[left] : .infinity,
        right < points.count ? max(points[right - 1] - now, 0) : .infinity
      )
      let next = min(distances.0, distances.1)
      if next == .infinity { return best }
      if let best, abs(best - now) < next { return best }
      let last = distances.1 <= distances.0 ? right : left
      if last == right { right += 1 } else { left -= 1 }
      let (before, here) = (point(last - 1, points, &known), point(last, points, &known))
      step(before, here)
    }
  }

  // MARK: Values

  /// The model's value at `x`; missing if it is refused.
  private mutating func value(at x: Double) -> Double {
    varied.put(x, at: 0) ? varied.valuePerShare([x]) : .nan
  }

  /// The model's values at some points; missing if it is refused.
  private mutating func values(at points: [Double]) -> [Double] {
    guard let lanes, let last = points.last else { return points.map { value(at: $0) } }
    let count = (points.count + Lanes.scalarCount - 1) / Lanes.scalarCount * Lanes.scalarCount
    var inputs = points + [Double](repeating: last, count: count - points.count)
    var values = [Double](repeating: .nan, count: count)
    inputs.withUnsafeMutableBufferPointer { inputs in
      values.withUnsafeMutableBufferPointer { values in
        guard var column = inputs.baseAddress, let values = values.baseAddress else { return }
        lanes.evaluate(&column, count, into: values)
      }
    }
    for (place, point) in points.enumerated() where !varied.put(point, at: 0) { values[place] = .nan }
    values.removeLast(count - points.count)
    return values
  }

  /// A point of the grid, valued with its block if it is not known yet.
  private mutating func point(
    _ index: Int, _ points: [Double], _ known: inout [Solution.Point?]
  ) -> Solution.Point {
    if let point = known[index] { return point }
    let size = lanes == nil ? 1 : Lanes.scalarCount
    let block = index / size * size..<min(points.count, (index / size + 1) * size)
    for (place, value) in zip(block, values(at: Array(points[block]))) {
      known[place] = Solution.Point(parameter: points[place], value: value)
    }
    return known[index] ?? Solution.Point(parameter: points[index], value: .nan)
  }

  /// The points that cut a bracket, from its first end to its second; empty if no double lies between them.
  private mutating func cuts(_ first: Double, _ second: Double) -> [Solution.Point] {
    let count = lanes == nil ? 1 : Lanes.scalarCount
    var places: [Double] = []
    for cut in 1...count {
      let place = first + (second - first) * (Double(cut) / Double(count + 1))
      if place != first, place != second, place != places.last { places.append(place) }
    }
    return zip(places, values(at: places)).map { Solution.Point(parameter: $0, value: $1) }
  }

  // MARK: Brackets

  private mutating func step(_ before: Solution.Point, _ here: Solution.Point) {
    switch (before.value.isNaN, here.value.isNaN) {
    case (false, false): between(before, here)
    case (true, false): between(edge(valid: here, refused: before.parameter), here)
    case (false, true): between(before, edge(valid: before, refused: here.parameter))
    case (true, true): break
    }
  }

  /// The valid point nearest to the edge of refusal.
  ///
  /// Just above terminal growth a value rises without limit, so a root can lie between the last refused point
  /// and the first valid one.
  private mutating func edge(valid: Solution.Point, refused: Double) -> Solution.Point {
    var inside = valid
    var outside = refused
    while true {
      let cuts = cuts(inside.parameter, outside)
      guard !cuts.isEmpty else { return inside }
      for cut in cuts {
        guard !cut.value.isNaN else {
          outside = cut.parameter
          break
        }
        inside = cut
      }
    }
  }

  /// Notes two points, and the root between them if their values are on both sides of the target.
  private mutating func between(_ a: Solution.Point, _ b: Solution.Point) {
    note(a)
    note(b)
    guard a.parameter != b.parameter else { return }
    if a.value == target || b.value == target { return }
    guard (a.value < target) != (b.value < target) else { return }
    var low = a
    var high = b
    while true {
      let cuts = cuts(low.parameter, high.parameter)
      guard !cuts.isEmpty else { break }
      let isBelow = low.value < target
      for cut in cuts {
        guard !cut.value.isNaN else { return }
        guard (cut.value < target) == isBelow else {
          high = cut
          break
        }
        low = cut
      }
    }
    roots.append(abs(low.value - target) <= abs(high.value - target) ? low.parameter : high.parameter)
  }

  private mutating func note(_ point: Solution.Point) {
    least = min(least, point.value)
    most = max(most, point.value)
    if let lowest {
      if point.value != lowest.value { varies = true }
      if point.parameter < lowest.parameter { self.lowest = point }
    } else {
      lowest = point
    }
    if point.parameter > (highest?.parameter ?? -.infinity) { highest = point }
    if point.value == target, !roots.contains(point.parameter) { roots.append(point.parameter) }
  }
}
