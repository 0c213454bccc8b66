import Valuation

/// A row of the sheet of assumptions: an assumption's number, or an attribute of it.
struct InputRow: Hashable, Sendable {
  /// The aspect of its assumption that a row holds.
  enum Aspect: Hashable, Sendable {
    /// Its number or word.
    case value
    /// The figure that its number is a share or a multiple of.
    case of
    /// One tranche of options, from 0: how many, at which strike, with which life and volatility.
    case tranche(Int)
    /// The typed input if it is not a rate: amounts by year, or shares of another assumption.
    case typed
  }

  let name: AssumptionName
  var aspect = Aspect.value
  /// The part or segment that the assumption is of; `nil` for one of the company.
  var part: String?

  init(_ name: AssumptionName, _ aspect: Aspect = .value, of part: String? = nil) {
    self.name = name
    self.aspect = aspect
    self.part = part
  }

  /// The row of another aspect of the same assumption.
  func with(_ aspect: Aspect) -> InputRow { InputRow(name, aspect, of: part) }

  /// The row of the same aspect in a part, or outside all parts.
  func of(_ part: String?) -> InputRow { InputRow(name, aspect, of: part) }

  /// The name of the assumption as typed: `growth`, `aero.growth`.
  var typedName: String { part.map { name.of($0) } ?? name.rawValue }

  /// The label in the first column, by which the row is found again.
  var label: String {
    switch aspect {
    case .value: typedName
    case .of: "\(typedName), of"
    case .typed: "\(typedName), as typed"
    case .tranche(let index): "\(typedName), \(index + 1)"
    }
  }

  /// The words that the cell of the row may have; empty for a number.
  var words: [String] {
    switch (name, aspect) {
    case (.value, .of): TerminalAssumption.Metric.allCases.map(\.rawValue)
    case (.terminal, .of): ["growth"] + TerminalAssumption.Metric.allCases.map(\.rawValue)
    case (.failureProceeds, .of): ["value", Assumption.Basis.book.rawValue]
    case (_, .of): ["revenue", Assumption.Basis.change.rawValue]
    case (_, .value): name.definition.unit == .word ? name.definition.words : []
    case (_, .tranche), (_, .typed): []
    }
  }
}
