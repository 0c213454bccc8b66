/// Memory that one worker uses again for each equity curve.
public struct PerformanceScratch: Sendable {
  var returns: [Double] = []
  var marked: [Double] = []

  /// Makes empty memory; it grows with the first use.
  public init() {}
}

extension PerformanceScratch {
  /// Computes the returns between marks, the first from `initial`, or otherwise between successive values, and their sums, into memory
  /// that lasts for `body`.
  mutating func withReturns(
    of equity: UnsafeBufferPointer<Double>,
    startingFrom initial: Double,
    marks: [Int]?,
    _ body: (UnsafeBufferPointer<Double>, Statistics.ReturnSums) -> Void
  ) {
    let points = marks.map { $0.count + 1 } ?? equity.count
    let count = max(points - 1, 0)
    if returns.count < count { returns = [Double](repeating: 0, count: count) }
    if let marks {
      if marked.count < points { marked = [Double](repeating: 0, count: points) }
      marked[0] = initial
      for (index, mark) in marks.enumerated() { marked[index + 1] = equity[mark] }
    }
    returns.withUnsafeMutableBufferPointer { returns in
      let target = UnsafeMutableBufferPointer(rebasing: returns[0..<count])
      let sums =
        marks == nil
        ? Statistics.summedReturns(of: equity, into: target)
        : marked.withUnsafeBufferPointer {
          Statistics.summedReturns(of: UnsafeBufferPointer(rebasing: $0[0..<points]), into: target)
        }
      body(UnsafeBufferPointer(target), sums)
    }
  }
}
