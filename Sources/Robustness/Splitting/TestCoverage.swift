/// The bars that each test window counts for, where windows overlap because steps are shorter than tests.
///
/// A bar belongs to the first window that tests it; later windows give only the bars that they are the first to reach.
/// So results that are joined from all windows hold each bar once.
public struct TestCoverage: Sendable, Hashable {
  /// The part of each window's test that counts, in the order of the windows.
  ///
  /// It is the bars after those of all earlier windows, and empty where these have them all.
  public let counted: [Range<Int>]
  /// The bars that are tested.
  public let barCount: Int
  /// The bars between tested ones that no window tests, where steps are longer than tests.
  public let gaps: [Range<Int>]

  /// The coverage of windows whose tests start in ascending order, as a plan's do.
  public init(_ windows: [WalkForwardWindow]) {
    var counted: [Range<Int>] = []
    var gaps: [Range<Int>] = []
    var end = windows.first?.test.lowerBound ?? 0
    for window in windows {
      if window.test.lowerBound > end { gaps.append(end..<window.test.lowerBound) }
      let start = min(max(window.test.lowerBound, end), window.test.upperBound)
      counted.append(start..<window.test.upperBound)
      end = max(end, window.test.upperBound)
    }
    self.counted = counted
    self.gaps = gaps
    barCount = counted.reduce(0) { $0 + $1.count }
  }
}
