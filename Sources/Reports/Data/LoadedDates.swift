import MarketData
import Presentation
import Text

/// Dates were loaded.
package struct LoadedDates: ShapedResult {
  package var name: String
  package var source: String
  package var dates: [String]

  package init(name: String, source: String, dates: [String]) {
    self.name = name
    self.source = source
    self.dates = dates
  }

  package static let shape = ResultShape<LoadedDates>(
    "loaded", Loaded.summary,
    [
      .text("name") { $0.name }, .text("symbol") { $0.name }, .text("timeframe", .always) { _ in nil },
      .text("timezone", .always) { _ in nil }, .integer("bars", .always) { _ in nil },
      .integer("dates") { $0.dates.count }, .text("first", .possible) { $0.dates.first },
      .text("last", .possible) { $0.dates.last }, .text("source") { $0.source },
      .text("dialect") { _ in "dates, one a line" }, .list("findings", BarFinding.fields) { _ in [] },
    ])
  package var document: Document {
    Document {
      "\(name, .name): \(NumberText.counted(dates.count, "date")), \(dates.first ?? "") to \(dates.last ?? "")"
      Block.note("\(source): true on the bars that they fall on")
    }
  }
}
