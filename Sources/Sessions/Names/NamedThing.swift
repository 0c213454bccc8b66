import Evaluation
import Language
import OrderedCollections
import Reports
import Research
import Text
import Workspace

/// A thing of the session that has a name, as `names` lists it.
package struct NamedThing: Sendable {
  /// Its name.
  package let name: String
  /// The word of its kind.
  package let kind: String
  /// Its value or definition, in short.
  package let value: String
  /// The indicators and strategies that use it.
  package let users: String
}

extension Session {
  /// All that has a name, in the order in which it was made within each kind.
  package var namedThings: [NamedThing] {
    func users(_ name: String) -> String { self.users(of: name).joined(separator: ", ") }
    var things: [NamedThing] = []
    for (name, definition) in names {
      var shown = definition.text
      if case .value(let value, _, _) = definition.meaning { shown = value.text }
      things.append(NamedThing(name: name, kind: definition.kind.rawValue, value: shown, users: users(name)))
    }
    for (name, universe) in universes {
      things.append(NamedThing(name: name, kind: "universe", value: universe.text, users: users(name)))
    }
    for (name, strategy) in strategies {
      let rules = NumberText.counted(strategy.definition.rules, "rule")
      let isPortfolio = strategy.definition.isPortfolio
      let clauses = NumberText.counted(strategy.definition.clauses.count, "clause")
      things.append(
        NamedThing(
          name: name, kind: isPortfolio ? "portfolio" : "strategy", value: isPortfolio ? clauses : rules, users: ""))
    }
    for (name, result) in results {
      things.append(NamedThing(name: name, kind: "result", value: result.kind, users: ""))
    }
    for scenario in research.scenarios {
      things.append(NamedThing(name: scenario.name, kind: "scenario", value: scenario.ticker, users: ""))
    }
    for forecast in research.forecasts {
      let value = "\(forecast.ticker), \(forecast.day)"
      things.append(NamedThing(name: forecast.name, kind: "forecast", value: value, users: ""))
    }
    return things
  }
}
