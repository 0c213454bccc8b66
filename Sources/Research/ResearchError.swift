import Valuation

/// The reason why research cannot do as asked.
///
/// It names scenarios and forecasts; the caller knows their places.
public enum ResearchError: Error {
  /// The engine refuses a model.
  case refused(ValuationError)
  /// A child would be refused after a change of its parent.
  case childRefused(ChildRefusal)
  /// No valuation is open.
  case noModel
  /// No scenario has the name.
  case unknownScenario(String)
  /// Scenarios of several companies have the name.
  case scenarioOfSeveral(String, tickers: [String])
  /// No forecast has the name.
  case unknownForecast(String)
  /// Forecasts of several companies have the name.
  case forecastOfSeveral(String, tickers: [String])
  /// A scenario's name is empty or that of an assumption: `dcf growth = …` would be ambiguous.
  case nameOfAssumption
  /// A name that means something else: `now`, or one with `@`.
  case reservedName(String)
  /// The company has a scenario of the new name already.
  case scenarioExists(Scenario)
  /// The company has a scenario of the name, with another identifier than the one to be added.
  case otherScenarioExists(Scenario)
  /// The company has a forecast of the name already, and forecasts are frozen.
  case forecastExists(Forecast)
  /// The company has a forecast of the name, with another identifier than the one to be added.
  case otherForecastExists(Forecast)
  /// A forecast was to be named like a scenario of the company.
  case forecastNamedLikeScenario(Scenario)
  /// A forecast's name is empty or `now`.
  case noForecastName
  /// A scenario would become its own ancestor: it would inherit from one that inherits from it.
  case cycle(name: String, parent: String)
  /// A scenario is its own ancestor, by way of others.
  case ring(name: String)
  /// A scenario inherits from one that is not there.
  case orphan(name: String, parent: String)
  /// A scenario that others inherit from was to be deleted.
  case hasChildren(Scenario, children: [String])
}
