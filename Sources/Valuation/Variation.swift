/// One assumption that is to take other values: an axis of a grid, or the unknown of a search.
public struct Variation: Sendable, Equatable {
  /// What a value does to the assumption.
  public enum Mode: Sendable, Equatable {
    /// Replaces it, in every year. For `terminal` it is a growth rate.
    case set
    /// Makes `terminal` this multiple of a figure of the last year.
    case multiple(of: TerminalAssumption.Metric)
    /// Moves every year of it.
    case shift(Assumption.Shift.Operator)
  }

  /// The assumption, by its name or an alias.
  public let parameter: String
  /// What a value does to it.
  public let mode: Mode

  /// Creates a variation; without a mode the values replace the assumption.
  public init(_ parameter: String, _ mode: Mode = .set) {
    self.parameter = parameter
    self.mode = mode
  }

  /// The change of the assumptions that one value stands for.
  public func change(to value: Double) -> Assumptions.Change {
    switch mode {
    case .set: .number(parameter, value)
    case .multiple(let metric):
      .set(Assumption(parameter, .terminal(.multiple(value, of: metric))))
    case .shift(let how): .shift(parameter, Assumption.Shift(how, value))
    }
  }

  /// The value that leaves `assumptions` as they are; `nil` where a set would replace a path.
  func baseValue(in assumptions: Assumptions) -> Double? {
    if case .shift(let how) = mode { return how.neutral }
    let definition = AssumptionDefinition.named(parameter)
    guard let given = assumptions[parameter] else { return definition?.defaultValue }
    switch (given.value, mode) {
    case (.scalar(let number), .set): return given.afterShifts(number)
    case (.terminal(.growth(let rate)), .set): return given.afterShifts(rate)
    case (.terminal(.multiple(let multiple, of: let metric)), .multiple(of: let wanted))
    where metric == wanted:
      return given.afterShifts(multiple)
    default: return nil
    }
  }

  /// The possible values of the assumption once this variation replaced it; `nil` for any.
  func bounds(_ definition: AssumptionDefinition) -> AssumptionDefinition.Bounds? {
    if case .multiple = mode { return AssumptionDefinition.terminalMultiple.hard }
    return definition.hard
  }

  /// The definition of the assumption, if it is one that numbers can vary and the value depends on.
  func checkedDefinition() throws(ValuationError) -> AssumptionDefinition {
    let definition = try AssumptionDefinition.find(parameter)
    let name = definition.name
    guard !definition.unit.isWord, !definition.isList else {
      throw ValuationError(
        code: "wrong-kind",
        message: "\(name) is \(definition.isList ? "a list" : "a word") and has no range of numbers",
        assumptions: [name]
      )
    }
    guard name != "price" else {
      throw ValuationError(
        code: "no-influence",
        message: "the value does not depend on price",
        assumptions: [name]
      )
    }
    if case .multiple = mode, name != "terminal" {
      throw ValuationError(
        code: "wrong-kind",
        message: "\(name) cannot be a multiple, which only terminal can",
        assumptions: [name]
      )
    }
    return definition
  }
}
