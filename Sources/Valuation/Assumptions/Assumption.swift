import Calendar
import Text

/// One assumption of a valuation: its value, how it was written, and its source.
public struct Assumption: Sendable, Equatable {
  /// The content of an assumption.
  public enum Value: Sendable, Equatable {
    /// One number: money, a count, or a rate for every year.
    case scalar(Double)
    /// A number for each year.
    case path(YearPath)
    /// The terminal, which follows the forecast.
    case terminal(TerminalAssumption)
    /// One of a few words, such as `mid-year`.
    case word(String)
    /// A multiple of a known amount, `12x ebitda 2.1B`: the value of a part.
    case priced(Double, of: TerminalAssumption.Metric, Double)
  }

  /// The amount that a rate is a share of, if that is not revenue.
  public enum Basis: String, Sendable, Equatable, CaseIterable {
    /// Of the increase in revenue: `capex = 8% of change`.
    case change
    /// Of the capital in the business: `failure_proceeds = 50% of book`.
    case book

    /// The amounts that the assumption called `name` may be a share of, besides the usual one.
    public static func of(_ name: String) -> [Basis] {
      switch AssumptionDefinition.named(name)?.key {
      case .capex, .depreciation, .workingCapital, .terminalCapex, .terminalDepreciation, .terminalWorkingCapital:
        [.change]
      case .failureProceeds: [.book]
      default: []
      }
    }
  }

  /// The source of an assumption.
  public enum Source: Sendable, Equatable {
    /// The user wrote it.
    case typed
    /// Reported figures of the company; the detail says which tag, period and filing.
    case fundamentals(detail: String)
    /// Not given.
    case `default`
    /// A scenario that the model started from.
    case scenario(String)
    /// It is given outside the part that uses it.
    case outside

    /// The word for the kind of source.
    public var name: String {
      switch self {
      case .typed: "typed"
      case .fundamentals: "fundamentals"
      case .default: "default"
      case .scenario: "scenario"
      case .outside: "outside"
      }
    }
  }

  /// A relative change, which acts on every year of a path.
  public struct Shift: Sendable, Equatable {
    /// How the amount acts.
    public enum Operator: String, Sendable, Equatable, CaseIterable {
      /// Adds the amount.
      case add = "+"
      /// Takes the amount away.
      case subtract = "-"
      /// Multiplies by the amount.
      case multiply = "*"
      /// Divides by the amount.
      case divide = "/"

      /// The amount that changes nothing.
      public var neutral: Double {
        switch self {
        case .add, .subtract: 0
        case .multiply, .divide: 1
        }
      }
    }

    /// How the amount acts.
    public let `operator`: Operator
    /// The amount; percentage points are fractions, so 0.02 is 2pp.
    public let amount: Double
    /// How it was written, such as `+ 2pp`; empty if not typed.
    public let written: String

    /// Creates a shift.
    public init(_ operator: Operator, _ amount: Double, written: String = "") {
      self.operator = `operator`
      self.amount = amount
      self.written = written
    }

    /// Whether the amount is added or taken away.
    var isSum: Bool { `operator` == .add || `operator` == .subtract }

    /// `value` after the shift.
    public func applied(to value: Double) -> Double {
      switch `operator` {
      case .add: value + amount
      case .subtract: value - amount
      case .multiply: value * amount
      case .divide: value / amount
      }
    }

    /// A value that is shifted, as typed: `(6% to 3%) + 2pp`, `((6% to 3%) + 2pp) * 1.1`.
    ///
    /// - Parameter before: the shift that `value` ends with; `nil` if it ends with none.
    func text(moving value: String, after before: Shift?, unit: AssumptionDefinition.Unit) -> String {
      let isCompound =
        if let before { before.isSum && !isSum } else { value.contains(" ") || value.hasPrefix("[") }
      return (isCompound ? "(\(value))" : value) + " " + text(unit: unit)
    }

    /// The shift as written, or as it would be written.
    func text(unit: AssumptionDefinition.Unit) -> String {
      if !written.isEmpty { return written }
      let amountText =
        switch unit {
        case .rate, .terminal: isSum ? Wording.points(amount) : Wording.number(amount)
        case .money, .count: isSum ? Wording.amount(amount) : Wording.number(amount)
        case .perShare, .years, .word, .number, .date, .text, .options: Wording.number(amount)
        }
      return "\(`operator`.rawValue) \(amountText)"
    }
  }

  /// The value of one year of a path, that deviates from the path.
  public struct Exception: Sendable, Equatable {
    /// The year of the forecast, from 1.
    public let year: Int
    /// Its value.
    public let value: Double

    /// Creates an exception.
    public init(year: Int, value: Double) {
      self.year = year
      self.value = value
    }
  }

  /// The name as given; ``Assumptions`` replaces an alias by its canonical name.
  public let name: String
  /// The assumption denoted by the name; `nil` for one of a part, such as `aero.margin`, and for an unknown name.
  public let key: AssumptionName?
  /// The content, before the shifts.
  public let value: Value
  /// How the value was written; empty if not typed.
  public let written: String
  /// The source of the value.
  public internal(set) var source: Source
  /// Relative changes since, in the order in which they act.
  public internal(set) var shifts: [Shift]
  /// The amount that a rate is a share of; `nil` for the usual one: revenue, or the value for the proceeds of a
  /// failure.
  public let basis: Basis?
  /// Years with their own value, in ascending order; later shifts move them too.
  public internal(set) var exceptions: [Exception]
  /// The start of a path that begins with `to` if the reported figures do not give it: the first year's value of the
  /// path that it replaced.
  public internal(set) var start: Double?
  /// True if the value, or a change of it, was computed from bars that came later than some bars that see it.
  public internal(set) var looksAhead = false
  /// The day of the last bar that the value was computed from; `nil` if it was computed from none.
  public internal(set) var barDay: CivilDate?
  /// The user's reason for it; `nil` if not given.
  public internal(set) var reason: String?

  /// Creates an assumption of a name as a user types it: an alias, or that of a part's assumption.
  ///
  /// The name is checked when the assumption is added to others.
  public init(
    _ name: String,
    _ value: Value,
    written: String = "",
    source: Source = .typed,
    shifts: [Shift] = [],
    basis: Basis? = nil,
    exceptions: [Exception] = [],
    start: Double? = nil
  ) {
    self.init(
      name, AssumptionDefinition.key(of: name), value, written, source, shifts, basis, exceptions, start)
  }

  /// Creates an assumption.
  public init(
    _ key: AssumptionName,
    _ value: Value,
    written: String = "",
    source: Source = .typed,
    shifts: [Shift] = [],
    basis: Basis? = nil,
    exceptions: [Exception] = [],
    start: Double? = nil
  ) {
    self.init(key.rawValue, key, value, written, source, shifts, basis, exceptions, start)
  }

  private init(
    _ name: String, _ key: AssumptionName?, _ value: Value, _ written: String, _ source: Source, _ shifts: [Shift],
    _ basis: Basis?, _ exceptions: [Exception], _ start: Double?
  ) {
    self.name = name
    self.key = key
    self.value = value
    self.written = written
    self.source = source
    self.shifts = shifts
    self.basis = basis
    self.exceptions = exceptions
    self.start = start
  }

  /// An assumption that is one number.
  public init(_ name: String, _ number: Double, written: String = "", source: Source = .typed) {
    self.init(name, .scalar(number), written: written, source: source)
  }

  /// An assumption that is one number.
  public init(_ key: AssumptionName, _ number: Double, written: String = "", source: Source = .typed) {
    self.init(key, .scalar(number), written: written, source: source)
  }

  /// An assumption that has a number for each year.
  public init(_ key: AssumptionName, _ path: YearPath, written: String = "", source: Source = .typed) {
    self.init(key, .path(path), written: written, source: source)
  }

  /// An assumption that has a number for each year.
  public init(_ name: String, _ path: YearPath, written: String = "", source: Source = .typed) {
    self.init(name, .path(path), written: written, source: source)
  }

  /// An assumption about the years after the forecast; its name is `terminal`.
  public init(terminal: TerminalAssumption, written: String = "", source: Source = .typed) {
    self.init(.terminal, .terminal(terminal), written: written, source: source)
  }

  /// An assumption that is a word.
  public init(_ name: String, word: String, written: String = "", source: Source = .typed) {
    self.init(name, .word(word), written: written, source: source)
  }

  /// An assumption that is a word.
  public init(_ key: AssumptionName, word: String, written: String = "", source: Source = .typed) {
    self.init(key, .word(word), written: written, source: source)
  }

  /// Options on the company's shares.
  public init(options: [OptionTranche], written: String = "", source: Source = .typed) {
    self.init(.options, .word(OptionTranche.text(options)), written: written, source: source)
  }

  /// The assumption with another number in place of its value, of the same basis.
  func with(number: Double) -> Assumption {
    let value: Value =
      if case .terminal(let terminal) = value { .terminal(terminal.with(number: number)) } else { .scalar(number) }
    return Assumption(name, key, value, "", .typed, [], basis, [], nil)
  }

  /// The assumption with one more shift, which the reason for the value before does not explain.
  func shifted(by shift: Shift) -> Assumption {
    var result = self
    result.reason = nil
    result.shifts.append(shift)
    result.exceptions = exceptions.map { Exception(year: $0.year, value: shift.applied(to: $0.value)) }
    return result
  }

  /// The assumption with another value in one year.
  func with(_ exception: Exception) -> Assumption {
    var result = self
    result.exceptions.removeAll { $0.year == exception.year }
    result.exceptions.append(exception)
    result.exceptions.sort { $0.year < $1.year }
    return result
  }

  /// The assumption with another source.
  public func with(source: Source) -> Assumption {
    var result = self
    result.source = source
    return result
  }

  /// The assumption, marked as computed from later bars.
  public func lookingAhead(_ looksAhead: Bool = true) -> Assumption {
    var result = self
    result.looksAhead = looksAhead
    return result
  }

  /// The assumption, marked as computed from bars that end with a day.
  public func read(until day: CivilDate?) -> Assumption {
    var result = self
    result.barDay = day
    return result
  }

  /// The assumption with a reason, or without one.
  public func because(_ reason: String?) -> Assumption {
    var result = self
    result.reason = reason
    return result
  }

  /// The assumption under another name.
  public func named(_ name: String) -> Assumption {
    Assumption(
      name, value, written: written, source: source, shifts: shifts, basis: basis, exceptions: exceptions, start: start
    ).lookingAhead(looksAhead).read(until: barDay).because(reason)
  }

  /// The yearly values of a path after all shifts, with the years that differ.
  func afterShifts(_ years: [Double]) -> [Double] {
    var result = shifts.isEmpty ? years : years.map { afterShifts($0) }
    for exception in exceptions where exception.year <= result.count { result[exception.year - 1] = exception.value }
    return result
  }

  /// `number` after all shifts.
  func afterShifts(_ number: Double) -> Double {
    shifts.reduce(number) { $1.applied(to: $0) }
  }

  /// The value as written, or as it would be written, with its shifts: `(6% to 3%) + 2pp`.
  ///
  /// Amounts in place of rates name their figure: growth is `revenue [420B, 455B] then 6%`, and once its rates have
  /// moved `revenue [420B, 455B] then 6%, growth + 2pp`.
  public var text: String {
    let named = (isOfOtherAmounts ? nameOfAmounts + " " : "") + valueText
    return exceptions.reduce(named) { $0 + ", year \($1.year): \(text(of: $1))" }
  }

  /// The assumption as typed: `growth = 6% to 3%`, `margin to 34%`, `revenue = [420B, 455B]`.
  public var statement: String {
    let dotted = DottedName(name)
    let name = isOfOtherAmounts ? DottedName(part: dotted.part, name: nameOfAmounts).text : name
    let statement = valueText.hasPrefix("to ") ? "\(name) \(valueText)" : "\(name) = \(valueText)"
    return exceptions.reduce(statement) { $0 + ", \(self.name)[\($1.year)] = \(text(of: $1))" }
  }

  private func text(of exception: Exception) -> String {
    (key?.definition ?? AssumptionDefinition.named(name))?.text(exception.value) ?? Wording.number(exception.value)
  }

  /// Whether it is given as amounts of something else, such as growth by revenue.
  private var isOfOtherAmounts: Bool { hasAmounts && nameOfAmounts != DottedName(name).name }

  private var nameOfAmounts: String { (key ?? DottedName(name).key)?.nameOfAmounts ?? name }

  private var valueText: String {
    let definition = key?.definition ?? AssumptionDefinition.named(name)
    let unit = definition?.unit ?? .rate
    var text = written
    if text.isEmpty {
      text =
        switch value {
        case .scalar(let number): definition?.text(number) ?? Wording.number(number)
        case .path(let path): path.text
        case .terminal(let terminal): terminal.text
        case .word(let word) where unit == .options:
          OptionTranche.list(word)?.map(\.wording).joined(separator: ", ") ?? word
        case .word(let word): word
        case .priced(let multiple, let metric, let figure):
          "\(Wording.number(multiple))x \(metric.title) of \(Wording.amount(figure))"
        }
    }
    if let basis, written.isEmpty { text += " of \(basis.rawValue)" }
    if isOfOtherAmounts {
      for shift in shifts { text += ", \(name) \(shift.text(unit: unit))" }
    } else {
      for (shift, before) in zip(shifts, [nil] + shifts) {
        text = shift.text(moving: text, after: before, unit: unit)
      }
    }
    return text
  }
}
