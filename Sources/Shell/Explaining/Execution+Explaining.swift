import Calendar
import Columns
import Commands
import Evaluation
import Language
import MarketData
import OrderedCollections
import Presentation
import Reports
import Research
import Sessions
import Strategies
import Text
import Workspace

/// The explanations of items that are not expressions, for `explain`.
extension Execution {
  /// The explanation of a scenario, a loaded series, a setting or a line of a company's figures; nil if no such thing
  /// has the name.
  mutating func explanation(ofThing name: String, at span: SourceSpan) throws(Diagnostic) -> (any StatementResult)? {
    if session.research.scenarios.contains(where: { $0.name == name }) {
      let scenario = try scenario(Word(parts: [.text(name)], span: span))
      let model = ModelInWork(scenario)
      if let drivers = model.drivers { note(.plainOfDrivers, drivers.asPlain, at: span) }
      return ValuationExplanation(try report(of: model, at: span))
    }
    if let loaded = session.series[name] { return Explanation(expression: name, facts: facts(of: loaded)) }
    if let absent = session.absentSeries[name] ?? session.absentFigures[name] {
      return Explanation(
        expression: name,
        facts: [
          (session.absentSeries[name] == nil ? "figures" : "series", "missing: the saved session had it"),
          ("source", absent.reason), ("remedy", "`load \"FILE\" as \(name)` loads it from another place"),
        ])
    }
    guard let setting = Settings.definition(named: name) else { return try explanation(ofLine: name, at: span) }
    return Explanation(
      expression: name,
      facts: [
        ("setting", setting.summary), ("value", setting.read(session.settings)), ("allowed", setting.allowed),
        (
          "changed",
          Settings.definition(named: name).map(session.settings.isChanged) == true
            ? "in this session" : "no, it is the default"
        ),
      ])
  }

  /// The bars of a series, its source, its findings, and who uses it.
  private func facts(of loaded: LoadedSeries) -> [(String, String)] {
    let bars = loaded.bars
    var span = "\(NumberText.counted(bars.count, loaded.isMacro ? "value" : "bar")) of \(bars.timeframe)"
    if !bars.isEmpty { span += ", \(bars.label(at: 0)) to \(bars.label(at: bars.count - 1))" }
    var facts = [("series", span), ("timezone", bars.zone.identifier)]
    if let hours = loaded.session { facts.append(("session", "\(hours)")) }
    if let publication = loaded.publicationText { facts.append(("known", publication)) }
    facts.append(("source", loaded.source.title + (loaded.contentHash.isEmpty ? "" : ", hash \(loaded.contentHash)")))
    facts.append(("dialect", loaded.dialect))
    if let origins = origins(of: loaded) { facts.append(("origin", origins)) }
    for finding in loaded.findings { facts.append(("finding", "\(finding.message) [\(finding.code.name)]")) }
    let universes = session.universes.filter { $0.value.symbols?.contains(loaded.name) == true }.map(\.key)
    let results = session.results.values.filter { $0.backtest?.seriesName == loaded.name }.map(\.name)
    let users = session.usersOfSeries(loaded.name) + universes + results
    if !users.isEmpty { facts.append(("used by", users.joined(separator: ", "))) }
    return facts
  }

  /// How the bars of a live series came, in words; nil for one that has not grown.
  private func origins(of loaded: LoadedSeries) -> String? {
    guard let origins = state.origins[loaded.load], let growth = loaded.growth else { return nil }
    var parts = [NumberText.counted(growth.loaded, "bar") + " of history", "\(origins.live) of the stream"]
    if origins.filled > 0 {
      let zone = loaded.unadjusted.zone
      let gap = origins.lastGap.map { gap in
        ", the last \(zone.iso8601(Timestamp(milliseconds: gap.from))) to "
          + zone.iso8601(Timestamp(milliseconds: gap.through))
      }
      parts.append("\(origins.filled) filled after gaps\(gap ?? "")")
    }
    if origins.corrected > 0 { parts.append("\(origins.corrected) corrected") }
    return parts.joined(separator: ", ")
  }
}
