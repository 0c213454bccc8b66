/// The value of a cell, as typed or as computed by its formula.
public enum CellValue: Hashable, Sendable {
  /// Nothing.
  case empty
  /// A number; a day is the number of days since 1899-12-30.
  case number(Double)
  /// A text.
  case text(String)
  /// True or false.
  case flag(Bool)
  /// An error, such as `#N/A`.
  case error(CellError)

  /// The number; `nil` for anything else.
  public var number: Double? { if case .number(let number) = self { number } else { nil } }
  /// The text; `nil` for anything else.
  public var text: String? { if case .text(let text) = self { text } else { nil } }
}

/// The errors that a formula gives.
public enum CellError: String, Hashable, Sendable, CaseIterable {
  /// The value does not exist, such as when a model refuses its inputs.
  case notAvailable = "#N/A"
  /// A division by zero.
  case division = "#DIV/0!"
  /// A value of the wrong kind.
  case value = "#VALUE!"
  /// A number that has no value, such as the root of a negative one.
  case number = "#NUM!"
  /// A cell that is not there, or one that rests on itself.
  case reference = "#REF!"
  /// A name that is not known.
  case name = "#NAME?"
  /// Two ranges without a common cell.
  case null = "#NULL!"
}
