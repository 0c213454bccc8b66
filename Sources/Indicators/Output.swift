/// A series that an indicator gives.
public struct Output: Sendable, Hashable {
  /// The unit of an output's numbers.
  public enum Unit: Sendable, Hashable {
    /// The same as the first input: the mean of prices is a price.
    case asInput
    /// Money for one unit.
    case price
    /// Units traded.
    case volume
    /// Percent as numbers: 3.1 is 3.1 %; scales whose ends are 0 and 100, or -100 and 0, count so too.
    case percent
    /// A fraction: 0.031 is 3.1 %.
    case fraction
    /// A quotient of two like things, around 1.
    case ratio
    /// A number of bars or of events.
    case count
    /// A number without a unit of its own.
    case number
  }

  /// The short name: `upper`, `k`, `signal`; `value` if there is only one.
  public let name: String
  /// Other names for it, TA-Lib's among them.
  public let aliases: [String]
  /// The kind of its values: numbers or booleans.
  public let kind: ValueKind
  /// The unit of its numbers.
  public let unit: Unit
  /// The bounds that no value leaves, if any.
  public let range: ClosedRange<Double>?

  /// True if 50 means 50 %: percent numbers, and the scales that end at 100.
  public var countsInPercent: Bool {
    unit == .percent || range?.upperBound == 100 || range?.lowerBound == -100
  }

  /// Makes an output.
  public init(
    _ name: String,
    _ aliases: [String] = [],
    kind: ValueKind = .number,
    unit: Unit,
    range: ClosedRange<Double>? = nil
  ) {
    self.name = name
    self.aliases = aliases
    self.kind = kind
    self.unit = unit
    self.range = range
  }

  /// The only output of an indicator.
  public static func value(_ unit: Unit, range: ClosedRange<Double>? = nil) -> Output {
    Output("value", ["real"], unit: unit, range: range)
  }

  /// The only output of an indicator that is true or false.
  public static let truth = Output("value", kind: .truth, unit: .number, range: 0...1)
}
