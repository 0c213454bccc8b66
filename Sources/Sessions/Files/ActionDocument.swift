import Calendar
import Columns
import Evaluation
import JSON
import Workspace

/// The splits and dividends of a series in the document of a session.
package enum ActionDocument {
  /// The members of a series' document; none if nothing is known of it.
  package static func members(of loaded: LoadedSeries) -> [(String, JSONValue)] {
    guard !loaded.actions.isEmpty else { return [] }
    let actions = loaded.actions.all.map { action -> JSONValue in
      switch action.kind {
      case .split(let ratio): ["date": .string("\(action.date)"), "split": .number(ratio)]
      case .dividend(let amount): ["date": .string("\(action.date)"), "dividend": .number(amount)]
      }
    }
    return [("actions", .array(actions)), ("adjusted", .string(loaded.basis.rawValue))]
  }

  /// A series with the actions and the basis of its document; nil if these cannot be read.
  package static func adjusted(_ loaded: LoadedSeries, by json: JSONValue, columns: ColumnBudget) -> LoadedSeries? {
    guard let items = json["actions"]?.elements else { return loaded }
    var actions = CorporateActions()
    for item in items {
      guard let date = item["date"]?.stringValue.flatMap({ CivilDate(iso8601: $0) }) else { return nil }
      if let ratio = item["split"]?.doubleValue {
        actions.insert(CorporateAction(.split(ratio), on: date))
      } else if let amount = item["dividend"]?.doubleValue {
        actions.insert(CorporateAction(.dividend(amount), on: date))
      } else {
        return nil
      }
    }
    guard let basis = json["adjusted"]?.stringValue.flatMap(AdjustmentBasis.init(rawValue:)) else { return nil }
    return try? loaded.adjusted(for: basis, by: actions, columns: columns)
  }
}
