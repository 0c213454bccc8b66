import Calendar
import Columns
import Evaluation
import Language
import MarketData
import OrderedCollections
import Reports
import Text
import Workspace

extension Execution {
  /// The hours of a word after `session`; nil for `all`.
  package mutating func sessionHours(_ word: Word, of name: String, _ bars: Bars) throws(Diagnostic) -> SessionHours? {
    let (text, zone) = (try text(word), bars.zone)
    if text == "all" { return nil }
    if let hours = SessionHours(text, in: zone, of: bars.calendar) { return hours }
    let isKnown = text == "regular" || text == "extended"
    throw Diagnostic(
      .unknownSession,
      isKnown
        ? "the \(text) hours of \(name) are unknown: no calendar of it has them, and its zone is \(zone.identifier)"
        : "`\(text)` is not a session", at: word.span,
      hints: isKnown
        ? [
          "`load … calendar XETR` sets the market", "`session 09:00-17:30` sets the hours",
          "`load … timezone \"America/New_York\"` sets the zone",
        ]
        : ["`session regular`, `session extended`, `session 09:30-16:00`, `session all`"])
  }

  /// The timeframe of a word.
  package mutating func timeframe(_ word: Word) throws(Diagnostic) -> Timeframe {
    let text = try text(word)
    guard let timeframe = Timeframe(text) else {
      throw Diagnostic(
        .unknownTimeframe, "`\(text)` is not a timeframe", at: word.span,
        hints: ["1m 5m 15m 30m 1h 4h 1d 1w 1mo; case counts: `1m` is a minute, `1mo` a month"])
    }
    return timeframe
  }

  package func diagnostic(_ error: MarketDataError, at span: SourceSpan?) -> Diagnostic {
    if error.code == .interrupted { return diagnostic(EvaluationError.interrupted, at: nil) }
    var message = error.message.trimmedStop
    if error.line == nil, error.namesFile { message = "\(error.file): " + message }
    if let line = error.line { message = "\(error.file):\(line)\(error.column.map { ":\($0)" } ?? ""): " + message }
    let near = Spelling.hint(for: error.found ?? "", in: error.candidates).map { [$0] } ?? []
    let hints = near + (error.hint.map { [$0] } ?? [])
    return Diagnostic(code: Diagnostic.Code(engine: error.code.name), message, at: span, hints: hints)
  }

  /// The loaded series of a word: exact, else the only one that differs in case.
  package mutating func loadedSeries(_ word: Word) throws(Diagnostic) -> LoadedSeries {
    let name = try text(word)
    if let loaded = session.series[name] { return loaded }
    let alike = session.series.keys.filter { $0.lowercased() == name.lowercased() }
    if alike.count == 1, let loaded = session.series[alike[0]] {
      note(.differsInCase, "`\(name)` is read as \(alike[0])", at: word.span)
      return loaded
    }
    throw Diagnostic(
      .unknownSeries, "`\(name)` is not loaded", at: word.span, hints: session.seriesSource.hints(for: name))
  }
}
