/// A search that proposes points to try, and learns their scores.
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
/// A batch has the requested size, independent of the number of threads: so the points do not depend on the machine. A
/// search is a value, and equal ones with equal calls continue equally.
public protocol TrialSource: Sendable {
  /// The next points to try, all new.
  ///
  /// Fewer than `count` only if the space is exhausted, or so few of its points are kept that none was found among a
  /// million.
  mutating func ask(_ count: Int) -> [[Int]]

  /// Hears the scores of points, asked for or not: higher is better, and a missing one is worse than all others.
  mutating func tell(_ points: [[Int]], _ scores: [Double])
}
