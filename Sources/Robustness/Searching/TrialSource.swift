/// A search that is asked for points to try, and told how they did.
///
/// ```swift
/// var search = TreeParzen(space)
/// while tried < budget {
///   let points = search.ask(16)
///   if points.isEmpty { break }
///   search.tell(points, points.map(score))
/// }
/// ```
///
/// A batch has the size that is asked for, not one of the number of threads: so the points do not depend on the
/// machine. A search is a value, and equal ones that are asked and told the same go on equally.
public protocol TrialSource: Sendable {
  /// The next points to try, none of which was asked or told before.
  ///
  /// Fewer than `count` only where the space is exhausted, or where so few of its points are kept that none was found
  /// among a million.
  mutating func ask(_ count: Int) -> [[Int]]

  /// Hears the scores of points, asked for or not: higher is better, and a missing one is worse than all others.
  mutating func tell(_ points: [[Int]], _ scores: [Double])
}
