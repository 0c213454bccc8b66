import Valuation

/// A row of the sheet of assumptions: an assumption, or what is said of one beside its number.
struct InputRow: Hashable, Sendable {
  /// What a row says of its assumption.
  enum Aspect: Hashable, Sendable {
    /// Its number or word.
    case value
    /// What its number is a share or a multiple of.
    case of
    /// One tranche of options, from 0: how many, at which strike, with which life and volatility.
    case tranche(Int)
    /// What was typed where that is no rate: amounts by year, or shares of another assumption.
    case typed
  }

  let name: AssumptionName
  var aspect = Aspect.value

  init(_ name: AssumptionName, _ aspect: Aspect = .value) {
    self.name = name
    self.aspect = aspect
  }

  /// The label in the first column, by which the row is found again.
  var label: String {
    switch aspect {
    case .value: name.rawValue
    case .of: "\(name.rawValue), of"
    case .typed: "\(name.rawValue), as typed"
    case .tranche(let index): "\(name.rawValue), \(index + 1)"
    }
  }

  /// The words that the cell of the row may have; empty for a number.
  var words: [String] {
    switch (name, aspect) {
    case (.terminal, .of): ["growth"] + TerminalAssumption.Metric.allCases.map(\.rawValue)
    case (.failureProceeds, .of): ["value", Assumption.Basis.book.rawValue]
    case (_, .of): ["revenue", Assumption.Basis.change.rawValue]
    case (_, .value): name.definition.unit == .word ? name.definition.words : []
    case (_, .tranche), (_, .typed): []
    }
  }
}
