import Text

/// The definition of one assumption: its name, its meaning and the values that make sense.
///
/// The table ``all`` is the one place if an assumption is defined; reading, checking, completion and help all use it.
/// Its order is the order in which assumptions are shown.
public struct AssumptionDefinition: Sendable, Equatable {
  /// The unit of an assumption's number.
  public enum Unit: String, Sendable, Equatable, CaseIterable {
    /// An amount in the currency of the company's accounts.
    case money
    /// A fraction a year, or a share of revenue: 0.02 is 2 %.
    case rate
    /// A number of things, such as shares.
    case count
    /// An amount of money for one share.
    case perShare = "per_share"
    /// A length of time in years.
    case years
    /// A growth rate forever or a multiple; see ``TerminalAssumption``.
    case terminal
    /// One of a few words.
    case word
    /// A plain number, such as a beta or revenue for each unit of capital.
    case number
    /// A day, as `2025-09-27`.
    case date
    /// Any word, such as the code of a currency.
    case text
    /// Options on the company's shares; see ``OptionTranche``.
    case options

    /// Whether it is an amount of something and no rate: money, a count, money for one share.
    public var isAmount: Bool { self == .money || self == .count || self == .perShare }

    /// Whether it is a word and not a number.
    public var isWord: Bool {
      switch self {
      case .word, .date, .text, .options: true
      case .money, .rate, .count, .perShare, .years, .terminal, .number: false
      }
    }
  }

  /// The assumption that the row is about.
  public let key: AssumptionName
  /// The name that results show and that errors use.
  public let name: String
  /// Other names that are understood.
  public let aliases: [String]
  /// The unit of its number.
  public let unit: Unit
  /// Whether it may differ from year to year.
  public let isPath: Bool
  /// Whether it is a list of numbers, one for each year of the past.
  public let isList: Bool
  /// Whether a valuation is refused without it.
  public let isRequired: Bool
  /// The number taken if none is given; `nil` if there is none.
  public let defaultValue: Double?
  /// The words that are understood, the default first; empty unless the unit is a word.
  public let words: [String]
  /// The usual range: a value outside is a warning.
  public let plausible: Bounds?
  /// The possible range: a value outside is refused.
  public let hard: Bounds?
  /// The step by which a study of sensitivity moves it; a fraction of itself if `swingIsRelative`.
  public let swing: Double?
  /// Whether ``swing`` is a fraction of the value and not an amount to add.
  public let swingIsRelative: Bool
  /// Whether its default is filled in, and shown, in every valuation.
  ///
  /// An assumption of the full model alone is not: there the default counts silently if nothing asks for it.
  public let isFilled: Bool
  /// The meaning, in one line.
  public let meaning: String

  init(
    _ key: AssumptionName,
    aliases: [String] = [],
    unit: Unit,
    isPath: Bool = false,
    isList: Bool = false,
    isRequired: Bool = false,
    defaultValue: Double? = nil,
    words: [String] = [],
    plausible: Bounds? = nil,
    hard: Bounds? = nil,
    swing: Double? = nil,
    swingIsRelative: Bool = false,
    isFilled: Bool = true,
    meaning: String
  ) {
    self.key = key
    name = key.rawValue
    self.aliases = aliases
    self.unit = unit
    self.isPath = isPath
    self.isList = isList
    self.isRequired = isRequired
    self.defaultValue = defaultValue
    self.words = words
    self.plausible = plausible
    self.hard = hard
    self.swing = swing
    self.swingIsRelative = swingIsRelative
    self.isFilled = isFilled
    self.meaning = meaning
  }

  /// A number of this unit as people read it.
  public func text(_ value: Double) -> String {
    switch unit {
    case .rate, .terminal: Wording.percent(value)
    case .money, .count: Wording.amount(value)
    case .years: Wording.number(value) + "y"
    case .perShare, .word, .number, .date, .text, .options: Wording.number(value)
    }
  }
}

extension AssumptionDefinition {
  /// A range of values, with or without ends.
  public struct Bounds: Sendable, Equatable {
    /// The smallest value, or minus infinity.
    public let lower: Double
    /// The largest value, or infinity.
    public let upper: Double
    /// Whether `lower` itself lies outside.
    public let excludesLower: Bool

    /// The values from `lower` to `upper`.
    public init(_ lower: Double, _ upper: Double, excludesLower: Bool = false) {
      self.lower = lower
      self.upper = upper
      self.excludesLower = excludesLower
    }

    static let positive = Bounds(0, .infinity, excludesLower: true)
    static let notNegative = Bounds(0, .infinity)

    /// Whether `value` lies inside, with a trillionth of tolerance for the rounding of an end.
    public func contains(_ value: Double) -> Bool {
      if excludesLower {
        guard value > lower else { return false }
      } else {
        guard value >= lower - 1e-12 * max(1, abs(lower)) || lower == -.infinity else { return false }
      }
      return value <= upper + 1e-12 * max(1, abs(upper)) || upper == .infinity
    }

    /// The end that `value` lies beyond; `nil` inside.
    func end(exceededBy value: Double) -> Double? {
      contains(value) ? nil : (value <= lower ? lower : upper)
    }
  }

  /// A range in words: `-90%..300%`, `above 0`.
  public func text(_ bounds: Bounds) -> String {
    if bounds.upper == .infinity {
      return bounds.excludesLower
        ? "above \(text(bounds.lower))" : "\(text(bounds.lower)) or more"
    }
    if bounds.excludesLower { return "above \(text(bounds.lower)), at most \(text(bounds.upper))" }
    if bounds.lower == -.infinity { return "at most \(text(bounds.upper))" }
    return "\(text(bounds.lower))..\(text(bounds.upper))"
  }
}
