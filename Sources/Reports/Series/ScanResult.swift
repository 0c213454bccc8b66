import OrderedCollections
import Presentation
import Text

/// The values of expressions on one bar of each of several symbols.
package struct ScanResult: ShapedResult {
  package var table: Table
  /// The number of symbols with a bar, and of those that match.
  package var scanned: Int
  package var matched: Int
  /// The number of listed rows of all, in words; nil if all are.
  package var note: String?
  /// Symbols without a bar up to the date.
  package var without: [String]
  /// The first expression over the last bars of each symbol; nil if it is no number.
  package var charts: SmallMultiples?
  /// The text of that expression.
  package var measure = ""
  /// True if a reader of text sees them too.
  package var drawsCharts = false
  package var rowSubject: RowSubject?

  package init(table: Table, scanned: Int, matched: Int, note: String?, without: [String], of things: RowSubject) {
    self.table = table
    rowSubject = things
    self.scanned = scanned
    self.matched = matched
    self.note = note
    self.without = without
  }

  package var rowCount: Int? { table.rows.count }
  package var memory: [HeldMemory] { [HeldMemory(table)] + (rowSubject?.memory ?? []) }
  package static let shape = ResultShape<ScanResult>(
    "scan", "Symbols with their last values.",
    [
      .table { result, _ in result.table }, .integer("scanned") { $0.scanned }, .integer("matched") { $0.matched },
      .strings("without_bars") { $0.without },
    ])
  package var document: Document {
    Document {
      table.asList
      if drawsCharts, let charts, !charts.panels.isEmpty {
        Block.figure(Picture.Part("\(measure), up to 120 bars", .multiples(charts)))
      }
      if let note { Block.note(StyledText(note)) }
      if !without.isEmpty { Block.note("without a bar up to then: \(without.joined(separator: ", "))") }
    }
  }
  package var picture: Picture? {
    guard let charts, !charts.panels.isEmpty else { return nil }
    let left = table.rows.count - charts.panels.count
    return Picture(
      title: "\(measure) of \(NumberText.counted(charts.panels.count, "symbol"))",
      [Picture.Part("", .multiples(charts))],
      remark:
        "each line has up to 120 bars on a scale of its own, from its lowest to its highest value, which are below it"
        + (left > 0 ? "; \(NumberText.counted(left, "symbol")) not drawn" : ""))
  }
}
