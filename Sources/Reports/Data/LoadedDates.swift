import JSON
import Presentation
import Text

/// Dates were loaded.
package struct LoadedDates: StatementResult {
  package var name: String
  package var source: String
  package var dates: [String]

  package init(name: String, source: String, dates: [String]) {
    self.name = name
    self.source = source
    self.dates = dates
  }

  package var kind: String { "loaded" }
  package var data: JSONValue {
    [
      "name": .string(name), "symbol": .string(name), "timeframe": .null, "timezone": .null, "bars": .null,
      "dates": .integer(dates.count), "first": .string(dates.first), "last": .string(dates.last),
      "source": .string(source), "dialect": "dates, one a line", "findings": .array([]),
    ]
  }
  package var document: Document {
    Document {
      "\(name, .name): \(NumberText.counted(dates.count, "date")), \(dates.first ?? "") to \(dates.last ?? "")"
      Block.note("\(source): true on the bars that they fall on")
    }
  }
}
