import JSON
import Language
import Platform
import Presentation
import Reports
import Research
import Text
import Valuation

extension Command {
  static let scenarios = Command(
    CommandSyntax("scenarios", forms: [CommandSyntax.Form("", [.optional(role: .ticker)])]),
    category: .valuation,
    summary: "Lists the saved valuations.",
    discussion: "A scenario that follows another one shows which, and what it changes of it.", examples: ["scenarios"]
  ) { execution, call throws(Diagnostic) in
    let ticker = try call[.ticker].map { word throws(Diagnostic) in try execution.text(word) }
    let research = execution.session.research
    let listed = research.scenarios.filter { ticker == nil || $0.ticker == ticker }
    return TableResult(
      table: Table(
        columns: [
          .text("ticker"), .text("scenario", .name), .number("value per share", .fixed(2), key: "value_per_share"),
          .number("price", .fixed(2)), Table.Column.percent("upside").coloredBySign, .text("saved", key: "saved_at"),
          .text("follows"),
        ],
        rows: listed.map { scenario in
          let worth = scenario.worth
          return [
            .text(scenario.ticker), .text(scenario.name), .number(worth.value), .number(worth.price),
            .number(worth.upside), .text(scenario.savedAt), .text(research.parent(of: scenario)?.name ?? ""),
          ]
        }),
      notes: listed.isEmpty
        ? ["`save scenario NAME` saves the model in work"] : listed.compactMap { research.remark(on: $0) },
      details: [
        (
          "scenarios",
          .array(
            listed.map { scenario in
              [
                "id": .string(scenario.id), "name": .string(scenario.name), "ticker": .string(scenario.ticker),
                "parent": .string(research.parent(of: scenario)?.name),
                "changes": .strings(scenario.inheritance?.changes.map(\.text) ?? []), "note": .string(scenario.note),
              ]
            })
        )
      ])
  }

  static let rename = Command(
    CommandSyntax(
      "rename",
      forms: [
        CommandSyntax.Form(
          "scenario", [.keyword("scenario"), .required(.namedScenario), .keyword("to"), .required(.newScenarioName)])
      ], hasResult: false), category: .valuation, summary: "Gives a scenario another name.",
    discussion: "Those that follow it go on doing so.",
    examples: ["rename scenario bull to \"Bull 2026\""], changesSession: true
  ) { execution, call throws(Diagnostic) in
    let word = try call[.namedScenario]
    let newWord = try call[.newScenarioName]
    let scenario = try execution.scenario(word)
    let name = try execution.text(newWord)
    do throws(ResearchError) { try execution.session.research.rename(scenario, to: name) } catch {
      throw execution.diagnostic(error, at: newWord.span)
    }
    return Done(
      action: "rename", message: "\(scenario.name) is now \(name)",
      details: [("from", .string(scenario.name)), ("to", .string(name))])
  }

  static let delete = Command(
    CommandSyntax(
      "delete",
      forms: [
        CommandSyntax.Form(
          "scenario", [.keyword("scenario"), .required(.scenarios)], clauses: [.clause(.flatten)]),
        CommandSyntax.Form("forecast", [.keyword("forecast"), .required(.forecasts)]),
      ],
      hasResult: false),
    category: .valuation, summary: "Deletes saved valuations and forecasts.",
    discussion: """
      A scenario that others follow is kept, unless these are deleted with it, or `flatten` lets them stand alone \
      first, with the same values. `undo` brings all back.
      """, examples: ["delete scenario bear"], changesSession: true
  ) { execution, call throws(Diagnostic) in
    call.form == "forecast" ? try execution.deleteForecasts(call) : try execution.deleteScenarios(call)
  }
}

extension CompanyResearch {
  /// The changes of a scenario to its parent, and its note; nil where there is neither.
  fileprivate func remark(on scenario: Scenario) -> String? {
    let parts = [parent(of: scenario).map { _ in following(scenario) }, scenario.note].compactMap { $0 }
    return parts.isEmpty ? nil : "\(scenario.name): \(parts.joined(separator: "; "))"
  }

  /// The parent of a scenario with its changes, as one would type it; empty where it stands alone.
  func following(_ scenario: Scenario) -> String {
    guard let inheritance = scenario.inheritance, let parent = parent(of: scenario) else { return "" }
    return inheritance.changes.isEmpty ? parent.name : "\(parent.name) with \(inheritance.text)"
  }
}

extension Execution {
  fileprivate mutating func deleteScenarios(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let words = try call[.scenarios]
    var deleted: [Scenario] = []
    for word in words { deleted.append(try scenario(word)) }
    let detached: [String]
    do { detached = try session.research.delete(deleted, detaching: call.has(.flatten)) } catch {
      var span = call.commandSpan
      if case .hasChildren(let scenario, _) = error, let index = deleted.firstIndex(where: { $0.id == scenario.id }) {
        span = words[index].span
      }
      throw diagnostic(error, at: span)
    }
    let rest =
      detached.isEmpty
      ? "" : "; \(detached.joined(separator: ", ")) now stand\(Wording.plural(detached.count, "s", "")) alone"
    return Done(
      action: "delete", message: "deleted \(deleted.map(\.name).joined(separator: ", "))\(rest)",
      details: [("scenarios", .strings(deleted.map(\.name))), ("flattened", .strings(detached))])
  }

  /// Saves the model in work under a name; a scenario of that name is replaced and keeps its identity.
  mutating func saveScenario(
    _ word: Word, note: Word?, flatten: Bool, at span: SourceSpan
  ) throws(Diagnostic) -> any StatementResult {
    var model = try modelInWork(at: span)
    let name = try text(word)
    let note = try note.map { word throws(Diagnostic) in try text(word) }
    let worth = try worth(of: model, at: span)
    if flatten, model.inheritance != nil {
      do { model.model = .plain(try session.research.detachedAssumptions(of: model.model), inheriting: nil) } catch {
        throw diagnostic(error, [], span)
      }
    }
    let (scenario, isNew) = try save(model, as: name, note: note, at: word.span)
    let parent = session.research.parent(of: scenario)
    let children = session.research.descendants(of: scenario.id).map(\.name)
    var notes: [String] = []
    if let parent {
      notes.append("it follows \(session.research.following(scenario)): a change of \(parent.name) flows on")
    }
    if !children.isEmpty {
      notes.append("\(children.joined(separator: ", ")) \(Wording.plural(children.count, "follows", "follow")) it")
    }
    return Done(
      action: "save scenario",
      message:
        "saved \(model.ticker) \(name), \(worth.text)\(isNew ? "" : ", replacing the one before")",
      details: [
        ("scenario", .string(name)), ("ticker", .string(model.ticker)), ("id", .string(scenario.id)),
        ("value_per_share", .number(worth.value)), ("replaced", .bool(!isNew)),
        ("parent", .string(parent?.name)), ("heirs", .strings(children)), ("note", .string(scenario.note)),
      ], notes: notes)
  }

  /// Saves a model as a scenario, which is in work then.
  mutating func save(
    _ model: ModelInWork, as name: String, note: String?, at span: SourceSpan
  ) throws(Diagnostic) -> (scenario: Scenario, isNew: Bool) {
    let now = environment.now()
    let id = session.research.newScenarioIdentifier(model, named: name)
    do {
      return try session.research.save(model, as: name, note: note, id: id, at: now)
    } catch {
      throw diagnostic(error, at: span)
    }
  }

  /// Brings a saved valuation back as the model in work.
  mutating func loadScenario(_ word: Word, at span: SourceSpan) throws(Diagnostic) -> any StatementResult {
    let scenario = try scenario(word)
    session.research.model = ModelInWork(scenario)
    if let report = try driverReport(of: scenario, at: span) { return report }
    let result = try valued(scenario.assumptions, at: span)
    return ValuationReport(
      ticker: scenario.ticker, scenario: scenario.name, isChanged: false, result: result,
      impliedReturn: result.impliedReturn())
  }
}
