/// A figure of a run: its name in results, its meaning and its computation.
public struct Metric: Sendable {
  /// The unit of a figure.
  public enum Unit: String, Sendable, Hashable, CaseIterable {
    /// A share of one: 0.12 is 12 %.
    case fraction
    /// A plain number.
    case ratio
    /// The account's money.
    case money
    /// Bars of the series.
    case bars
    /// A count.
    case count
  }

  /// The values that are better; decides the meaning of "best first".
  public enum Preference: Sendable, Hashable {
    case higher, lower
  }

  /// The key in results: `sharpe_ratio`.
  public let name: String
  /// Other names that are understood: `sharpe`.
  public let aliases: [String]
  /// The name in words.
  public let title: String
  /// Its computation, in one sentence.
  public let formula: String
  /// Its unit.
  public let unit: Unit
  /// The values that are better.
  public let preference: Preference
  /// The detail that a performance must have for the figure to be there.
  public let detail: Performance.Detail
  /// Takes the figure from a performance; NaN if it is not defined.
  public let value: @Sendable (Performance) -> Double

  /// The metric with a name or alias, or nil.
  public static func named(_ name: String) -> Metric? {
    all.first { $0.name == name } ?? all.first { $0.aliases.contains(name) }
  }

  init(
    _ name: String,
    _ title: String,
    _ unit: Unit,
    _ formula: String,
    aliases: [String] = [],
    _ preference: Preference = .higher,
    detail: Performance.Detail = .essential,
    _ value: @escaping @Sendable (Performance) -> Double
  ) {
    self.name = name
    self.aliases = aliases
    self.title = title
    self.formula = formula
    self.unit = unit
    self.preference = preference
    self.detail = detail
    self.value = value
  }

  /// All metrics, in the order in which they are listed.
  public static let all: [Metric] = curve + risk + distribution + benchmark + closedTrades + costs
}
