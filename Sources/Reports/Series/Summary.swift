import Evaluation
import OrderedCollections
import Work

/// The statistics of a set of values.
package struct Summary: Sendable {
  package static let names = ["count", "mean", "stdev", "min", "p5", "p25", "median", "p75", "p95", "max", "sum"]

  /// The values that are there, sorted.
  private var sorted: [Double]

  /// The statistics of values; of none of them once it is stopped.
  package init(_ values: [Double], isStopped: () -> Bool = { false }) {
    sorted = values.filter { !$0.isNaN }.sorted(unless: isStopped) ?? []
  }

  package subscript(name: String) -> Double {
    let count = Double(sorted.count)
    let sum = sorted.reduce(0, +)
    switch name {
    case "count": return count
    case "sum": return sorted.isEmpty ? .nan : sum
    case "mean": return sorted.isEmpty ? .nan : sum / count
    case "stdev":
      guard sorted.count > 1 else { return .nan }
      let mean = sum / count
      return (sorted.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)).squareRoot()
    case "min": return sorted.first ?? .nan
    case "p5": return Reduction.quantile(sorted, 0.05)
    case "p25": return Reduction.quantile(sorted, 0.25)
    case "median": return Reduction.quantile(sorted, 0.5)
    case "p75": return Reduction.quantile(sorted, 0.75)
    case "p95": return Reduction.quantile(sorted, 0.95)
    default: return sorted.last ?? .nan
    }
  }
}
