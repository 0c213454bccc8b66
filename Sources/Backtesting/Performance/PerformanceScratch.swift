/// Memory that one worker uses again for each equity curve.
public struct PerformanceScratch: Sendable {
  var returns: [Double] = []
  var marked: [Double] = []

  /// Makes empty memory; it grows with the first use.
  public init() {}
}

extension PerformanceScratch {
  /// The returns alone.
  mutating func withReturns(
    of equity: some EquityCurve,
    startingFrom initial: Double,
    marks: [Int]?,
    _ body: (UnsafeBufferPointer<Double>, ReturnSums) -> Void
  ) {
    var fall: Double? = .nan
    withReturns(of: equity, startingFrom: initial, marks: marks, fall: &fall, body)
  }

  /// Computes the returns between marks, the first from `initial`, or otherwise between successive values, and their sums, into memory
  /// that lasts for `body`.
  ///
  /// - Parameter fall: the deepest fall if it is known already, else it is found.
  mutating func withReturns(
    of equity: some EquityCurve,
    startingFrom initial: Double,
    marks: [Int]?,
    fall: inout Double?,
    _ body: (UnsafeBufferPointer<Double>, ReturnSums) -> Void
  ) {
    let points = marks.map { $0.count + 1 } ?? equity.count
    let count = max(points - 1, 0)
    // Four values at a time are written, some of them after the end.
    if returns.count < count + 4 { returns = [Double](repeating: 0, count: count + 4) }
    if let marks {
      if marked.count < points { marked = [Double](repeating: 0, count: points) }
      marked.withUnsafeMutableBufferPointer { marked in
        guard let first = marked.baseAddress else { return }
        first.pointee = initial
        equity.read(at: marks, into: first + 1)
      }
    }
    returns.withUnsafeMutableBufferPointer { returns in
      let sums: ReturnSums
      if marks != nil {
        if fall == nil { fall = equity.deepestDrawdown(startingFrom: initial) }
        sums = marked.withUnsafeBufferPointer {
          ReturnSums(of: UnsafeBufferPointer(rebasing: $0[0..<points]), into: returns)
        }
      } else {
        let found = equity.returnSums(startingFrom: initial, into: returns)
        sums = found.sums
        fall = fall ?? found.fall
      }
      body(UnsafeBufferPointer(rebasing: returns[0..<count]), sums)
    }
  }
}
