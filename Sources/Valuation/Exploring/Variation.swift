/// One assumption that is to take other values: an axis of a grid, or the unknown of a search.
public struct Variation: Sendable, Equatable {
  /// The effect of a value on the assumption.
  public enum Mode: Sendable, Equatable {
    /// Replaces it, in every year. For `terminal` it is a growth rate.
    case set
    /// Makes `terminal` this multiple of a figure of the last year.
    case multiple(of: TerminalAssumption.Metric)
    /// Moves every year of it.
    case shift(Assumption.Shift.Operator)
    /// Replaces it by an assumption with ``YearPath/unknown`` in it, in the place of the value: `to ? by year 5`.
    case path(Assumption)
  }

  /// The assumption, by its name or an alias.
  public let parameter: String
  /// The effect of a value on it.
  public let mode: Mode

  /// Creates a variation; without a mode the values replace the assumption.
  public init(_ parameter: AssumptionName, _ mode: Mode = .set) {
    self.init(parameter.rawValue, mode)
  }

  /// A variation of an assumption under the name that a user types, such as an alias or `aero.margin`.
  public init(_ parameter: String, _ mode: Mode = .set) {
    self.parameter = parameter
    self.mode = mode
  }

  /// The change of the assumptions for one value.
  public func change(to value: Double) -> Assumptions.Change {
    switch mode {
    case .set: .number(parameter, value)
    case .multiple(let metric):
      .set(Assumption(parameter, .terminal(.multiple(value, of: metric))))
    case .shift(let how): .shift(parameter, Assumption.Shift(how, value))
    case .path(let assumption): .set(assumption.named(parameter).filled(with: value))
    }
  }

  /// The value that leaves `assumptions` as they are; `nil` if a set would replace a path.
  func baseValue(in assumptions: Assumptions) -> Double? {
    if case .shift(let how) = mode { return how.neutral }
    let definition = AssumptionDefinition.named(parameter)
    guard let given = assumptions.holding(parameter) else { return definition?.defaultValue }
    switch (given.value, mode) {
    case (.scalar(let number), .set): return given.afterShifts(number)
    case (.priced(let multiple, _, let figure), .set): return given.afterShifts(multiple * figure)
    case (.terminal(.growth(let rate)), .set): return given.afterShifts(rate)
    case (.terminal(.multiple(let multiple, of: let metric)), .multiple(of: let wanted))
    where metric == wanted:
      return given.afterShifts(multiple)
    default: return nil
    }
  }

  /// The possible values of the assumption once this variation replaced it; `nil` for any.
  func bounds(_ definition: AssumptionDefinition) -> AssumptionDefinition.Bounds? {
    if case .multiple = mode { return AssumptionDefinition.possibleMultiple }
    return definition.hard
  }

  /// The definition of the assumption, if it is one that numbers can vary and the value depends on.
  ///
  /// - Parameter assumptions: the model, if its value may depend on the price.
  func checkedDefinition(in assumptions: Assumptions = Assumptions()) throws(ValuationError) -> AssumptionDefinition {
    let definition = try AssumptionDefinition.find(parameter)
    let name = definition.key
    guard !definition.unit.isWord, !definition.isList else {
      throw ValuationError(
        code: .wrongKind,
        message: "\(name) is \(definition.isList ? "a list" : "a word") and has no range of numbers",
        assumptions: [name]
      )
    }
    guard name != .price || (try? DiscountedCashFlow.dependsOnPrice(assumptions)) ?? false else {
      throw ValuationError(
        code: .noInfluence,
        message: "the value does not depend on price",
        assumptions: [name],
        hint: "it does if the weight of debt or the exercise of options is computed at the price"
      )
    }
    if case .multiple = mode, name != .terminal {
      throw ValuationError(
        code: .wrongKind,
        message: "\(name) cannot be a multiple, which only terminal can",
        assumptions: [name]
      )
    }
    return definition
  }
}

extension YearPath {
  /// The placeholder in a path for the unknown number, typed as `?`.
  ///
  /// A path with it is not an assumption of a model: only a ``Variation`` may have it.
  public static let unknown = Double.infinity

  /// The path with a number in place of the unknown.
  func filled(with value: Double) -> YearPath {
    func known(_ number: Double) -> Double { number == YearPath.unknown ? value : number }
    return YearPath(
      phases.map { phase in
        let shape: Shape =
          switch phase.shape {
          case .constant(let number): .constant(known(number))
          case .glide(let first, let last): .glide(from: first.map(known), to: known(last))
          case .list(let numbers): .list(numbers.map(known))
          case .approach(let first, let other): .approach(from: first.map(known), to: other)
          case .hold, .linked, .amounts: phase.shape
          }
        return Phase(shape, phase.length)
      }, of: whole)
  }
}

extension Assumption {
  /// The assumption with a number in place of the unknown.
  fileprivate func filled(with value: Double) -> Assumption {
    let filled: Value =
      switch self.value {
      case .path(let path): .path(path.filled(with: value))
      case .scalar(let number): .scalar(number == YearPath.unknown ? value : number)
      case .terminal, .word, .priced: self.value
      }
    return Assumption(name, filled, source: source, shifts: shifts, basis: basis)
  }
}
