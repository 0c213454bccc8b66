/// The points that parameters span: each has an ordered list of values, and a point is one index into each list.
public struct SearchSpace: Sendable, Hashable {
  /// The number of values of each parameter.
  public let sizes: [Int]
  /// The number of points; `Int.max` if there are more.
  public let count: Int

  /// Makes a space; with a parameter without values it has no point.
  public init(sizes: [Int]) {
    self.sizes = sizes.map { max(0, $0) }
    count =
      self.sizes.contains(0)
      ? 0
      : self.sizes.reduce(1) { count, size in
        let (product, isOver) = count.multipliedReportingOverflow(by: size)
        return isOver ? .max : product
      }
  }

  /// Whether a list of indices is a point of the space.
  public func contains(_ point: [Int]) -> Bool {
    point.count == sizes.count && zip(point, sizes).allSatisfy { $0 >= 0 && $0 < $1 }
  }

  /// The place of a point in the order in which the last parameter changes fastest; nil if it is not in the space, or
  /// if the space has `Int.max` points or more.
  public func index(of point: [Int]) -> Int? {
    guard contains(point), count < .max else { return nil }
    return zip(point, sizes).reduce(0) { $0 * $1.1 + $1.0 }
  }

  /// The point of a place; nil if there is none.
  public func point(at index: Int) -> [Int]? {
    guard index >= 0, index < count, count < .max else { return nil }
    var rest = index
    var point = sizes
    for parameter in sizes.indices.reversed() {
      point[parameter] = rest % sizes[parameter]
      rest /= sizes[parameter]
    }
    return point
  }
}
