import Calendar
import Columns
import Evaluation
import JSON
import Language
import MarketData
import OrderedCollections
import Research
import Workspace

/// Loaded data as `data` lists them: bars, an economic series, or the figures of a company; or such of a saved session
/// whose source is missing, which have no bars.
package struct LoadedThing: Sendable {
  package let name: String
  package let isActive: Bool
  package let kind: String
  package let bars: Int
  /// The first and the last bar, or the first and the last year, with their labels.
  package let first: (label: String, time: Timestamp)?
  package let last: (label: String, time: Timestamp)?
  package let timeframe: String
  package let timezone: String
  package let source: String
  package let findings: String
}

extension Session {
  /// All data that are loaded, in the order of loading, the figures of companies after the series; last, as `missing`,
  /// those of a saved session whose source was missing.
  package var loadedThings: [LoadedThing] {
    series.values.map { thing($0) } + research.fundamentals.map { Self.thing($0, $1) }
      + absentSeries.map { Self.thing($0, $1, kind: "missing") }
      + absentFigures.map { Self.thing($0, $1, kind: "missing, fundamentals") }
  }

  private static func thing(_ name: String, _ absent: AbsentSource, kind: String) -> LoadedThing {
    LoadedThing(
      name: name, isActive: false, kind: kind, bars: 0, first: nil, last: nil,
      timeframe: absent.document["timeframe"]?.stringValue ?? "",
      timezone: absent.document["timezone"]?.stringValue ?? "", source: absent.reason,
      findings: DiagnosticCode.sourceMissing.name)
  }

  private func thing(_ loaded: LoadedSeries) -> LoadedThing {
    let bars = loaded.bars
    let isActive = active?.name == loaded.name
    var timeframe = "\(bars.timeframe)"
    if isActive, let other = active?.timeframe { timeframe += ", in use as \(other)" }
    if let hours = isActive ? active?.series.bars.session : loaded.session { timeframe += ", session \(hours)" }
    func end(_ index: Int) -> (label: String, time: Timestamp)? {
      bars.isEmpty ? nil : (bars.label(at: index), bars.times[index])
    }
    return LoadedThing(
      name: loaded.name, isActive: isActive, kind: loaded.series.publication.map { "macro, published \($0)" } ?? "bars",
      bars: bars.count, first: end(0), last: end(bars.count - 1), timeframe: timeframe,
      timezone: bars.zone.identifier, source: loaded.source.title,
      findings: loaded.findings.map(\.code.name).joined(separator: ", "))
  }

  private static func thing(_ ticker: String, _ fundamentals: Fundamentals) -> LoadedThing {
    func end(_ year: Int?) -> (label: String, time: Timestamp)? {
      guard let year, let day = CivilDate(year: year, month: 1, day: 1) else { return nil }
      return ("\(year)", Zone.utc.timestamp(of: CivilTime(date: day)))
    }
    return LoadedThing(
      name: ticker, isActive: false, kind: "fundamentals", bars: fundamentals.years.count,
      first: end(fundamentals.years.first?.year), last: end(fundamentals.years.last?.year), timeframe: "1y",
      timezone: "", source: fundamentals.company, findings: "")
  }
}
