import Indicators

/// Names that mean another indicator with other defaults, kept for the programs that they come from.
///
/// They are understood everywhere, and lists, completion and the reference show the other one.
extension Indicator {
  private static let twins: [String: (name: String, difference: String)] = [
    "mom": ("change", "over 10 bars if the period is left out"),
    "rocp": ("returns", "over 10 bars if the period is left out, 0 if the earlier value is 0"),
    "correl": ("correlation", "over 30 bars if the period is left out, 0 if a series does not move"),
  ]

  /// The name of the indicator that this one is a twin of; nil for all others.
  public var twin: String? { Self.twins[name]?.name }

  /// All other names of the indicator, its twins with their differences: `mom (over 10 bars …)`.
  public var otherNames: [String] {
    let own = Self.twins.filter { $0.value.name == name }.sorted { $0.key < $1.key }
    return aliases + own.map { "\($0.key) (\($0.value.difference))" }
  }

  /// The indicators that lists show: twins are left out.
  public static let listed: [Indicator] = all.filter { $0.twin == nil }
}
