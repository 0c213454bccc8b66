import Columns

/// A function over the full range that gives one number; its result looks ahead.
///
/// Missing values are left out. If none remain the result is missing; `count_of` gives 0.
public enum Reduction: String, Hashable, Sendable, CaseIterable {
  case first, last
  case meanOf = "mean_of"
  case stdevOf = "stdev_of"
  case minOf = "min_of"
  case maxOf = "max_of"
  case countOf = "count_of"
  case quantile

  /// The number for a column, missing if it is not finite; `argument` is the quantile's share from 0 to 1.
  func apply(_ column: Column, argument: Double = .nan) -> Double {
    value(column, argument).finiteOrMissing
  }

  private func value(_ column: Column, _ argument: Double) -> Double {
    switch self {
    case .first: column.values.first { !$0.isNaN } ?? .nan
    case .last: column.values.last { !$0.isNaN } ?? .nan
    case .meanOf: Self.mean(column.values)
    case .stdevOf: Self.deviation(column.values)
    case .minOf: column.values.reduce(.nan) { $0.isNaN ? $1 : $1.isNaN ? $0 : Swift.min($0, $1) }
    case .maxOf: column.values.reduce(.nan) { $0.isNaN ? $1 : $1.isNaN ? $0 : Swift.max($0, $1) }
    case .countOf: column.values.reduce(0) { $1.isNaN || $1 == 0 ? $0 : $0 + 1 }
    case .quantile: Self.quantile(column.values.filter { !$0.isNaN }.sorted(), argument)
    }
  }

  static func mean(_ values: some Collection<Double>) -> Double {
    var sum = 0.0
    var count = 0
    for value in values where !value.isNaN {
      sum += value
      count += 1
    }
    return count == 0 ? .nan : sum / Double(count)
  }

  /// The population's deviation, in two passes so that a large mean does not cancel it.
  static func deviation(_ values: some Collection<Double>) -> Double {
    let mean = mean(values)
    var sum = 0.0
    var count = 0
    for value in values where !value.isNaN {
      sum += (value - mean) * (value - mean)
      count += 1
    }
    return count == 0 ? .nan : (sum / Double(count)).squareRoot()
  }

  /// Linear between the two nearest ranks (type 7 of Hyndman and Fan) of sorted values.
  public static func quantile(_ sorted: [Double], _ share: Double) -> Double {
    guard let last = sorted.last, !share.isNaN else { return .nan }
    let position = Swift.max(0, Swift.min(1, share)) * Double(sorted.count - 1)
    let low = Int(position)
    guard low + 1 < sorted.count else { return last }
    return sorted[low] + (position - Double(low)) * (sorted[low + 1] - sorted[low])
  }
}
