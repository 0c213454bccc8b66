/// A number or a mode that shapes an indicator.
public struct Parameter: Sendable, Hashable {
  /// One of the modes that a parameter takes.
  public struct Choice: Sendable, Hashable {
    /// The name that is typed: `ema`.
    public let name: String
    /// Its number in the arguments; TA-Lib's if TA-Lib has one.
    public let number: Int

    /// Makes a mode.
    public init(_ name: String, _ number: Int) {
      self.name = name
      self.number = number
    }
  }

  /// The values that a parameter takes.
  public enum Kind: Sendable, Hashable {
    /// A whole number of a range.
    case whole(ClosedRange<Int>)
    /// A real number of a range.
    case real(ClosedRange<Double>)
    /// One of some modes, given by its name or its number; the argument holds the number.
    case choice([Choice])
  }

  /// The value of a parameter that is left out.
  public enum Default: Sendable, Hashable {
    /// This number; of a choice the number of the mode.
    case value(Double)
    /// The argument of another parameter, given by its name.
    case sameAs(String)
    /// Nothing: it must be given.
    case required
  }

  /// The bars that a parameter counts.
  public enum BarCount: Sendable, Hashable {
    /// Those of a window, the present one included.
    case window
    /// Those of a window before the present one.
    case before
    /// Those back to the value that the present one is compared with.
    case distance
  }

  /// The short name: `period`, `fast`, `deviation`.
  public let name: String
  /// Other names for it, TA-Lib's among them.
  public let aliases: [String]
  /// The values that it takes.
  public let kind: Kind
  /// Its value when it is left out.
  public let defaultValue: Default
  /// Its effect, in one sentence.
  public let meaning: String
  /// True if a date may replace a choice: it is not an argument of the computation, but decides on which bar the input
  /// that this parameter anchors is true.
  public let takesDate: Bool
  /// The bars that it counts, which a length of calendar time may replace if the indicator has a window; nil for a
  /// parameter that counts none.
  public let countsBars: BarCount?
  /// True if a call on a series that leaves it out takes the number of bars of the series' year.
  public let isYear: Bool

  /// Makes a parameter.
  public init(
    _ name: String,
    _ aliases: [String] = [],
    _ kind: Kind,
    _ defaultValue: Default,
    _ meaning: String,
    takesDate: Bool = false,
    countsBars: BarCount? = nil,
    isYear: Bool = false
  ) {
    self.name = name
    self.aliases = aliases
    self.kind = kind
    self.defaultValue = defaultValue
    self.meaning = meaning
    self.takesDate = takesDate
    self.countsBars = countsBars
    self.isYear = isYear
  }

  /// True for a value that the parameter takes; never for NaN and infinity.
  public func allows(_ value: Double) -> Bool {
    switch kind {
    case .whole(let range):
      value.rounded() == value && value >= Double(range.lowerBound) && value <= Double(range.upperBound)
    case .real(let range): range.contains(value)
    case .choice(let choices): choices.contains { Double($0.number) == value }
    }
  }

  /// True for a parameter that takes whole numbers.
  public var isWhole: Bool { if case .whole = kind { true } else { false } }

  /// The least number that the parameter takes, of a choice its default or the first one.
  public var least: Double {
    switch kind {
    case .whole(let range): return Double(range.lowerBound)
    case .real(let range): return range.lowerBound
    case .choice(let choices):
      if case .value(let value) = defaultValue { return value }
      return Double(choices.first?.number ?? 0)
    }
  }

  /// The values that the parameter takes, in words: "a whole number from 1 to 100".
  public var allowed: String {
    switch kind {
    case .whole(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .real(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
    case .choice(let choices):
      "one of \(choices.map(\.name).joined(separator: ", "))\(takesDate ? ", or a date" : "")"
    }
  }

  /// The number of the mode with a name; nil if there is none, or the parameter takes numbers.
  public func number(ofChoice name: String) -> Double? {
    guard case .choice(let choices) = kind else { return nil }
    return choices.first { $0.name == name }.map { Double($0.number) }
  }
}
