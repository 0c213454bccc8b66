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
    let bars = loaded.bars
    let span = bars.isEmpty ? "" : ", \(bars.label(at: 0)) to \(bars.label(at: bars.count - 1))"
    return Document {
      "\(loaded.name, .name): \(NumberText.counted(bars.count, loaded.isMacro ? "value" : "bar")) of \("\(bars.timeframe)")\(span), \(bars.zone.identifier)"
      Block.note(StyledText("\(loaded.source.title): \(loaded.dialect)"))
      if let text = loaded.publicationText {
        Block.note(StyledText(text + (loaded.published == nil ? "; `published 10d` would say another" : "")))
      }
      if let text = loaded.calendarText { Block.note(StyledText(text)) }
      if let hours = loaded.session { Block.note("the bars of the session \("\(hours)")") }
      if let text = loaded.basisText { Block.note(StyledText(text)) }
      if let text = loaded.actionsText { Block.note(StyledText(text)) }
      for finding in loaded.unexplainedFindings {
        let line = finding.firstLine.map { ", line \($0)" } ?? ""
        Block.note(StyledText("\(finding.message)\(line) [\(finding.code.rawValue)]"))
      }
      if let text = loaded.repairText { Block.note(StyledText(text)) }
      if isActive { Block.note(StyledText("\(loaded.name) is in use")) }
    }
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
