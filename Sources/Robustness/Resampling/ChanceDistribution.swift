/// The distribution of returns under chance alone, as the benchmark for one result.
public struct ChanceDistribution: Sendable, Hashable {
  /// The return of each run as a fraction, ascending.
  public let returns: [Double]

  init(sorted: [Double]) { returns = sorted }

  /// The share of runs, 0...1, below a return, equal ones counted by half; missing without runs.
  public func percentile(of value: Double) -> Double { SortedSample.percentile(of: value, in: returns) }

  /// The return that a share of the runs is below, linear between the two nearest; missing without runs.
  public func quantile(_ share: Double) -> Double { SortedSample.quantile(share, of: returns) }

  /// The probability that chance does at least as well as a return.
  ///
  /// The return itself counts as one of the runs, so that it is never 0 (Phipson and Smyth 2010). Missing without runs.
  public func probability(ofAtLeast value: Double) -> Double {
    guard !returns.isEmpty, !value.isNaN else { return .nan }
    let count = Double(returns.count)
    let below = SortedSample.share(upTo: value - 1e-11 * max(1, value.magnitude), in: returns)
    return ((1 - below) * count + 1) / (count + 1)
  }
}
