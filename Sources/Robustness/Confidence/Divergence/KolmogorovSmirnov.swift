import LibC
import Work

/// The two-sample test of Kolmogorov and Smirnov: whether two samples can be of one distribution.
///
/// The statistic is the largest distance of their empirical distribution functions, 0 to 1. The p-value is two-sided:
/// exact if no sample has more than 10,000 values (which is the choice of scipy's `ks_2samp`), by its limit above.
/// Values that are missing are left out.
public struct KolmogorovSmirnov: Sendable, Hashable {
  /// The ways to a p-value.
  public enum Method: String, Sendable, Hashable, CaseIterable {
    /// The share of all orders of the values, each as likely, that give such a distance.
    case exact
    /// Kolmogorov's limit distribution.
    case asymptotic

    /// The word that is shown.
    public var name: String { rawValue }
  }

  /// The bands of the statistic.
  public enum Severity: String, Sendable, Hashable, CaseIterable {
    /// Below 0.1.
    case none
    /// From 0.1 on.
    case low
    /// From 0.2 on.
    case medium
    /// From 0.3 on.
    case high

    /// The word that is shown.
    public var name: String { rawValue }
  }

  /// The values of the larger sample up to which the p-value is exact.
  public static let largestExact = 10_000
  /// The p-value below which samples are taken for different, if none is given.
  public static let usualSignificance = 0.05
  /// The values that each sample needs before a drift is reported, if none is given.
  public static let usualMinimum = 30

  /// The number of values of the samples, without missing ones.
  public let counts: (reference: Int, current: Int)
  /// The largest distance of the distribution functions, 0 to 1.
  public let statistic: Double
  /// The probability of such a distance, or a larger one, between samples of one distribution.
  public let pValue: Double
  /// The way to the p-value.
  public let method: Method

  /// Compares two samples; nil if one has no value.
  ///
  /// - Parameter method: The way to the p-value; if it is nil, exact as long as the samples allow it.
  public init?(
    _ reference: [Double], _ current: [Double], method: Method? = nil, isStopped: () -> Bool = { false }
  ) {
    guard let first = reference.filter({ !$0.isNaN }).sorted(unless: isStopped),
      let second = current.filter({ !$0.isNaN }).sorted(unless: isStopped), !first.isEmpty, !second.isEmpty
    else { return nil }
    counts = (first.count, second.count)
    let distance = Self.distance(first, second)
    statistic = Double(distance) / Double(first.count * second.count)
    let chosen = method ?? (max(first.count, second.count) <= Self.largestExact ? .exact : .asymptotic)
    self.method = chosen
    pValue =
      switch chosen {
      case .exact: Self.exact(distance, first.count, second.count)
      case .asymptotic: Self.asymptotic(statistic, first.count, second.count)
      }
  }

  /// The band of the statistic.
  public var severity: Severity {
    if statistic >= 0.3 { return .high }
    if statistic >= 0.2 { return .medium }
    return statistic >= 0.1 ? .low : .none
  }

  /// True if the p-value is below a limit; nil if a sample has too few values.
  public func isDrifted(
    significance: Double = KolmogorovSmirnov.usualSignificance, minimum: Int = KolmogorovSmirnov.usualMinimum
  ) -> Bool? {
    guard min(counts.reference, counts.current) >= minimum else { return nil }
    return pValue < significance
  }

  /// Equality of all that was found.
  public static func == (left: KolmogorovSmirnov, right: KolmogorovSmirnov) -> Bool {
    left.counts == right.counts && left.statistic == right.statistic && left.pValue == right.pValue
      && left.method == right.method
  }

  /// Hashes all that was found.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(counts.reference)
    hasher.combine(counts.current)
    hasher.combine(statistic)
    hasher.combine(pValue)
    hasher.combine(method)
  }

  /// The largest distance in units of 1 / (m n), a whole number: |i n - j m| after each value of either sample.
  private static func distance(_ first: [Double], _ second: [Double]) -> Int {
    var (i, j, largest) = (0, 0, 0)
    while i < first.count, j < second.count {
      let value = min(first[i], second[j])
      // Equal values of both samples are one step of both functions.
      while i < first.count, first[i] == value { i += 1 }
      while j < second.count, second[j] == value { j += 1 }
      largest = max(largest, abs(i * second.count - j * first.count))
    }
    return largest
  }
}
