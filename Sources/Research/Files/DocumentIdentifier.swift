import JSON
import MarketData
import Valuation

/// The identifiers of scenarios and forecasts: a function of the company, the name and the content, so that a script
/// gives the same documents each time it runs.
package enum DocumentIdentifier {
  /// An identifier in the form of a UUID (version 8 of RFC 9562, whose bits are the program's own).
  ///
  /// - Parameter isTaken: whether another document has it: one that was renamed since keeps the identifier of its
  ///   former name.
  package static func text(
    _ ticker: String, _ name: String, _ content: JSONValue, isTaken: (String) -> Bool
  ) -> String {
    for number in 0... {
      let document: JSONValue = [
        "ticker": .string(ticker), "name": .string(name), "content": content, "number": .integer(number),
      ]
      var digits = Array(ContentHash.text(of: Array(document.write().utf8)))
      digits[12] = "8"
      digits[16] = "9"
      let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
      let text = parts.joined(separator: "-")
      if !isTaken(text) { return text }
    }
    return name
  }
}

extension CompanyResearch {
  /// The identifier of a scenario that is saved for the first time.
  package func newScenarioIdentifier(_ model: ModelInWork, named name: String) -> String {
    DocumentIdentifier.text(model.ticker, name, .object(ModelFile.members(of: model.model))) { id in
      scenario(id: id) != nil
    }
  }

  /// The identifier of a forecast that is saved at a time.
  package func newForecastIdentifier(_ model: ModelInWork, named name: String, at time: String) -> String {
    let content: JSONValue = ["assumptions": AssumptionFile.json(model.assumptions), "time": .string(time)]
    return DocumentIdentifier.text(model.ticker, name, content) { id in forecasts.contains { $0.id == id } }
  }
}
