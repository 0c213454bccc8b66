import Calendar
import Columns
import Evaluation
import JSON
import MarketData
import OrderedCollections
import Reports
import Research
import Strategies
import Workspace

extension Session {
  /// The inputs of a result whose statement ran on this session.
  ///
  /// - Parameters:
  ///   - statement: its text.
  ///   - isValuation: whether it may read the open valuation.
  ///   - listsAllRows: whether lists had all their rows.
  ///   - tallies: the trials it was given, in the order of asking.
  ///   - day: the day that `today` meant.
  package func inputs(
    of statement: String, isValuation: Bool, listsAllRows: Bool, tallies: [TrialTally], on day: CivilDate
  ) -> ResultInputs {
    let reach = WordReach(from: [statement] + settings.rateSeries, in: self, isValuation: isValuation)
    var members: [(String, JSONValue)] = [("day", .string("\(day)"))]
    if listsAllRows { members.append(("all_rows", true)) }
    if let active { members.append(("active", SessionFile.json(active))) }
    if let lastResult { members.append(("last_result", .string(lastResult))) }
    func add(_ key: String, _ parts: [(String, String)]) {
      if !parts.isEmpty { members.append((key, .object(parts.map { ($0, .string($1)) }))) }
    }
    let read = series.values.filter { reach.reaches($0.name) || $0.name == active?.name }
    add("data", read.map { ($0.name, $0.identityHash) })
    let grown = read.filter { $0.growth != nil }
    if !grown.isEmpty {
      members.append(("until", .object(grown.map { ($0.name, .integer($0.unadjusted.count)) })))
    }
    add("figures", research.fundamentals.keys.filter(reach.reaches).map { ($0, identity(ofFigures: $0)) })
    add(
      "from", results.values.filter { reach.reaches($0.name) || $0.name == lastResult }.map { ($0.name, $0.identity) })
    members.append(
      (
        "loaded",
        [
          "count": .integer(series.count), "hash": .string(identity(ofFirst: series.count)),
          "figures": .integer(research.fundamentals.count),
        ]
      ))
    if !tallies.isEmpty { members.append(("trials", .array(tallies.map(\.json)))) }

    // Parts written like a session take longer, and are left until needed.
    var part = Session()
    (part.settings, part.universes) = (settings, universes.filter { reach.reaches($0.key) })
    part.strategies = strategies.filter { reach.reaches($0.key) }
    if reach.isOfResearch {
      part.research.model = research.model
      part.research.scenarios = research.scenarios
      part.research.forecasts = research.forecasts
    }
    return ResultInputs { [part, names, members] in
      var part = part
      for (name, definition) in names where reach.reaches(name) { part.names[name] = definition }
      let whole = SessionFile.json(of: part, savedAt: "")
      var members = members
      for key in ["settings", "names", "strategies", "universes", "model"] {
        guard let value = whole[key], !value.isNull, value.elements?.isEmpty != true, value.members?.isEmpty != true
        else { continue }
        members.append((key, value))
      }
      guard reach.isOfResearch else { return .object(members) }
      let scenarios = whole["scenarios"]?.elements ?? []
      let reached = scenarios.filter { $0["id"]?.stringValue.map(reach.scenarios.contains) == true }
      if !reached.isEmpty { members.append(("scenarios", .array(reached))) }
      members.append(("saved", SavedResearch(whole, besides: reach.scenarios).json))
      return .object(members)
    }
  }

  /// A hash of the figures of a company; empty if they are not loaded.
  func identity(ofFigures ticker: String) -> String {
    guard research.fundamentals[ticker] != nil else { return "" }
    return research.fundamentalsFiles[ticker]?.contentHash ?? "sample"
  }

  /// A hash of the first series in the order of loading.
  func identity(ofFirst count: Int) -> String {
    let texts = series.values.prefix(count).map { "\($0.name) \($0.contentHash)" }
    return ContentHash.text(of: Array(texts.joined(separator: "\n").utf8))
  }
}

/// The scenarios and the forecasts that a session had saved, identified by their number and a hash.
struct SavedResearch {
  let scenarios: Int
  let forecasts: Int
  let hash: String

  /// Those of a session's document, or the first of them.
  ///
  /// - Parameter known: the identifiers of scenarios that are known themselves, and are left out.
  init(_ document: JSONValue, besides known: Set<String>, scenarios: Int = .max, forecasts: Int = .max) {
    let first = (document["scenarios"]?.elements ?? [])
      .filter { $0["id"]?.stringValue.map(known.contains) != true }.prefix(scenarios)
    let dated = (document["forecasts"]?.elements ?? []).prefix(forecasts)
    (self.scenarios, self.forecasts) = (first.count, dated.count)
    hash = ContentHash.text(of: Array(JSONValue.array(Array(first) + Array(dated)).write().utf8))
  }

  var json: JSONValue {
    ["scenarios": .integer(scenarios), "forecasts": .integer(forecasts), "hash": .string(hash)]
  }
}

extension LoadedSeries {
  /// A hash of its bars with all their changes; the location of its file changes nothing.
  var identityHash: String {
    let members = (SessionFile.json(self).members ?? []).filter { $0.key != source.request.source }
    return ContentHash.text(of: Array(JSONValue.object(members).write().utf8))
  }
}

extension NamedResult {
  /// A hash of its numbers and texts.
  var identity: String {
    let numbers = fields.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.bitPattern)" }
    let words = texts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return ContentHash.text(of: Array(([kind] + numbers + words).joined(separator: "\n").utf8))
  }
}
