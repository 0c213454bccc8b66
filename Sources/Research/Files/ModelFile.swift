import JSON
import Valuation

/// The keys of a document that hold a valuation model, the same in a saved session and in files of scenarios.
package enum ModelFile {
  /// The key that cannot be read.
  package enum Problem: String, Error {
    case assumptions, inherits, drivers
  }

  /// The keys with their values: `assumptions`, `inherits`, `drivers`.
  package static func members(of model: ValuationModel) -> [(String, JSONValue)] {
    [
      ("assumptions", AssumptionFile.json(model.assumptions)),
      ("inherits", model.inheritance.map(AssumptionFile.json) ?? .null),
      ("drivers", model.drivers.map(DriverFile.json) ?? .null),
    ]
  }

  /// The model of a document; a document without `inherits` is of a model without a parent.
  package static func model(_ json: JSONValue) throws(Problem) -> ValuationModel {
    guard let assumptions = json["assumptions"].flatMap(AssumptionFile.assumptions) else { throw Problem.assumptions }
    let inheritance = try part(json, .inherits, AssumptionFile.inheritance)
    if let work = try part(json, .drivers, DriverFile.work) { return .drivers(work, plain: assumptions) }
    return .plain(assumptions, inheriting: inheritance)
  }

  /// The value of a key that may be missing.
  private static func part<Value>(
    _ json: JSONValue, _ key: Problem, _ read: (JSONValue) -> Value?
  ) throws(Problem) -> Value? {
    guard let found = json[key.rawValue], !found.isNull else { return nil }
    guard let value = read(found) else { throw key }
    return value
  }
}
