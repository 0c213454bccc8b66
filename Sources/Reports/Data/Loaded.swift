import Calendar
import Columns
import Evaluation
import JSON
import MarketData
import OrderedCollections
import Presentation
import Text
import Workspace

/// Bars were loaded.
package struct Loaded: StatementResult {
  package var loaded: LoadedSeries
  package var isActive: Bool

  package init(loaded: LoadedSeries, isActive: Bool) {
    self.loaded = loaded
    self.isActive = isActive
  }

  package var kind: String { "loaded" }
  package var data: JSONValue {
    let bars = loaded.bars
    return [
      "name": .string(loaded.name), "symbol": .string(loaded.name), "timeframe": .string("\(bars.timeframe)"),
      "timezone": .string(bars.zone.identifier), "bars": .integer(bars.count),
      "first": .string(bars.isEmpty ? nil : bars.label(at: 0)),
      "last": .string(bars.isEmpty ? nil : bars.label(at: bars.count - 1)),
      "source": .string(loaded.source.title), "dialect": .string(loaded.dialect),
      "findings": .array(loaded.findings.map(\.json)), "macro": .bool(loaded.isMacro),
      "content_hash": .string(loaded.contentHash),
      "published": .string(loaded.series.publication.map { "\($0)" }),
      "session": .string(loaded.session.map { "\($0)" }), "adjusted": .string(loaded.basis.rawValue),
      "actions": .integer(loaded.actions.all.count), "calendar": .string(bars.calendar?.rawValue),
      "calendar_guessed": .bool(loaded.hasGuessedCalendar), "repair": .string(loaded.source.request.repair),
    ]
  }

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
      return "\(finding.message)\(line) [\(finding.code.rawValue)]"
    }
    if let text = loaded.repairText { all.append(text) }
    return all
  }
}

extension BarFinding {
  package var json: JSONValue {
    [
      "code": .string(code.rawValue), "message": .string(message), "count": .integer(count),
      "line": .integer(firstLine), "places": .strings(places.map(\.text)),
    ]
  }
}
