import Calendar
import Columns
import Evaluation
import MarketData
import OrderedCollections
import Presentation
import Text
import Workspace

/// Bars were loaded.
package struct Loaded: ShapedResult {
  package var loaded: LoadedSeries
  package var isActive: Bool

  package init(loaded: LoadedSeries, isActive: Bool) {
    self.loaded = loaded
    self.isActive = isActive
  }

  static let summary = "Bars, a published series, company figures or dates that were loaded."

  package static let shape = ResultShape<Loaded>(
    "loaded", summary,
    [
      .text("name") { $0.loaded.name }, .text("symbol") { $0.loaded.name },
      .text("timeframe") { "\($0.loaded.bars.timeframe)" }, .text("timezone") { $0.loaded.bars.zone.identifier },
      .integer("bars") { $0.loaded.bars.count }, .text("first", .possible) { $0.label(of: 0) },
      .text("last", .possible) { $0.label(of: $0.loaded.bars.count - 1) }, .text("source") { $0.loaded.source.title },
      .text("dialect") { $0.loaded.dialect }, .list("findings", BarFinding.fields) { $0.loaded.findings },
      .truth("macro") { $0.loaded.isMacro }, .text("content_hash") { $0.loaded.contentHash },
      .text("published", .possible) { $0.loaded.series.publication.map { "\($0)" } },
      .text("session", .possible) { $0.loaded.session.map { "\($0)" } }, .text("adjusted") { $0.loaded.basis.rawValue },
      .integer("actions") { $0.loaded.actions.all.count },
      .text("calendar", .possible) { $0.loaded.bars.calendar?.rawValue },
      .truth("calendar_guessed") { $0.loaded.hasGuessedCalendar },
      .text("repair", .possible) { $0.loaded.source.request.repair },
    ])

  /// The label of a bar; nil of a series without bars.
  private func label(of bar: Int) -> String? { loaded.bars.isEmpty ? nil : loaded.bars.label(at: bar) }

  package var document: Document {
    Document {
      headline
      for remark in remarks { Block.note(StyledText(remark)) }
    }
  }

  /// The name of the series, its bars and their time.
  var headline: StyledText {
    let bars = loaded.bars
    let span = bars.isEmpty ? "" : ", \(bars.label(at: 0)) to \(bars.label(at: bars.count - 1))"
    return
      "\(loaded.name, .name): \(NumberText.counted(bars.count, loaded.isMacro ? "value" : "bar")) of \("\(bars.timeframe)")\(span), \(bars.zone.identifier)"
  }

  /// How the source was read, and what its user should know of it.
  var remarks: [String] {
    var all = ["\(loaded.source.title): \(loaded.dialect)"]
    if let text = loaded.publicationText {
      all.append(text + (loaded.published == nil ? "; `published 10d` would say another" : ""))
    }
    if let text = loaded.calendarText { all.append(text) }
    if let hours = loaded.session { all.append("the bars of the session \(hours)") }
    all += [loaded.basisText, loaded.actionsText].compactMap { $0 }
    all += loaded.unexplainedFindings.map { finding in
      let line = finding.firstLine.map { ", line \($0)" } ?? ""
      return "\(finding.message)\(line) [\(finding.code.name)]"
    }
    if let text = loaded.repairText { all.append(text) }
    return all
  }
}

extension BarFinding {
  static let fields: [Field<BarFinding>] = [
    .text("code") { $0.code.name }, .text("message") { $0.message }, .integer("count") { $0.count },
    .integer("line", .possible) { $0.firstLine }, .strings("places") { $0.places.map(\.text) },
  ]
}
