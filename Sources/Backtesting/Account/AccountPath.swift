/// The account of a run from fill to fill: constant cash and units from a bar up to the next stretch.
///
/// The equity at a close is the cash and the worth of the units there, so that a run of a million bars is as long as its
/// list of fills.
struct AccountPath: Sendable, Hashable {
  /// Bars in a row with the same cash and units.
  struct Stretch: Sendable, Hashable {
    /// The first of its bars, counted from that of the window.
    var start: Int
    var cash: Double
    var units: Double
  }

  /// The stretches in order; the first begins with the window.
  private(set) var stretches: [Stretch] = []
  /// The number of bars of the window.
  private(set) var count: Int

  init(count: Int) { self.count = count }

  /// Forgets all stretches; the memory is kept for the next run.
  mutating func clear(count: Int) {
    stretches.removeAll(keepingCapacity: true)
    self.count = count
  }

  mutating func reserve(_ count: Int) { stretches.reserveCapacity(count) }

  /// Records cash and units from a bar on, which is not before the last one given.
  @inline(__always)
  mutating func go(to start: Int, cash: Double, units: Double) {
    if let last = stretches.last {
      if last.start == start { stretches.removeLast() } else if last.cash == cash, last.units == units { return }
    }
    stretches.append(Stretch(start: start, cash: cash, units: units))
  }

  /// The equity at a bar of the last stretch.
  @inline(__always)
  func lastEquity(at close: Double) -> Double {
    guard let last = stretches.last else { return .nan }
    return last.cash + last.units * close
  }

  /// True if the equity is certainly above zero at all closes, none below `lowest`.
  ///
  /// Of units sold short it is never certain, as a price may rise without end.
  func staysAboveZero(closesFrom lowest: Double) -> Bool {
    stretches.allSatisfy { $0.units >= 0 && $0.cash + $0.units * lowest > 0 }
  }

  /// Reads the equity at the closes of the window; there may be more of them than bars.
  @inline(__always)
  func withCurve<Result>(_ closes: UnsafeBufferPointer<Double>, _ body: (PathCurve) -> Result) -> Result {
    stretches.withUnsafeBufferPointer { body(PathCurve(stretches: $0, count: count, closes: closes)) }
  }
}
