/// The equity at each close of a window, in memory that lasts for a computation of its figures.
protocol EquityCurve {
  /// The number of closes.
  var count: Int { get }
  /// The equity at the last close; nil where there is none.
  var last: Double? { get }
  /// The deepest fall as a fraction, zero or negative; `initial` is the equity before the first close.
  func deepestDrawdown(startingFrom initial: Double) -> Double
  /// The drawdowns in the order of their starts, and what is found on the way.
  func drawdowns(startingFrom initial: Double) -> DrawdownWalk.Figures
  /// Writes the values at some closes, which rise.
  func read(at closes: [Int], into values: UnsafeMutablePointer<Double>)
  /// Writes the change from each value to the next as a fraction; see ``Statistics/summedReturns(of:into:)``.
  ///
  /// - Parameter returns: memory for as many values as there are closes and three more.
  func summedReturns(into returns: UnsafeMutableBufferPointer<Double>) -> Statistics.ReturnSums
  /// The same together with the deepest fall.
  func summedReturns(
    into returns: UnsafeMutableBufferPointer<Double>, startingFrom initial: Double
  ) -> (sums: Statistics.ReturnSums, fall: Double)
}

extension EquityCurve {
  func summedReturns(
    into returns: UnsafeMutableBufferPointer<Double>, startingFrom initial: Double
  ) -> (sums: Statistics.ReturnSums, fall: Double) {
    (summedReturns(into: returns), deepestDrawdown(startingFrom: initial))
  }
}

extension UnsafeBufferPointer: EquityCurve where Element == Double {
  func deepestDrawdown(startingFrom initial: Double) -> Double { Drawdown.deepest(of: self, startingFrom: initial) }

  func drawdowns(startingFrom initial: Double) -> DrawdownWalk.Figures {
    Drawdown.all(of: self, startingFrom: initial)
  }

  func read(at closes: [Int], into values: UnsafeMutablePointer<Double>) {
    for (place, close) in closes.enumerated() { values[place] = self[close] }
  }

  func summedReturns(into returns: UnsafeMutableBufferPointer<Double>) -> Statistics.ReturnSums {
    Statistics.summedReturns(of: self, into: returns)
  }
}
