import Valuation

/// A valuation that is being worked on.
struct ModelInWork: Sendable {
  var ticker: String
  /// The scenario it came from.
  var scenario: String?
  /// True where something was changed since it was taken from the scenario, or saved as it.
  var isChanged = false
  /// Its assumptions, those that it inherits among them.
  var assumptions: Assumptions
  /// Which scenario it follows, and what it changes; nil where it stands alone.
  var inheritance: Inheritance?
  /// The driver model where it is one: its ``assumptions`` are then those of the plain model that says the same.
  var drivers: DriverWork?

  /// The name of what is in work: `AAPL base`, `AAPL base, changed`.
  var title: String { ticker + (scenario.map { " \($0)" } ?? "") + (isChanged ? ", changed" : "") }

  /// A model that starts from a scenario and follows it.
  init(following scenario: Scenario) {
    self.init(
      ticker: scenario.ticker, scenario: scenario.name,
      assumptions: scenario.bequest,
      inheritance: scenario.drivers == nil ? Inheritance(parent: scenario.id, changes: []) : nil)
    drivers = scenario.drivers
  }

  init(
    ticker: String, scenario: String?, isChanged: Bool = false, assumptions: Assumptions,
    inheritance: Inheritance? = nil
  ) {
    self.ticker = ticker
    self.scenario = scenario
    self.isChanged = isChanged
    self.assumptions = assumptions
    self.inheritance = inheritance
  }
}
