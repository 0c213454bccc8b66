/// The equity at each close of a window, in memory that lasts for a computation of its figures.
package protocol EquityCurve {
  /// The number of closes.
  var count: Int { get }
  /// The equity at the last close; nil if there is none.
  var last: Double? { get }
  /// The lowest value; infinite if there is none.
  var lowest: Double { get }
  /// The deepest fall as a fraction, zero or negative; `initial` is the equity before the first close.
  func deepestDrawdown(startingFrom initial: Double) -> Double
  /// The drawdowns in the order of their starts, and the figures found on the way.
  func drawdowns(startingFrom initial: Double) -> DrawdownWalk.Figures
  /// Writes the values at some closes, which rise.
  func read(at closes: [Int], into values: UnsafeMutablePointer<Double>)
  /// The sums of the changes from each value to the next as a fraction, and the deepest fall.
  ///
  /// - Parameter returns: takes the changes, and with capacity for the closes and three more values; nil if the sums
  ///   are enough.
  func returnSums(
    startingFrom initial: Double, into returns: UnsafeMutableBufferPointer<Double>?
  ) -> (sums: ReturnSums, fall: Double)
}

extension UnsafeBufferPointer: EquityCurve where Element == Double {
  package var lowest: Double { self.reduce(.infinity) { $1 < $0 ? $1 : $0 } }

  package func deepestDrawdown(startingFrom initial: Double) -> Double {
    Drawdown.deepest(of: self, startingFrom: initial)
  }

  package func drawdowns(startingFrom initial: Double) -> DrawdownWalk.Figures {
    Drawdown.all(of: self, startingFrom: initial)
  }

  package func read(at closes: [Int], into values: UnsafeMutablePointer<Double>) {
    for (place, close) in closes.enumerated() { values[place] = self[close] }
  }

  package func returnSums(
    startingFrom initial: Double, into returns: UnsafeMutableBufferPointer<Double>?
  ) -> (sums: ReturnSums, fall: Double) {
    let fall = deepestDrawdown(startingFrom: initial)
    guard let returns else {
      let sums = withUnsafeTemporaryAllocation(of: Double.self, capacity: count) { ReturnSums(of: self, into: $0) }
      return (sums, fall)
    }
    return (ReturnSums(of: self, into: returns), fall)
  }
}
