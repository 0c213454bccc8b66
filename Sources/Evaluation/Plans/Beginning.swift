import Columns

/// The first bar with a value, and the bar from which on the beginning of the bars has no effect.
public struct Beginning: Hashable, Sendable {
  /// The first bar with a value, on bars that have all of theirs.
  public var warmUp: Int
  /// The bar from which on the first bar of the data weighs less than a millionth; nil if that is not known.
  public var settled: Int?

  /// Makes the beginning of a series.
  public init(warmUp: Int, settled: Int?) {
    self.warmUp = warmUp
    self.settled = settled
  }

  /// The weight of the beginning of the data on a bar: 1 up to the warm-up, then less by the same factor on each bar.
  ///
  /// Missing if it is not known when the values settle.
  public func weight(at bar: Int) -> Double {
    guard let settled else { return .missing }
    if bar >= settled { return 0 }
    let passed = Double(max(0, bar - warmUp)) / Double(max(1, settled - warmUp))
    return Operation.power.apply(10, -6 * passed)
  }

  /// The same, moved to a later bar by missing values at the beginning of the data.
  public func moved(toBegin first: Int) -> Beginning {
    let bars = max(0, first - warmUp)
    return Beginning(warmUp: warmUp + bars, settled: settled.map { $0 + bars })
  }

  /// Both at the later bars of two series.
  public func later(_ other: Beginning) -> Beginning {
    let settled: Int? = if let mine = settled, let theirs = other.settled { max(mine, theirs) } else { nil }
    return Beginning(warmUp: max(warmUp, other.warmUp), settled: settled)
  }
}
