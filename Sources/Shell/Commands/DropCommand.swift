import Commands
import JSON
import Language
import OrderedCollections
import Presentation
import Reports
import Research
import Sessions
import Text
import Valuation

extension Command {
  static let drop = Command(
    CommandSyntax(
      "drop", aliases: ["delete"],
      forms: [CommandSyntax.Form("", [.required(.names)], clauses: [.clause(.flatten)])]
        + CommandSyntax.forms(of: NameKind.allCases) { kind in
          CommandSyntax.Form(
            kind, [.keyword(kind.rawValue), .required(.names(of: kind))],
            clauses: kind == .scenario ? [.clause(.flatten)] : [])
        } + [
          CommandSyntax.Form("alert", [.keyword("alert"), .required(.alertName)]),
          CommandSyntax.Form("job", [.keyword("job"), .required(.jobName)]),
        ], hasResult: false),
    category: .names, summary: "Removes named things of any kind.",
    discussion: """
      The kinds are value, indicator, strategy, result, scenario, forecast, series, universe and figures. The kind may be \
      left out if only one thing has the name. A name that others use is not removed; the error says \
      who uses it. A scenario that others follow is kept, unless these are dropped with it, or `flatten` detaches them \
      first, with the same values. `delete` is the same command; `undo` brings all back but an alert and a job: `drop alert` \
      deletes one as `alert drop` does, `drop job` removes the folder of one.
      """,
    examples: [
      "let threshold = 30; drop threshold", "drop scenario bear", "drop strategy swing",
      "load sample fundamentals AAPL; drop figures AAPL",
    ],
    changesSession: true, onlyReads: { $0.form == "job" }
  ) { execution, call throws(Diagnostic) in
    call.form == "job" ? try execution.dropJob(try call[.jobName]) : try execution.drop(call)
  }
}

extension Execution {
  fileprivate mutating func drop(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    if call.form == "alert" { return try dropAlert(try call[.alertName]) }
    let typed = NameKind(rawValue: call.form)
    var dropped: [(name: String, kind: NameKind, span: SourceSpan)] = []
    var scenarios: [(scenario: Scenario, span: SourceSpan)] = []
    for word in try call[.names] {
      let name = try text(word)
      let kind = try kind(of: name, typed: typed, "drop", at: word.span)
      if kind == .scenario { scenarios.append((try scenario(word), word.span)) }
      if kind == .forecast {
        let forecast = try forecast(word)
        session.research.forecasts.removeAll { $0.id == forecast.id }
      }
      dropped.append((name, kind, word.span))
    }
    let before = session
    for thing in dropped { remove(thing.name, thing.kind) }
    for thing in dropped where [.value, .indicator, .universe].contains(thing.kind) {
      try checkUsers(before.users(of: thing.name), of: thing.name, at: thing.span)
    }
    for thing in dropped where thing.kind == .series { try checkDropped(series: thing.name, at: thing.span) }
    let detached = try remove(scenarios, flatten: call.has(.flatten), at: call.commandSpan)
    let rest =
      detached.isEmpty
      ? ""
      : "; \(detached.joined(separator: ", ")) no longer \(Wording.plural(detached.count, "follows", "follow")) a scenario"
    let left = dropped.compactMap { thing in
      switch thing.kind {
      case .strategy: resultsLeft(ofStrategy: thing.name)
      case .figures: valuationsLeft(of: thing.name)
      default: nil
      }
    }
    return Done(
      action: "drop", message: "dropped \(dropped.map(\.name).joined(separator: ", "))\(rest)",
      details: [
        ("names", .strings(dropped.map(\.name))), ("kinds", .strings(dropped.map(\.kind.rawValue))),
        ("flattened", .strings(detached)),
      ] + (left.isEmpty ? [] : [("notes", .strings(left))]), notes: left)
  }

  /// The results that were made from a strategy and remain when it is dropped, in a sentence; nil if there are none.
  private func resultsLeft(ofStrategy name: String) -> String? {
    let results = session.results.values.filter { ($0.backtest?.strategy ?? $0.texts["strategy"]) == name }.map(\.name)
    guard !results.isEmpty else { return nil }
    let list = Wording.list(results.map { "`\($0)`" })
    return results.count == 1
      ? "\(list) was made from \(name) and keeps its numbers" : "\(list) were made from \(name) and keep their numbers"
  }

  /// The valuations based on the figures of a company that remain when these are dropped, in a sentence; nil if there
  /// are none.
  private func valuationsLeft(of ticker: String) -> String? {
    let research = session.research
    var names = research.scenarios.filter { $0.ticker == ticker && $0.assumptions.flat.contains(where: \.isFiled) }.map
    { "`\($0.name)`" }
    if let model = research.model, model.ticker == ticker, model.scenario == nil,
      model.assumptions.flat.contains(where: \.isFiled)
    {
      names.append("the open model")
    }
    guard !names.isEmpty else { return nil }
    let keep = Wording.plural(names.count, "keeps its numbers", "keep their numbers")
    return "\(Wording.list(names)) \(keep), and `value(…)` no longer changes with filings"
  }

  /// Removes a thing that is neither a scenario nor a forecast.
  private mutating func remove(_ name: String, _ kind: NameKind) {
    switch kind {
    case .value, .indicator: session.names[name] = nil
    case .strategy: session.strategies[name] = nil
    case .universe: session.universes[name] = nil
    case .result:
      session.results[name] = nil
      if session.lastResult == name {
        session.lastResult = session.results.keys.last
        if session.lastHasName { session.last = nil }
      }
    case .series:
      session.series[name] = nil
      session.absentSeries[name] = nil
      if session.active?.name == name { session.active = nil }
    case .figures:
      session.research.fundamentals[name] = nil
      session.absentFigures[name] = nil
    case .scenario, .forecast: break
    }
  }

  /// Removes scenarios at once, so that children may go with their parents.
  private mutating func remove(
    _ scenarios: [(scenario: Scenario, span: SourceSpan)], flatten: Bool, at span: SourceSpan
  ) throws(Diagnostic) -> [String] {
    if scenarios.isEmpty { return [] }
    do { return try session.research.delete(scenarios.map(\.scenario), detaching: flatten) } catch {
      var place = span
      if case .hasChildren(let parent, _) = error, let own = scenarios.first(where: { $0.scenario.id == parent.id }) {
        place = own.span
      }
      throw diagnostic(error, at: place)
    }
  }
}
