import Calendar
import Columns
import Evaluation
import JSON
import Language
import OrderedCollections
import Platform
import Reports
import Research
import Strategies
import Workspace

extension SessionFile {
  /// The session before the statement of a result.
  package struct Former {
    package var session: Session
    /// Inputs of the result that are other ones now, each as a sentence ends: `SPY has changed`.
    package var changes: [String] = []
    /// The day that `today` meant.
    package var day: CivilDate
    /// True if lists had all their rows.
    package var listsAllRows: Bool
    /// The trials that the statement was given, in the order of asking.
    package var tallies: [TrialTally]
  }

  /// The session before the statement of a result, with the data of a session that now has it.
  ///
  /// - Returns: nil if the inputs cannot be read.
  package static func session(
    before inputs: JSONValue, with now: Session, environment: Environment, columns: ColumnBudget,
    sources: inout SourceMap
  ) -> Former? {
    guard let day = inputs["day"]?.stringValue.flatMap({ CivilDate(iso8601: $0) }) else { return nil }
    let now = now.before(inputs)
    var session = Session()
    (session.series, session.absentSeries, session.results) = (now.series, now.absentSeries, now.results)
    session.research = now.research
    session.research.model = nil
    let first = inputs["loaded"]?["count"]?.intValue ?? .max
    let named = Set((inputs["data"]?.members ?? []).map(\.key))
    for name in now.series.keys.dropFirst(first) where !named.contains(name) { session.series[name] = nil }
    let figures = inputs["loaded"]?["figures"]?.intValue ?? .max
    let companies = Set((inputs["figures"]?.members ?? []).map(\.key))
    for ticker in now.research.fundamentals.keys.dropFirst(figures) where !companies.contains(ticker) {
      session.research.fundamentals[ticker] = nil
      session.research.fundamentalsFiles[ticker] = nil
    }
    // Scenarios are restored, in their places.
    let former = Set((inputs["scenarios"]?.elements ?? []).compactMap { $0["id"]?.stringValue })
    session.research.scenarios.removeAll { former.contains($0.id) }
    var reader = Reader(
      environment: environment, columns: columns, place: nil, occasion: "", sources: sources, session: session)
    reader.read(inputs)
    sources = reader.sources
    guard reader.isWhole else { return nil }
    session = reader.session
    if let last = inputs["last_result"]?.stringValue, session.results[last] != nil { session.lastResult = last }
    let tallies = (inputs["trials"]?.elements ?? []).compactMap { TrialTally(reading: $0) }
    return Former(
      session: session, changes: changes(since: inputs, in: now), day: day,
      listsAllRows: inputs["all_rows"]?.boolValue ?? false, tallies: tallies)
  }

  /// The inputs that a session has otherwise now, each as a sentence ends.
  package static func changes(since inputs: JSONValue, in now: Session) -> [String] {
    var changes: [String] = []
    for member in inputs["data"]?.members ?? [] {
      guard let loaded = now.series[member.key] else {
        changes.append("\(member.key) is not loaded")
        continue
      }
      if loaded.identityHash != member.value.stringValue { changes.append("\(member.key) has changed") }
    }
    for member in inputs["figures"]?.members ?? []
    where now.identity(ofFigures: member.key) != member.value.stringValue {
      changes.append("the figures of \(member.key) have changed")
    }
    for member in inputs["from"]?.members ?? [] where now.results[member.key]?.identity != member.value.stringValue {
      changes.append("`\(member.key)` is now another result")
    }
    if let loaded = inputs["loaded"], let count = loaded["count"]?.intValue,
      now.identity(ofFirst: count) != loaded["hash"]?.stringValue
    {
      changes.append("the series that were loaded have changed")
    }
    if let saved = inputs["saved"], let scenarios = saved["scenarios"]?.intValue,
      let forecasts = saved["forecasts"]?.intValue
    {
      var part = Session()
      part.research.scenarios = now.research.scenarios
      part.research.forecasts = now.research.forecasts
      let known = Set((inputs["scenarios"]?.elements ?? []).compactMap { $0["id"]?.stringValue })
      let research = SavedResearch(
        json(of: part, savedAt: ""), besides: known, scenarios: scenarios, forecasts: forecasts)
      if research.json["hash"] != saved["hash"] { changes.append("saved scenarios or forecasts have changed") }
    }
    return changes
  }
}

extension Session {
  /// The session without the bars that have come after the statement of a result.
  fileprivate func before(_ inputs: JSONValue) -> Session {
    var session = self
    for loaded in series.values where loaded.growth != nil {
      let count = inputs["until"]?[loaded.name]?.intValue ?? loaded.growth?.loaded
      if let former = count.flatMap({ loaded.before(bar: $0) }) { session.replace(loaded, with: former) }
    }
    return session
  }
}
