import Valuation

/// A saved valuation; scenarios belong to their company.
struct Scenario: Sendable {
  var id: String
  var name: String
  var ticker: String
  /// Its assumptions, those that it inherits among them, as of the last change of any scenario it follows.
  var assumptions: Assumptions
  /// When it was saved, in ISO 8601.
  var savedAt: String
  /// What its author wrote about it.
  var note: String?
  /// Which scenario it follows, and what it changes; nil where it stands alone.
  var inheritance: Inheritance?
  /// The driver model where it is one: its ``assumptions`` are then those of the plain model that says the same.
  var drivers: DriverWork?
}

/// How a valuation follows a scenario: a change of the parent flows on, and relative changes act anew.
struct Inheritance: Sendable, Equatable {
  /// The identifier of the scenario that is followed.
  var parent: String
  /// What is changed of it, one after the other.
  var changes: [Assumptions.Change]
}
